import { createContext } from "svelte";

import { BoardScene, type Finish } from "$board";

import type { Contest, Events, View } from "../wire";
import { familyOf } from "./shapes";

/** State shared by all parts of the board: the view, its words, and the players' names and signs. */
export class Scene extends BoardScene<View, Events, Contest> {
  shapes = $derived(this.view.layout.map(([shape]) => shape));
  turns = $derived<Record<string, number | undefined>>(Object.fromEntries(this.view.layout));
  scattered = $derived(this.view.layout.some(([, turn]) => turn !== 0));
  /** One key for each shape, in the order of the shapes. */
  #keys = $derived(this.given.words("keys.shapes"));

  /** Whether the round has ended, and its card shows who got which shape. */
  settled = $derived(
    this.view.phase === "dealing" || (this.view.phase === "over" && this.view.card !== null),
  );
  /** Whether the shapes are targets; while they are dealt, the table shows who got which. */
  open = $derived(this.seat !== null && this.view.phase !== "dealing" && this.view.phase !== "over");
  mustRest = $derived(this.open && this.isOffered("Rest"));
  /** One thing at a time: a hand that must rest comes first. */
  mayFlip = $derived(this.isOffered("Flip") && !this.mustRest);
  hands = $derived(this.given.seat === null ? null : (this.view.hands[this.given.seat] ?? null));
  hasSaid = $derived(this.seat !== null && this.view.done.includes(this.seat));
  maySay = $derived(this.isOffered("Done"));

  /** The shape that has the keyboard focus. */
  focused = $state<string | null>(null);
  focus = $derived(this.focused ?? this.shapes[0]);

  tray(seat: number): readonly string[] {
    return Object.keys(this.view.owner).filter((shape) => this.view.owner[shape] === seat);
  }

  /** Returns the key that taps a shape. */
  keyOf(shape: string): string {
    return this.#keys[this.shapes.indexOf(shape)] ?? "";
  }

  shapeOf(key: string): string | undefined {
    return key.length === 1 ? this.shapes[this.#keys.indexOf(key)] : undefined;
  }

  shapeName(shape: string): string {
    const { words } = this.given;
    const { family, cousin } = familyOf(shape);
    const colour = this.view.colours[shape];
    const named = { family: words(`shape.${family}`), n: cousin };
    if (colour === undefined) return words("shape-named", named);
    return words("shape-named.colour", { ...named, colour: words(`colour.${colour}`) });
  }

  /** "orange fish 3, before Ada, held by Bo" */
  describe(shape: string): string {
    const { seat, words } = this.given;
    const named = this.shapeName(shape);
    const owner = this.view.owner[shape];
    const holder = this.view.fingers[shape];
    const what = {
      shape: this.view.pieces === "frames" ? words("frame-of", { shape: named }) : named,
      where: owner === undefined ? words("on-the-table") : this.#before(owner),
    };
    if (holder === undefined) return words("shape-aria", what);
    if (holder === seat) return words("shape-aria.yours", what);
    return words("shape-aria.held", { ...what, name: this.name(holder) });
  }

  /** "left hand: holds orange fish 3" */
  handInWords(hand: string, side: number): string {
    const { words } = this.given;
    const named = words(side === 0 ? "left" : "right");
    if (hand === "free" || hand === "rest" || hand === "spent") return words(`hand.${hand}`, { hand: named });
    return words("hand.holds", { hand: named, shape: this.shapeName(hand) });
  }

  /** Returns the photo finish of the race for a shape in this round. */
  finishOf(shape: string): Finish<Contest> | undefined {
    const { game, round } = this.view;
    return this.given.finishes.findLast(
      ({ contest, lanes }) =>
        contest.game === game && contest.round === round && contest.shape === shape && lanes.length > 1,
    );
  }

  #before(owner: number): string {
    const { seat, words } = this.given;
    return owner === seat ? words("before-you") : words("before", { name: this.name(owner) });
  }
}

export const [sceneOf, offerScene] = createContext<Scene>();

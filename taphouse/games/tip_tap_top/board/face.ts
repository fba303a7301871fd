import type { Scene } from "./scene.svelte";

/** The text and the look of the player's own plate. */
export interface Face {
  /** A single word in large letters. */
  shout?: string;
  head?: string;
  line: string;
  /** `live`: ready for a press. `sunk`: pressed. `rest`: a press does nothing now. */
  mood: "live" | "sunk" | "rest";
  icon?: "palm" | "check" | "prohibit";
}

export function face(scene: Scene): Face {
  const { view } = scene;
  const { words } = scene.given;
  const say: Say = (key, mood, icon) => ({ head: words(key), line: words(`${key}.line`), mood, icon });
  if (scene.dealt) return say("plate.deal", "rest");
  if ((view.phase === "showing" || scene.failed) && view.outcome && !scene.isOffered("Slap"))
    return { head: scene.verdict(view.outcome), line: why(scene), mood: "rest" };
  if (view.phase === "resting") return { head: words("plate.rest"), line: "", mood: "rest" };
  return scene.mine ? own(scene, say) : rival(scene, say);
}

type Say = (key: string, mood: Face["mood"], icon?: Face["icon"]) => Face;

function own(scene: Scene, say: Say): Face {
  const { view } = scene;
  const { words } = scene.given;
  if (scene.locked) return say("plate.locked", "rest", "prohibit");
  if (scene.maySlap)
    return {
      shout: words("plate.shout"),
      line: words(view.plates === "flick" ? "plate.slap" : "plate.tap"),
      mood: "live",
      icon: "palm",
    };
  if (scene.mayTake)
    return {
      head: words("plate.take"),
      line: words(view.owed > 1 ? "take.two" : "take.one"),
      mood: "rest",
    };
  if (view.phase === "winding") return { head: words("plate.up"), line: "", mood: "sunk", icon: "palm" };
  return say("plate.fell", "sunk", "check");
}

function rival(scene: Scene, say: Say): Face {
  const { view } = scene;
  const { seat, words } = scene.given;
  if (!scene.watchful) return say("plate.idle", "rest", "prohibit");
  if (scene.mustFollow) return { shout: words("plate.shout"), line: "", mood: "live", icon: "palm" };
  if (view.phase === "racing")
    return view.slaps.some((slap) => slap.seat === seat)
      ? say("plate.slapped", "sunk", "check")
      : { head: words("plate.out"), line: "", mood: "rest", icon: "prohibit" };
  if (view.phase === "feinting") return say("plate.off", "rest", "prohibit");
  const ready = say("plate.ready", "live", "palm");
  if (view.phase === "drawing")
    return { ...ready, line: words("take.theirs", { name: scene.name(view.turn) }) };
  return ready; // a raised hand changes nothing here, so that it does not reveal a slap or a bluff
}

/** Returns the reason for the outcome, or what happens next. */
function why(scene: Scene): string {
  const { outcome } = scene.view;
  const { words } = scene.given;
  switch (outcome?.what) {
    case "laid":
      return outcome.loser === null
        ? words(outcome.more.length ? "news.nobodyHolds" : "news.nobodyPays")
        : words(outcome.seat === scene.given.seat ? "news.youLaid" : "news.laid", {
            name: scene.name(outcome.seat),
            number: outcome.pair ?? "",
          });
    case "too-close":
      return words("news.jamClose");
    case "too-slow":
      return words("news.jamSlow");
    case "no-pair":
      return scene.about(outcome.seat, "news.noPair", "news.youNoPair");
    case "rim":
      return scene.about(outcome.seat, "news.rim", "news.youRim");
    default:
      return "";
  }
}

import { faceOf, highestRule, type Icon, type RegularFace } from "./faces";
import { banOf } from "./wants";

/** The two cards of a Race that its finish does not allow together; empty if there are none. */
export function clashIn(race: readonly string[]): readonly string[] {
  const rule = highestRule(race);
  const ban = rule && banOf(rule.finish);
  if (!ban) return [];
  const row = race.flatMap((card) => {
    const face = faceOf(card);
    return face.kind === "regular" ? [{ card, things: thingsOf(face, ban.kind) }] : [];
  });
  for (const [i, one] of row.entries())
    for (const [j, other] of row.entries()) {
      if (j <= i || (ban.among === "neighbours" && j > i + 1)) continue;
      const common = [...one.things].filter((thing) => other.things.has(thing));
      const isAlike = common.length === one.things.size && common.length === other.things.size;
      if (ban.among === "neighbours" ? common.length > 0 : isAlike) return [one.card, other.card];
    }
  return [];
}

const thingsOf = ({ icons }: RegularFace, kind: keyof Icon) => new Set(icons.map((icon) => icon[kind]));

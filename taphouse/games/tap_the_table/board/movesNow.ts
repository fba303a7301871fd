import type { Words } from "$board";

import type { View } from "../wire";

/** What this seat can do now, in short sentences. */
export function movesNow({ may }: View, _seat: number, words: Words): string[] {
  const buttons = { fine: words("fine"), done: words("done") };
  return may.map((act) => words(`now.${act}`, buttons));
}

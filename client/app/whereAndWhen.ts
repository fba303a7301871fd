import { language, t } from "$base/words.svelte";

import { house } from "./house.svelte";

/** The foot of a picture: the table, the day if it is known, and the address of the house. */
export function whereAndWhen(code: string, day?: Date): string {
  const dated = day ? [day.toLocaleDateString(language.locale, { dateStyle: "long" })] : [];
  return [t("finish.at", { code }), ...dated, house.address].join(" · ");
}

import { t } from "$base/words.svelte";

import { house } from "./house.svelte";

const canCopy = "clipboard" in navigator; // browsers offer the clipboard on https and localhost only

/** False on plain http over a LAN, where a page may neither share nor copy; the code and the QR code are enough there. */
export const canShare = "share" in navigator || canCopy;

/** Shares the table's link through the device. Returns whether the link was copied instead. */
export const shareTable = (code: string) => shareLink(`t/${code}`, t("share.title", { code }));

/** Shares or copies the link of any page of the house. */
export async function shareLink(path: string, title: string): Promise<boolean> {
  const url = house.linkTo(path);
  if ("share" in navigator) {
    await navigator.share({ title, url }).catch(() => undefined); // the player cancelled
    return false;
  }
  await (navigator as Navigator).clipboard.writeText(url);
  return true;
}

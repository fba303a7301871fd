import { t } from "$base/words.svelte";

const canCopy = "clipboard" in navigator; // browsers give it to https and localhost only

/** On plain http over a LAN a page may neither share nor copy; the code and the QR code are enough there. */
export const canShare = "share" in navigator || canCopy;

/** Hands the table's link to the device. Says whether it was copied instead. */
export const shareTable = (code: string) => shareLink(`/t/${code}`, t("share.title", { code }));

/** The same with any page of the house. */
export async function shareLink(path: string, title: string): Promise<boolean> {
  const url = location.origin + path;
  if ("share" in navigator) {
    await navigator.share({ title, url }).catch(() => undefined); // he thought better of it
    return false;
  }
  await (navigator as Navigator).clipboard.writeText(url);
  return true;
}

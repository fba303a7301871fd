import { expect, test, vi } from "vitest";

import { linkOf, textOfLink } from "./deckLink";
import { LONGEST_DECK } from "./wire";

const TEXT = "taphouse deck 1: tap-the-table\ntitle: Küche\n\n[green]\nfr: collant\n";

test("a deck is read from its own link", async () => {
  const link = await linkOf(TEXT);
  expect(link).toMatch(/^#deck=1[\w-]+$/u);
  expect(await textOfLink(link)).toBe(TEXT);
});

test("a browser that cannot deflate makes a longer link", async () => {
  vi.stubGlobal("CompressionStream", undefined);
  const link = await linkOf(TEXT);
  vi.unstubAllGlobals();
  expect(link.startsWith("#deck=0")).toBe(true);
  expect(await textOfLink(link)).toBe(TEXT);
});

test("the house packs in the same way", async () => {
  // python -c 'from taphouse.decks import link_of; print(link_of(TEXT))'
  expect(
    await textOfLink(
      "#deck=1K0ksyMgvLU5VSElNzlYwtFIoSSzQLclI1S1JTMpJ5SrJLMlJtVLwPrwnOSOViys6vSg1NS-WK63ISiE5PycnMa-ECwA",
    ),
  ).toBe(TEXT);
});

test.each(["", "#deck=", "#deck=1abc", "#deck=2abcd", "#deck=0_w", "#deck=0é"])(
  "%s has no deck in it",
  async (hash) => {
    expect(await textOfLink(hash)).toBeNull();
  },
);

test("a small link that holds a giant text is not read to its end", async () => {
  const giant = await linkOf("x".repeat(40 * LONGEST_DECK));
  expect(giant.length).toBeLessThan(2000);
  expect(await textOfLink(giant)).toBeNull();
});

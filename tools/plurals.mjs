// Writes taphouse/languages/plurals.json: the plural forms of each language, by CLDR. A form that no number below
// a thousand takes has a question mark: nobody has a million cards, so a language may leave it out.
// Run it with: node tools/plurals.mjs
import { writeFileSync } from "node:fs";

const COUNTED = 1000;
const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const pairs = letters.flatMap((one) => letters.map((other) => one + other));
const codes = [...pairs, ...pairs.flatMap((pair) => letters.map((letter) => pair + letter))];

const forms = {};
for (const code of Intl.PluralRules.supportedLocalesOf(codes)) {
  const rules = new Intl.PluralRules(code);
  const needed = new Set(["other", ...Array.from({ length: COUNTED }, (_, n) => rules.select(n))]);
  const named = rules.resolvedOptions().pluralCategories.map((form) => (needed.has(form) ? form : `${form}?`));
  (forms[named.join(" ")] ??= []).push(code);
}
const lines = Object.entries(forms).map(([needed, named]) => `  ${JSON.stringify(needed)}: ${JSON.stringify(named.join(" "))}`);
writeFileSync(new URL("../taphouse/languages/plurals.json", import.meta.url), `{\n${lines.sort().join(",\n")}\n}\n`);

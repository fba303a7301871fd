import { expect, test } from "vitest";

import { rulesAsHtml } from "./rulebook";

test("every rule keeps its number from the source, even after a gap", () => {
  const html = rulesAsHtml("## Parts\n1. One.\n2. Two.\n\n## Play\n7. Seven.\n9. *Nine*.\n");
  expect(html.match(/<li value="(\d+)" id="rule-\d+">/g)).toHaveLength(4);
  expect(html).toContain('<li value="9" id="rule-9">');
  expect(html).toContain("<em>Nine</em>");
});

test("a plain list has no numbers", () => {
  expect(rulesAsHtml("- one\n- two\n")).not.toContain("value=");
});

import { expect, test } from "vitest";

import { widthOf } from "./letters";

test("names are not wider than they are taken for", () => {
  // as a browser draws them
  for (const [name, wide] of Object.entries({ Hugo: 4.15, Emma: 4.55, Gentle: 5.69, Hummingbird: 10.77 }))
    expect(widthOf(name)).toBeGreaterThanOrEqual(wide);
});

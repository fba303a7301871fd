import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = (folder: string) =>
  readdirSync(root + folder, { recursive: true, encoding: "utf-8" })
    .filter((file) => /\.(ts|svelte|css)$/.test(file) && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(`${root}${folder}/${file}`, "utf-8"))
    .join("\n");

const client = ["app", "base", "board", "parts", "theme"].map((room) => sources(`client/${room}`)).join("\n");
const boards = sources("taphouse/games");

/** The names in the tables of the README, by their section. */
const sections = readFileSync(`${root}client/board/README.md`, "utf-8")
  .split("\n## ")
  .slice(1)
  .map((section) => {
    const [title = ""] = section.split("\n", 1);
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    return [title, rows.flatMap((row) => row.match(/(?<=`)(?:--|data-|\.)[a-z-]+(?=`)/g) ?? [])] as const;
  });
const namesIn = (title: string) => sections.find(([each]) => each === title)?.[1] ?? [];

const inData = (name: string) =>
  `dataset.${name.replace("data-", "").replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}`;
const isRead = (name: string, text: string) =>
  name.startsWith("--")
    ? new RegExp(`var\\(${name}[,)]`).test(text) || text.includes(`"${name}"`)
    : new RegExp(`${name}[\\]="']`).test(text) || text.includes(inData(name));
const isSet = (name: string, text: string) =>
  name.startsWith("--")
    ? new RegExp(`${name}[:=]`).test(text)
    : new RegExp(`${name}["=}]`).test(text) || text.includes(`${inData(name)} =`);

test("every section of the contract names something", () => {
  expect(sections.map(([title, names]) => [title, names.length > 0])).toEqual([
    ["CSS variables that the client sets", true],
    ["CSS variables that a board sets", true],
    ["Classes that a board sets", true],
    ["Data attributes that a board sets", true],
    ["Data attributes that the client sets", true],
  ]);
});

test.each(namesIn("CSS variables that the client sets"))(
  "%s, a CSS variable that the client sets, is read by a board",
  (name) => {
    expect(isSet(name, client)).toBe(true);
    expect(isRead(name, boards)).toBe(true);
  },
);

test.each(namesIn("CSS variables that a board sets"))(
  "%s, a CSS variable that a board sets, is read by the client",
  (name) => {
    expect(isSet(name, boards)).toBe(true);
    expect(isRead(name, client)).toBe(true);
  },
);

test.each(namesIn("Classes that a board sets"))(
  "%s, a class that a board sets, is styled by the client",
  (name) => {
    expect(boards).toMatch(new RegExp(`class=[^>]*"${name.slice(1)}[" ]`));
    expect(client).toContain(`> ${name}`);
  },
);

test.each(namesIn("Data attributes that a board sets"))(
  "%s, a data attribute that a board sets, is read by the client",
  (name) => {
    const set = name === "data-target" ? boards.includes("{...onPress(") : isSet(name, boards); // by $board
    expect(set).toBe(true);
    expect(isRead(name, client)).toBe(true);
  },
);

test.each(namesIn("Data attributes that the client sets"))(
  "%s, a data attribute that the client sets, is read by a board",
  (name) => {
    expect(isSet(name, client)).toBe(true);
    expect(isRead(name, boards)).toBe(true);
  },
);

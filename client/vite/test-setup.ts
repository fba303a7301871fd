// Node 20 has no `navigator`; modules of the client read its language when they are imported.
import { vi } from "vitest";

if (!("navigator" in globalThis)) vi.stubGlobal("navigator", { language: "en" });

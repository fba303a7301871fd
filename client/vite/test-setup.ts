// Node 20 has no `navigator`; modules of the client read `navigator.language` on import.
import { vi } from "vitest";

if (!("navigator" in globalThis)) vi.stubGlobal("navigator", { language: "en" });

// Node 20 has neither: modules of the client read `navigator.language` and `document.baseURI` on import.
import { vi } from "vitest";

if (!("navigator" in globalThis)) vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("document", { baseURI: "http://house/" });

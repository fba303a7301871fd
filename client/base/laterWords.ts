import later from "../../taphouse/languages/text/en.json?later";

import { addEnglish } from "./words.svelte";

// Modules that use these words import this file before they draw anything (client/vite/words.ts).
addEnglish(later);

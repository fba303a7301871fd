// Phosphor icons that only the pages of own decks need.
export { default as cards } from "@phosphor-icons/core/assets/fill/cards-fill.svg?raw";
export { default as bin } from "@phosphor-icons/core/assets/fill/trash-fill.svg?raw";
export { default as link } from "@phosphor-icons/core/assets/bold/link-bold.svg?raw";

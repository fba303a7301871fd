// Phosphor icons in fill weight that this game needs beyond the shared icons.
export { default as cards } from "@phosphor-icons/core/assets/fill/cards-fill.svg?raw";
export { default as down } from "@phosphor-icons/core/assets/fill/arrow-fat-line-down-fill.svg?raw";
export { default as prohibit } from "@phosphor-icons/core/assets/fill/prohibit-fill.svg?raw";

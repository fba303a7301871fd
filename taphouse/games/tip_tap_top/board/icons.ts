// Phosphor icons in fill weight (bold for the arrow) that this game needs beyond the shared icons.
export { default as cards } from "@phosphor-icons/core/assets/fill/cards-fill.svg?raw";
export { default as check } from "@phosphor-icons/core/assets/fill/check-fat-fill.svg?raw";
export { default as down } from "@phosphor-icons/core/assets/bold/arrow-down-bold.svg?raw";
export { default as grab } from "@phosphor-icons/core/assets/fill/hand-grabbing-fill.svg?raw";
export { default as mask } from "@phosphor-icons/core/assets/fill/mask-happy-fill.svg?raw";
export { default as prohibit } from "@phosphor-icons/core/assets/fill/prohibit-fill.svg?raw";

declare module "emoji:*" {
  const svg: string;
  export default svg;
}

declare module "*.md" {
  const html: string;
  export default html;
}

declare module "*.json?app" {
  import type all from "../taphouse/languages/text/en.json";
  const first: typeof all;
  export default first;
}

declare module "*.json?later" {
  const later: Readonly<Record<string, string>>;
  export default later;
}

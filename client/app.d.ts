declare module "emoji:*" {
  const svg: string;
  export default svg;
}

declare module "*.md" {
  const html: string;
  export default html;
}

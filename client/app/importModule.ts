/** Imports a module that was built elsewhere; the build for old TVs cannot. */
export const importModule = <Module>(address: string): Promise<Module> =>
  import(/* @vite-ignore */ address) as Promise<Module>;

/** A path of this console for signed-in users; any other value becomes the root. */
export const nextPath = (path: string | null): string =>
  path !== null && /^\/(?![/\\]|log(in|out)\b)/.test(path) ? path : '/';

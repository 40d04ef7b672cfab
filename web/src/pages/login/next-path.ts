/** A path of this console for signed-in users; any other value becomes the root. */
export const nextPath = (wanted: string | null): string =>
  wanted !== null && /^\/(?![/\\]|log(in|out)\b)/.test(wanted) ? wanted : '/';

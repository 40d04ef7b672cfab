/** A path of this console that somebody signed in can be at; anything else leads to the root. */
export const nextPath = (wanted: string | null): string =>
  wanted !== null && /^\/(?![/\\]|log(in|out)\b)/.test(wanted) ? wanted : '/';

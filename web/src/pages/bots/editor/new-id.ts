/** A new node's or arrow's id; no meaning, so that renaming never touches it. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `n${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
};

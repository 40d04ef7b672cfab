const maxNameLength = 200;

/** A name as a single line without control, format or bidirectional characters. */
export const shownName = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const line = value.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line === '' ? undefined : Array.from(line).slice(0, maxNameLength).join('');
};

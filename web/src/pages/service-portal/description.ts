/** What people read of a description: what follows its first heading. */
export const bodyOf = (description: string): string => {
  const [, after] = /^[ ]{0,3}#{1,6}[ \t][^\n]*$([^]*)/m.exec(description) ?? [];
  return (after ?? description).trim();
};

const heading = /^[ ]{0,3}#{1,6}[ \t]/;

/** Its first paragraph as plain text. */
export const excerptOf = (description: string): string => {
  const parts = bodyOf(description).split(/\n[ \t]*\n/);
  const first = parts.find((part) => part.trim() !== '' && !heading.test(part)) ?? '';
  return first
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^[ \t]*(>[ \t]?|[-*+][ \t]+)/gm, '')
    .replace(/[*`]{1,3}(\S[^*`\n]*)[*`]{1,3}/g, '$1')
    .replace(/(^|\W)_{1,3}(\S[^_\n]*)_{1,3}(?=\W|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
};

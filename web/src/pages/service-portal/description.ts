const heading = /^[ ]{0,3}#{1,6}[ \t]/;

const fence = /^[ ]{0,3}(`{3,}|~{3,})/;

/** The index of the first heading's line; a `#` in a code block does not count. */
const headingAt = (lines: readonly string[]): number => {
  let openFence: string | undefined;
  return lines.findIndex((line) => {
    const [, mark] = fence.exec(line) ?? [];
    if (openFence === undefined) openFence = mark;
    else if (mark?.startsWith(openFence)) openFence = undefined;
    return openFence === undefined && heading.test(line);
  });
};

/** The part of a description after its first heading. */
export const bodyOf = (description: string): string => {
  const lines = description.split('\n');
  return lines
    .slice(headingAt(lines) + 1)
    .join('\n')
    .trim();
};

/** The first paragraph of a description as plain text. */
export const excerptOf = (description: string): string => {
  const paragraphs = bodyOf(description).split(/\n[ \t]*\n/);
  const first =
    paragraphs.find((paragraph) => paragraph.trim() !== '' && !heading.test(paragraph)) ?? '';
  return first
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^[ \t]*(>[ \t]?|[-*+][ \t]+)/gm, '')
    .replace(/[*`]{1,3}(\S[^*`\n]*)[*`]{1,3}/g, '$1')
    .replace(/(^|\W)_{1,3}(\S[^_\n]*)_{1,3}(?=\W|$)/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
};

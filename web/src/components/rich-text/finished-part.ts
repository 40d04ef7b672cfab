const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The mark that code stands behind after this line; undefined outside of code. */
const openAfter = (line: string, open: string | undefined): string | undefined => {
  const [, mark = '', rest = ''] = fence.exec(line) ?? [];
  if (mark === '') return open;
  if (open === undefined) return mark.startsWith('`') && rest.includes('`') ? undefined : mark;
  const isEnd = mark[0] === open[0] && mark.length >= open.length && rest.trim() === '';
  return isEnd ? undefined : open;
};

/**
 * The beginning of a markdown text that grows whose blocks are finished: up to its last empty line
 * outside of code. Nothing that comes later makes another kind of block of it.
 */
export const finishedPart = (text: string): string => {
  let open: string | undefined;
  let at = 0;
  let finished = 0;
  // What follows the last line break may still grow.
  for (const line of text.split('\n').slice(0, -1)) {
    at += line.length + 1;
    open = openAfter(line.replace(/\r$/, ''), open);
    if (open === undefined && line.trim() === '') finished = at;
  }
  return text.slice(0, finished);
};

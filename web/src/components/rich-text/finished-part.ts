const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The same in lists and quotes, where a fence may begin on the line of its item. */
const nestedFence = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})(.*)$/;

/** An open code block: the mark that closes it, and whether it is in a list or quote. */
type OpenBlock = { mark: string; isNested: boolean };

const blockOpenedBy = (line: string): OpenBlock | undefined => {
  const isNested = !fence.test(line);
  const [, mark = '', rest = ''] = nestedFence.exec(line) ?? [];
  const isText = mark === '' || (mark.startsWith('`') && rest.includes('`'));
  return isText ? undefined : { mark, isNested };
};

/** The code block that is open after this line; undefined outside of code. */
const openBlockAfter = (line: string, openBlock: OpenBlock | undefined): OpenBlock | undefined => {
  if (!openBlock) return blockOpenedBy(line);
  const [, mark = '', rest = ''] = (openBlock.isNested ? nestedFence : fence).exec(line) ?? [];
  const isEnd =
    mark[0] === openBlock.mark[0] && mark.length >= openBlock.mark.length && rest.trim() === '';
  return isEnd ? undefined : openBlock;
};

/**
 * The finished beginning of a growing markdown text: up to its last empty line outside of code.
 * Later text cannot change the type of a block in it.
 */
export const finishedPart = (text: string): string => {
  let openBlock: OpenBlock | undefined;
  let at = 0;
  let finished = 0;
  // The part after the last line break may still grow.
  for (const line of text.split('\n').slice(0, -1)) {
    at += line.length + 1;
    openBlock = openBlockAfter(line.replace(/\r$/, ''), openBlock);
    if (openBlock === undefined && line.trim() === '') finished = at;
  }
  return text.slice(0, finished);
};

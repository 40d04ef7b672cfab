/** A problem in a line of a text; lines count from 1. */
export type LineProblem = { line: number; message: string };

/** The lines of a text as the server counts them. */
export const linesOf = (text: string): string[] =>
  text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));

const maxLineLength = 1000;

/** Characters that change the direction in which a text is displayed. */
const directionCharacters = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const nameOf = (character: string): string =>
  `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** A line for display: shortened if very long, and with invisible direction characters named. */
export const toDisplayLine = (line: string): string => {
  const visibleText = line.slice(0, maxLineLength).replace(directionCharacters, nameOf);
  const remaining = line.length - maxLineLength;
  return remaining > 0 ? `${visibleText} … ${remaining} more characters` : visibleText;
};

/** The problems with line numbers among the server's sentences: `Line 12: …`. */
export const lineProblems = (sentences: readonly string[]): LineProblem[] =>
  sentences.flatMap((sentence) => {
    const [, line, message = ''] = /^Line (\d+): ([^]*)$/.exec(sentence) ?? [];
    return line === undefined ? [] : [{ line: Number(line), message }];
  });

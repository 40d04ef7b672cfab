/** Something that is wrong with a line of a text, counted from 1. */
export type LineProblem = { line: number; message: string };

/** The lines of a text as the server counts them. */
export const linesOf = (text: string): string[] =>
  text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));

const longest = 1000;

/** Characters that show a text in another order than it is read in. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const nameOf = (character: string): string =>
  `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** A line as it is shown: its beginning where it is very long, and nothing in it that hides. */
export const shownLine = (line: string): string => {
  const shown = line.slice(0, longest).replace(turning, nameOf);
  const left = line.length - longest;
  return left > 0 ? `${shown} … ${left} more characters` : shown;
};

/** Where the server's sentences say that something is wrong: `Line 12: …`. */
export const lineProblems = (sentences: readonly string[]): LineProblem[] =>
  sentences.flatMap((sentence) => {
    const [, line, message = ''] = /^Line (\d+): ([^]*)$/.exec(sentence) ?? [];
    return line === undefined ? [] : [{ line: Number(line), message }];
  });

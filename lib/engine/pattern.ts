import { RE2JS } from 're2js';

/** Instructions of a pattern; with texts of 10,000 characters that bounds one match. */
const largestProgram = 2000;

const compile = (pattern: string): RE2JS => RE2JS.compile(RE2JS.translateRegExp(pattern));

/**
 * Why people's texts cannot be held against this pattern, as a sentence. Patterns are matched in
 * linear time, so they have no look-around and no back references.
 */
export const problemOfPattern = (pattern: string): string | undefined => {
  try {
    return compile(pattern).programSize() > largestProgram
      ? `The pattern ${pattern} is too complex.`
      : undefined;
  } catch {
    return `The pattern ${pattern} cannot be read. Patterns have no look-around.`;
  }
};

/** Whether the text as a whole matches a pattern without problem. */
export const matches = (pattern: string, text: string): boolean => compile(pattern).matches(text);

import { RE2JS } from 're2js';

/** The most instructions of a pattern: with texts of 10,000 characters that limits one match. */
const maxProgramSize = 2000;

const compile = (pattern: string): RE2JS => RE2JS.compile(RE2JS.translateRegExp(pattern));

/**
 * A sentence on why a pattern cannot be used for texts that people enter; undefined where it can.
 * Patterns are matched in linear time, so they have no look-around and no back references.
 */
export const problemOfPattern = (pattern: string): string | undefined => {
  try {
    return compile(pattern).programSize() > maxProgramSize
      ? `The pattern ${pattern} is too complex.`
      : undefined;
  } catch {
    return `The pattern ${pattern} is not valid. Patterns cannot have look-around.`;
  }
};

/** Whether the whole text matches a pattern that has no problem. */
export const matches = (pattern: string, text: string): boolean => compile(pattern).matches(text);

import type * as z from 'zod';
import { kindOf, quoted, typeWords } from './value-words.rules.ts';

const counted = (count: number | bigint, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${Number(count) === 1 ? one : many}`;

type Size = Extract<z.core.$ZodRawIssue, { code: 'too_big' | 'too_small' }>;

/** What there is too much or too little of. */
const sizeWords = (issue: Size): string => {
  const isMost = issue.code === 'too_big';
  const limit = isMost ? issue.maximum : issue.minimum;
  if (issue.origin === 'string') {
    if (!isMost && Number(limit) === 1) return 'Write something here.';
    return `Write at ${isMost ? 'most' : 'least'} ${counted(limit, 'character', 'characters')}.`;
  }
  if (issue.origin === 'array') {
    return isMost
      ? `Keep at most ${counted(limit, 'entry', 'entries')}.`
      : `Add at least ${limit}.`;
  }
  const inclusive = issue.inclusive === false ? (isMost ? 'Less than' : 'More than') : undefined;
  const number = limit.toLocaleString('en');
  if (inclusive) return `${inclusive} ${number} is needed.`;
  return isMost ? `Use at most ${number}.` : `Use at least ${number}.`;
};

const unknownWords = (keys: readonly string[]): string => {
  const names = keys.map((key) => `"${key}"`).join(', ');
  const [what, it] = keys.length === 1 ? ['no setting', 'its name'] : ['no settings', 'the names'];
  return `There is ${what} ${names}. Correct ${it}, or remove what is there in the JSON.`;
};

const expectedWords = (expected: string, value: unknown): string => {
  if (value === undefined) return 'It is missing.';
  const wanted = typeWords[expected] ?? 'something else';
  const given = kindOf(value);
  return given === wanted || expected === 'int'
    ? `It has to be ${wanted}.`
    : `It is ${given}, but has to be ${wanted}.`;
};

/**
 * The sentence on a setting whose schema has none of its own: give it to a parse as its `error`.
 */
export const settingSentence = (issue: z.core.$ZodRawIssue): string => {
  const value = issue.input;
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownWords(issue.keys);
    case 'too_big':
    case 'too_small':
      return sizeWords(issue);
    case 'invalid_type':
      return expectedWords(issue.expected, value);
    case 'invalid_value':
      return value === undefined
        ? 'It is missing.'
        : `${quoted(value)} is none of ${issue.values.map(String).join(', ')}.`;
    default:
      return value === undefined ? 'It is missing.' : `${quoted(value)} does not fit here.`;
  }
};

/** A place in a list or group: `entry 2, label: `. */
const placeOf = (path: readonly PropertyKey[]): string => {
  const parts = path.map((part) => (typeof part === 'number' ? `entry ${part + 1}` : String(part)));
  const text = parts.join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}: `;
};

/** Where in a setting something is wrong, and what; the reader knows the path's first parts. */
export const settingWords = ({ path, message }: z.core.$ZodIssue, named = 0): string =>
  placeOf(path.slice(named)) + message;

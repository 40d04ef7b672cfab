import * as z from 'zod';
import { formatCount } from './text.ts';
import { describeType, typeDescriptions } from './value-descriptions.ts';

type SizeIssue = Extract<z.core.$ZodRawIssue, { code: 'too_big' | 'too_small' }>;

/** The message for a value that is too large or too small. */
const sizeMessage = (issue: SizeIssue): string => {
  const isMost = issue.code === 'too_big';
  const limit = isMost ? issue.maximum : issue.minimum;
  if (issue.origin === 'string') {
    if (!isMost && Number(limit) === 1) return 'Write something here.';
    return `Write at ${isMost ? 'most' : 'least'} ${formatCount(limit, 'character')}.`;
  }
  if (issue.origin === 'array') {
    return isMost
      ? `Keep at most ${formatCount(limit, 'entry', 'entries')}.`
      : `Add at least ${limit}.`;
  }
  const inclusive = issue.inclusive === false ? (isMost ? 'less than' : 'more than') : undefined;
  const number = limit.toLocaleString('en');
  if (inclusive) return `It has to be ${inclusive} ${number}.`;
  return isMost ? `Use at most ${number}.` : `Use at least ${number}.`;
};

const typeMessage = (expected: string, value: unknown): string => {
  const expectedText = typeDescriptions[expected] ?? 'of another type';
  const actualText = describeType(value);
  return actualText === expectedText || expected === 'int'
    ? `It has to be ${expectedText}.`
    : `It is ${actualText}, but has to be ${expectedText}.`;
};

/**
 * The message for an invalid value whose schema has none of its own. It never repeats the value,
 * which may be a secret in the wrong field.
 */
export const validationMessage = (issue: z.core.$ZodRawIssue): string => {
  if (issue.input === undefined && issue.code !== 'custom') return 'It is missing.';
  switch (issue.code) {
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.slice(0, 20).join(', ')}`;
    case 'too_big':
    case 'too_small':
      return sizeMessage(issue);
    case 'invalid_type':
      return typeMessage(issue.expected, issue.input);
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ');
      return issue.values.length === 1 ? `It has to be ${values}.` : `Choose one of ${values}.`;
    }
    default:
      return 'This value is not valid here.';
  }
};

// Set once for every schema, so that users never see zod's own messages.
z.config({ localeError: validationMessage });

import type * as z from 'zod';
import { shortJson } from '#lib/kernel/value-descriptions.ts';

const unknownFieldsText = (keys: readonly string[]): string => {
  const names = keys.map((key) => `"${key}"`).join(', ');
  const [predicate, pronoun] =
    keys.length === 1 ? ['is no setting', 'it'] : ['are no settings', 'them'];
  return `There ${predicate} ${names}. Correct or remove ${pronoun} in the JSON.`;
};

/** Issue codes for which the kernel's own sentences are good enough. */
const known: ReadonlySet<string> = new Set(['too_big', 'too_small', 'invalid_type']);

/**
 * Error map for parsing settings, for issues that need more than the kernel's sentences; undefined
 * keeps those.
 */
export const settingErrorMap = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.code === 'unrecognized_keys') return unknownFieldsText(issue.keys);
  const { code, input: value } = issue;
  if (value === undefined || known.has(code)) return undefined;
  if (code !== 'invalid_value') return `${shortJson(value)} is not valid here.`;
  return `${shortJson(value)} is not one of ${issue.values.map(String).join(', ')}.`;
};

/** A path within a setting: `Entry 2, label: `. */
const settingPathText = (path: readonly PropertyKey[]): string => {
  const parts = path.map((part) => (typeof part === 'number' ? `entry ${part + 1}` : String(part)));
  const text = parts.join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}: `;
};

/**
 * The place and message of an issue; `omittedCount` is the number of leading path parts to leave
 * out.
 */
export const settingIssueText = ({ path, message }: z.core.$ZodIssue, omittedCount = 0): string =>
  settingPathText(path.slice(omittedCount)) + message;

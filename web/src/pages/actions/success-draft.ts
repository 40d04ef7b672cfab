import type { AwsCall, Expects } from '#lib/domain/actions/definition.schema.ts';
import { parseJsonOrText } from '#lib/kernel/parse-json.ts';

/**
 * The value that a response must contain for a call to have succeeded; `is` as JSON, or as plain
 * text.
 */
export type ExpectsDraft = { at: string; is: string; why: string };

/** The state until which an AWS call is repeated. */
export type UntilDraft = { at: string; is: string; every: string };

const isBlank = (fields: Readonly<Record<string, string>>): boolean =>
  Object.values(fields).every((text) => text.trim() === '');

const formatJsonOrText = (value: unknown): string =>
  typeof value === 'string' && parseJsonOrText(value) === value ? value : JSON.stringify(value);

export const expectsDraftOf = (expects: Expects | undefined): ExpectsDraft =>
  expects ? { ...expects, is: formatJsonOrText(expects.is) } : { at: '', is: '', why: '' };

export const untilDraftOf = (until: AwsCall['until']): UntilDraft => {
  if (!until) return { at: '', is: '', every: '' };
  const { every_seconds, ...state } = until;
  return { ...state, every: String(every_seconds) };
};

export const toExpects = (draft: ExpectsDraft) => {
  const { at, is, why } = draft;
  if (isBlank(draft)) return {};
  return { expects: { at: at.trim(), is: parseJsonOrText(is.trim()), why: why.trim() } };
};

export const toUntil = (draft: UntilDraft) => {
  const { at, is, every } = draft;
  if (isBlank(draft)) return {};
  const every_seconds = every.trim() === '' ? {} : { every_seconds: Number(every) };
  return { until: { at: at.trim(), is: is.trim(), ...every_seconds } };
};

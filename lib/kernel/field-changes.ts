import { canonicalJson } from './canonical-json.ts';

/** A field that differs between two versions; a side is undefined if it lacks the field. */
export type FieldChange = {
  /** `name`, `settings.url`, `policy.retries`. */
  field: string;
  before: unknown;
  after: unknown;
};

type Fields = Readonly<Record<string, unknown>>;

const isDifferent = (one: unknown, other: unknown): boolean =>
  canonicalJson(one) !== canonicalJson(other);

/** The fields in which two versions differ, from the older to the newer one. */
export const fieldChanges = (before: Fields, after: Fields): FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => isDifferent(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));

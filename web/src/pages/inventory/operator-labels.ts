import type { Operator } from '#lib/domain/inventory/search/query.schema.ts';

/** The text of an operator between a column and its value. */
export const operatorLabels: Record<Operator, string> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  does_not_contain: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  is_one_of: 'is one of',
  more_than: 'is more than',
  at_least: 'is at least',
  less_than: 'is less than',
  at_most: 'is at most',
  before: 'is before',
  after: 'is after',
  in_last_days: 'is in the last days',
  not_in_last_days: 'is not in the last days',
  has_key: 'has the key',
  has_no_key: 'does not have the key',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
};

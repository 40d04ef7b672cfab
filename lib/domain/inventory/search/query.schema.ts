import * as z from 'zod';
import { resourceTypeId } from '../resources/resource.schema.ts';

/** Limits of one query. */
export const maxRules = 50;
export const maxLevels = 4;

/** The operators of rules; `operatorsFor` lists those that each kind of column allows. */
export const operators = [
  'is',
  'is_not',
  'contains',
  'does_not_contain',
  'starts_with',
  'ends_with',
  'is_one_of',
  'more_than',
  'at_least',
  'less_than',
  'at_most',
  'before',
  'after',
  'in_last_days',
  'not_in_last_days',
  'has_key',
  'has_no_key',
  'is_empty',
  'is_not_empty',
] as const;
export type Operator = (typeof operators)[number];

const text = z.string().max(1000);

const ruleValue = z.union(
  [text, z.number(), z.boolean(), z.array(text).min(1).max(100)],
  'Give text, a number, true or false, or a list of up to 100 texts.',
);
export type RuleValue = z.infer<typeof ruleValue>;

/**
 * A condition on one column, or a group of rules of which `all` or `any` must match. `path` selects
 * values in JSON: `Statement.Effect`; lists are entered automatically, and a name may contain dots:
 * `app.kubernetes.io/name`.
 */
export type Rule = {
  all?: Rule[] | undefined;
  any?: Rule[] | undefined;
  column?: string | undefined;
  path?: string | undefined;
  operator?: Operator | undefined;
  value?: RuleValue | undefined;
};

const conditionFields = {
  column: z.string().min(1).max(100).optional(),
  path: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^.]*(\.[^.]*){0,9}$/, 'A path can have at most ten names.')
    .optional(),
  operator: z.enum(operators, 'There is no such operator.').optional(),
  value: ruleValue.optional(),
};

const isColumnOrGroup = ({ all, any, column }: Rule): boolean =>
  [all, any, column].filter((part) => part !== undefined).length === 1;

const isPlainGroup = ({ all, any, path, operator, value }: Rule): boolean =>
  (all === undefined && any === undefined) ||
  [path, operator, value].every((part) => part === undefined);

const tooDeepText = `Rules can be nested at most ${maxLevels} levels deep.`;

const ruleSchema = (levelsBelow: number): z.ZodType<Rule> => {
  const rules =
    levelsBelow > 0
      ? z
          .array(ruleSchema(levelsBelow - 1))
          .min(1)
          .max(maxRules)
      : undefined;
  // The deepest level allows no groups; the error message says so.
  const group = (rules ?? z.never(tooDeepText)).optional();
  const shape = { all: group, any: group, ...conditionFields };
  return z
    .strictObject(shape)
    .refine(
      isColumnOrGroup,
      'A rule must have either a column, or a group of rules: "all" or "any".',
    )
    .refine(isPlainGroup, 'A group can contain only its rules.');
};

/** How many conditions on columns a rule contains. */
export const ruleCount = ({ all, any }: Rule): number =>
  (all ?? any)?.reduce((sum, one) => sum + ruleCount(one), 0) ?? 1;

const tooManyRulesText = `A query can have at most ${maxRules} rules.`;

/** Whether a value contains more rules and groups than any query may, even if it is invalid. */
const hasTooManyRules = (value: unknown): boolean => {
  const pending = [value];
  for (let visited = 0; pending.length > 0; visited += 1) {
    if (visited > maxRules * maxLevels) return true;
    const { all, any } = Object(pending.pop());
    for (const group of [all, any]) if (Array.isArray(group)) pending.push(...group.slice(0, 1000));
  }
  return false;
};

/** Counted before validation: listing the problems of 50,000 rules would take seconds. */
export const searchRule = z.preprocess(
  (value, context) => {
    if (!hasTooManyRules(value)) return value;
    context.addIssue({ code: 'custom', message: tooManyRulesText });
    return z.NEVER;
  },
  ruleSchema(maxLevels - 1).refine((rule) => ruleCount(rule) <= maxRules, tooManyRulesText),
);

/** A search: a resource type and the rule that its resources must match; without one, all match. */
export const searchQuery = z.strictObject({
  resource_type: resourceTypeId,
  match: searchRule.optional(),
  /** Only resources of these integrations; if absent, those of all integrations of the type. */
  integration_ids: z.array(z.string().max(60)).min(1).max(100).optional(),
});
export type SearchQuery = z.infer<typeof searchQuery>;

import * as z from 'zod';
import { template } from './template.schema.ts';

export const conditionModes = ['expression', 'rules'] as const;
export const ruleMatches = ['all', 'any'] as const;

/** `compare` is the type of the comparison value; absent if the operator needs none. */
type Operator = { label: string; compare?: 'text' | 'pattern' | 'number' | 'date' | 'item' };

/**
 * Operators of rules by value type. Patterns are RE2: linear time, without look-around and back
 * references. Days are counted back or ahead from now.
 */
export const operators = {
  text: {
    equals: { label: 'is', compare: 'text' },
    not_equals: { label: 'is not', compare: 'text' },
    contains: { label: 'contains', compare: 'text' },
    not_contains: { label: 'does not contain', compare: 'text' },
    starts_with: { label: 'starts with', compare: 'text' },
    ends_with: { label: 'ends with', compare: 'text' },
    matches: { label: 'matches the pattern', compare: 'pattern' },
    is_empty: { label: 'is empty' },
    is_not_empty: { label: 'is not empty' },
  },
  number: {
    equals: { label: '=', compare: 'number' },
    not_equals: { label: '≠', compare: 'number' },
    less: { label: '<', compare: 'number' },
    less_or_equal: { label: '≤', compare: 'number' },
    greater: { label: '>', compare: 'number' },
    greater_or_equal: { label: '≥', compare: 'number' },
  },
  boolean: {
    is_true: { label: 'is true' },
    is_false: { label: 'is false' },
  },
  date: {
    before: { label: 'is before', compare: 'date' },
    after: { label: 'is after', compare: 'date' },
    in_last_days: { label: 'is within the last (days)', compare: 'number' },
    in_next_days: { label: 'is within the next (days)', compare: 'number' },
    older_than_days: { label: 'is older than (days)', compare: 'number' },
  },
  list: {
    contains: { label: 'contains', compare: 'item' },
    not_contains: { label: 'does not contain', compare: 'item' },
    length_equals: { label: 'has as many entries as', compare: 'number' },
    length_less: { label: 'has fewer entries than', compare: 'number' },
    length_greater: { label: 'has more entries than', compare: 'number' },
    is_empty: { label: 'is empty' },
    is_not_empty: { label: 'is not empty' },
  },
} as const satisfies Record<string, Record<string, Operator>>;

export type ValueType = keyof typeof operators;
export type OperatorOf<T extends ValueType> = keyof (typeof operators)[T];

export const valueTypes = ['text', 'number', 'boolean', 'date', 'list'] as const;

/** The operator of a type with this name; undefined if the type has none. */
export const operatorOf = (type: ValueType, name: string): Operator | undefined => {
  const typeOperators: Record<string, Operator> = operators[type];
  return Object.hasOwn(typeOperators, name) ? typeOperators[name] : undefined;
};

export const conditionRule = z
  .strictObject({
    value: template().min(1, 'Enter the value to compare.'),
    type: z.enum(valueTypes).default('text'),
    operator: z.string().max(40),
    compare: template().default(''),
  })
  .superRefine(({ type, operator }, context) => {
    if (operatorOf(type, operator)) return;
    const message = `Choose an operator for a ${type}.`;
    context.addIssue({ code: 'custom', path: ['operator'], message });
  });
export type ConditionRule = z.output<typeof conditionRule>;

export const conditionSettings = z.strictObject({
  mode: z.enum(conditionModes).default('expression').meta({
    title: 'Decide by',
    description: 'One expression, or rules that compare values.',
  }),
  expression: template()
    .min(1, 'Enter an expression.')
    .default('')
    .meta({
      title: 'Expression',
      description: "If it yields true, the run takes 'yes', otherwise 'no'.",
      placeholder: "{% $event.severity = 'HIGH' %}",
      control: 'expression',
      when: { mode: ['expression'] },
    }),
  match: z
    .enum(ruleMatches)
    .default('all')
    .meta({
      title: 'Match',
      description: 'Whether all rules must hold, or any one of them.',
      when: { mode: ['rules'] },
    }),
  rules: z
    .array(conditionRule)
    .max(50)
    .default([])
    .meta({
      title: 'Rules',
      description:
        'A missing list has no entries; any other missing value is empty and matches no other ' +
        'rule. A value that cannot be read as the type of its rule fails the node. Dates are ISO ' +
        '8601; those without a zone are UTC.',
      control: 'rules',
      when: { mode: ['rules'] },
    }),
});

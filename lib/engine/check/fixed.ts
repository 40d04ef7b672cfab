import {
  conditionRule,
  type ConditionRule,
  operatorOf,
} from '#lib/domain/bots/nodes/condition.schema.ts';
import { moment } from '#lib/domain/bots/nodes/delay.schema.ts';
import { isTemplate, wholeCode } from '../expression/template.ts';
import { compareReaders, Unreadable, valueReaders } from '../nodes/condition/readers.ts';

const unreadableReason = (text: string, read: (value: unknown) => unknown): string | undefined => {
  if (isTemplate(text)) return undefined;
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
};

const problemOf = ({ type, operator, value, compare }: ConditionRule): string | undefined => {
  const side = operatorOf(type, operator)?.compare;
  const problem = unreadableReason(value, valueReaders[type]);
  return problem ?? (side && unreadableReason(compare, compareReaders[side]));
};

/** What is wrong with the rules of a condition, where they have no expressions. */
export const checkConditionRules = (value: unknown): string | undefined => {
  const rules = conditionRule.array().safeParse(value).data;
  if (rules?.length === 0) return 'Add a rule.';
  const problems = rules?.map(problemOf) ?? [];
  const badIndex = problems.findIndex((problem) => problem !== undefined);
  return badIndex < 0 ? undefined : `Rule ${badIndex + 1}: ${problems[badIndex]}`;
};

/** What is wrong with a time that is not an expression. */
export const checkMoment = (value: unknown): string | undefined =>
  typeof value !== 'string' || isTemplate(value) || moment.safeParse(value).success
    ? undefined
    : 'Write a time with an offset or Z, such as 2027-01-31T08:00:00Z, or an expression.';

/** An expression that is only a literal text, number or null. */
const plainValue = /^("[^"\\]*"|'[^'\\]*'|-?\d+(\.\d+)?|null)$/;

/** What is wrong with a condition's expression that can be neither true nor false. */
export const checkConditionExpression = (value: unknown): string | undefined => {
  const code = typeof value === 'string' ? wholeCode(value) : undefined;
  return code !== undefined && plainValue.test(code)
    ? `${code} is neither true nor false. Compare it with something: {% $event.severity = "HIGH" %}`
    : undefined;
};

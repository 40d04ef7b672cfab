import { listOf, matchesPattern, type Statement } from './iam.ts';

/** One access to AWS, in the terms of policies. */
export type Access = {
  action: string;
  resource: string;
  context: Record<string, string | string[]>;
};

type Operator = (actual: string[] | undefined, expected: string[]) => boolean;

const someValueMatches: Operator = (actual = [], expected) =>
  actual.some((text) => expected.some((pattern) => matchesPattern(pattern, text)));
const allValuesMatch: Operator = (actual = [], expected) =>
  actual.every((text) => expected.some((pattern) => matchesPattern(pattern, text)));

const operators: Record<string, Operator> = {
  Null: (actual, expected) => (actual === undefined) === (expected[0] === 'true'),
  StringEquals: (actual = [], expected) => actual.some((text) => expected.includes(text)),
  StringLike: someValueMatches,
  ArnEquals: someValueMatches,
  ArnLike: someValueMatches,
  // A request without the key passes, as on AWS.
  'ForAllValues:StringEquals': (actual = [], expected) =>
    actual.every((text) => expected.includes(text)),
  'ForAllValues:StringLike': allValuesMatch,
};

const asList = (value: string | string[] | undefined): string[] | undefined =>
  value === undefined ? undefined : listOf(value);

const variable = /\$\{([^}]+)\}/g;

/** A condition's value with its variables replaced; none if a variable has no value. */
const substituteVariables = (template: string, { context }: Access): string[] => {
  const names = [...template.matchAll(variable)].map(([, name = '']) => name);
  if (names.some((name) => context[name] === undefined)) return [];
  return [template.replace(variable, (_, name: string) => String(context[name]))];
};

const conditionsHold = (statement: Statement, access: Access): boolean =>
  Object.entries(statement.Condition ?? {}).every(([operator, keys]) => {
    const compare = operators[operator];
    if (!compare) throw new Error(`The condition ${operator} is not understood here.`);
    return Object.entries(keys).every(([key, expected]) =>
      compare(
        asList(access.context[key]),
        listOf(expected).flatMap((one) => substituteVariables(one, access)),
      ),
    );
  });

/** Whether a statement permits an access. It covers the small part of IAM that our roles use. */
export const permits = (statement: Statement, access: Access): boolean =>
  statement.Effect === 'Allow' &&
  listOf(statement.Action).some((pattern) => matchesPattern(pattern, access.action)) &&
  listOf(statement.Resource).some((pattern) => matchesPattern(pattern, access.resource)) &&
  conditionsHold(statement, access);

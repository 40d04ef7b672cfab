import { listOf, matchesPattern, type Statement } from './iam.ts';

/** One access to AWS, in the terms of policies. */
export type Access = {
  action: string;
  resource: string;
  context: Record<string, string | string[]>;
};

type Operator = (given: string[] | undefined, wanted: string[]) => boolean;

const someValueMatches: Operator = (given = [], wanted) =>
  given.some((text) => wanted.some((pattern) => matchesPattern(pattern, text)));
const allValuesMatch: Operator = (given = [], wanted) =>
  given.every((text) => wanted.some((pattern) => matchesPattern(pattern, text)));

const operators: Record<string, Operator> = {
  Null: (given, wanted) => (given === undefined) === (wanted[0] === 'true'),
  StringEquals: (given = [], wanted) => given.some((text) => wanted.includes(text)),
  StringLike: someValueMatches,
  ArnEquals: someValueMatches,
  ArnLike: someValueMatches,
  // A request without the key passes, as on AWS.
  'ForAllValues:StringEquals': (given = [], wanted) => given.every((text) => wanted.includes(text)),
  'ForAllValues:StringLike': allValuesMatch,
};

const asList = (value: string | string[] | undefined): string[] | undefined =>
  value === undefined ? undefined : listOf(value);

const variable = /\$\{([^}]+)\}/g;

/** A condition's value with its variables replaced; none if a variable has no value. */
const substituteVariables = (wanted: string, { context }: Access): string[] => {
  const names = [...wanted.matchAll(variable)].map(([, name = '']) => name);
  if (names.some((name) => context[name] === undefined)) return [];
  return [wanted.replace(variable, (_, name: string) => String(context[name]))];
};

const conditionsHold = (statement: Statement, access: Access): boolean =>
  Object.entries(statement.Condition ?? {}).every(([operator, keys]) => {
    const compare = operators[operator];
    if (!compare) throw new Error(`The condition ${operator} is not understood here.`);
    return Object.entries(keys).every(([key, wanted]) =>
      compare(
        asList(access.context[key]),
        listOf(wanted).flatMap((one) => substituteVariables(one, access)),
      ),
    );
  });

/** Whether a statement permits an access. It covers the small part of IAM that our roles use. */
export const permits = (statement: Statement, access: Access): boolean =>
  statement.Effect === 'Allow' &&
  listOf(statement.Action).some((pattern) => matchesPattern(pattern, access.action)) &&
  listOf(statement.Resource).some((pattern) => matchesPattern(pattern, access.resource)) &&
  conditionsHold(statement, access);

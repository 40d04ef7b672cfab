import type { Stack } from 'aws-cdk-lib';
import type { VariableName } from '#lib/aws/environment.ts';
import type { FunctionSpec } from './function-spec.ts';
import { needRules } from './needs.ts';
import type { Tables } from './tables.ts';

/** The values known so far; addresses are added as soon as their resource exists. */
export type VariableValues = Partial<Record<VariableName, string>>;

/** The environment of one function: its tables by name, and the variables of its needs. */
export const environmentOf = (
  { tables = {}, needs = [], variables = [] }: FunctionSpec,
  context: { stack: Stack; tables: Tables; values: VariableValues },
): Record<string, string> => {
  const names = new Set([...needs.flatMap((need) => needRules[need].variables), ...variables]);
  const values = [...names].map((name) => {
    const value = context.values[name];
    if (value === undefined) throw new Error(`${name} is not known yet when a function needs it.`);
    return [name, value];
  });
  const tableNames = Object.keys(tables).map((name) => [
    name,
    context.tables.tableNamed(name).tableName,
  ]);
  return {
    ...Object.fromEntries(values),
    ...(tableNames.length > 0 && {
      TABLES: context.stack.toJsonString(Object.fromEntries(tableNames)),
    }),
  };
};

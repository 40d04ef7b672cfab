import type { Stack } from 'aws-cdk-lib';
import type { VariableName } from '#lib/aws/environment.ts';
import { type FunctionSpec, machineNeeds, type Need } from './function-spec.ts';
import type { Tables } from './tables.ts';

/** The variables that a need brings along. */
const ofNeed: Record<Need, VariableName[]> = {
  'read files': ['FILES_BUCKET'],
  'write files': ['FILES_BUCKET'],
  'seal secrets': ['KEY_ID'],
  'open secrets': ['KEY_ID'],
  'read hash secret': ['HASH_SECRET_ID'],
  'publish facts': ['BUS_NAME'],
  'push frames': ['WS_ENDPOINT'],
  'end sockets': ['WS_ENDPOINT'],
  'send mail': ['MAIL_FROM'],
  'change schedules': [
    'SCHEDULE_GROUPS',
    'SCHEDULE_TARGET_ARN',
    'SCHEDULE_ROLE_ARN',
    'SCHEDULE_DLQ_ARN',
  ],
  'list schedules': ['SCHEDULE_GROUPS'],
  ...machineNeeds('start', () => ['STATE_MACHINES']),
  'resume runs': ['STATE_MACHINES'],
  ...machineNeeds('stop', () => ['STATE_MACHINES']),
  'run python': ['PYTHON_FUNCTION_ARN'],
  'invite people': ['USER_POOL_ID'],
  'manage people': ['USER_POOL_ID'],
};

/** What is known while the stack grows; addresses join as soon as their resource exists. */
export type VariableValues = Partial<Record<VariableName, string>>;

/** The environment of one function: its tables by name, and what its needs bring along. */
export const environmentOf = (
  { tables = {}, needs = [], variables = [] }: FunctionSpec,
  known: { stack: Stack; tables: Tables; values: VariableValues },
): Record<string, string> => {
  const names = new Set([...needs.flatMap((need) => ofNeed[need]), ...variables]);
  const values = [...names].map((name) => {
    const value = known.values[name];
    if (value === undefined) throw new Error(`${name} is not known yet when a function needs it.`);
    return [name, value];
  });
  const tableNames = Object.keys(tables).map((name) => [name, known.tables.named(name).tableName]);
  return {
    ...Object.fromEntries(values),
    ...(tableNames.length > 0 && {
      TABLES: known.stack.toJsonString(Object.fromEntries(tableNames)),
    }),
  };
};

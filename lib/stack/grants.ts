import type { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { MachineName } from '#lib/machines.ts';
import { tables as listed } from '#lib/tables.ts';
import { isPerTenant } from '#lib/tenancy.ts';
import type { MachineArns } from './engine.ts';
import { type FunctionSpec, machineNeeds, type Need, type TableUse } from './function-spec.ts';
import type { Realtime } from './realtime.ts';
import type { Schedules } from './schedules.ts';
import type { Storage } from './storage.ts';
import type { Tables } from './tables.ts';
import { allowOwnKeys } from './tenant-role.ts';

/** What functions are permitted to reach, by address. */
export type Reachable = {
  stack: Stack;
  tables: Tables;
  storage: Storage;
  poolArn: string;
  busArn: string;
  /**
   * By name, not by reference: a machine calls functions that are made after those that start it.
   */
  machineArns: Record<MachineName, MachineArns>;
  connectionsArn: Realtime['connectionsArn'];
  mailFrom: string;
  /** Empty until the function is there. */
  pythonArn: string;
  schedules: Schedules;
};

const allow = (actions: string[], ...resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions, resources });

const tableActions: Record<string, string> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

const indexOf = (use: TableUse): string | undefined => use.split(' ')[1];

/** The items that an index of keys names are fetched from the table. */
const fetches = (table: string, use: TableUse): boolean => {
  const [kind, index] = use.split(' ');
  const spec = listed.find(({ name }) => name === table);
  return kind === 'query' && index !== undefined && !!spec?.indexes?.[index]?.keysOnly;
};

/** Actions on a table, or on one index of it. */
type TableGrant = { table: string; index?: string; actions: string[]; arn: string };

const tableGrants = (table: string, arn: string, uses: TableUse[]): TableGrant[] => {
  const fetching = uses.some((use) => fetches(table, use)) ? ['dynamodb:BatchGetItem'] : [];
  const onTable = [...uses.flatMap((use) => tableActions[use] ?? []), ...fetching];
  const indexes = uses.flatMap((use) => indexOf(use) ?? []);
  return [
    ...(onTable.length > 0 ? [{ table, actions: onTable, arn }] : []),
    ...indexes.map((index) => {
      const indexArn = `${arn}/index/${index}`;
      return { table, index, actions: ['dynamodb:Query'], arn: indexArn };
    }),
  ];
};

/** A secret is sealed and opened under the name of its tenant only. */
const sealing = (action: string, { storage }: Reachable): PolicyStatement =>
  new PolicyStatement({
    actions: [action],
    resources: [storage.sealingKey.keyArn],
    conditions: { Null: { 'kms:EncryptionContext:tenant_id': 'false' } },
  });

const mailing = ({ stack, mailFrom }: Reachable): PolicyStatement =>
  new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [stack.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' })],
    conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
  });

const needStatements: Record<Need, (to: Reachable) => PolicyStatement[]> = {
  // S3 tells a missing object from a forbidden one only to those who may list the bucket.
  'read files': ({ storage }) => [
    allow(['s3:GetObject'], storage.files.arnForObjects('*')),
    allow(['s3:ListBucket'], storage.files.bucketArn),
  ],
  'write files': ({ storage }) => [allow(['s3:PutObject'], storage.files.arnForObjects('*'))],
  'seal secrets': (to) => [sealing('kms:GenerateDataKey', to)],
  'open secrets': (to) => [sealing('kms:Decrypt', to)],
  'read hash secret': ({ storage }) => [
    allow(['secretsmanager:GetSecretValue'], storage.hashSecret.secretArn),
  ],
  'publish facts': ({ busArn }) => [allow(['events:PutEvents'], busArn)],
  'push frames': ({ connectionsArn }) => [
    allow(['execute-api:ManageConnections'], connectionsArn('POST')),
  ],
  'end sockets': ({ connectionsArn }) => [
    allow(['execute-api:ManageConnections'], connectionsArn('DELETE')),
  ],
  'send mail': (to) => [mailing(to)],
  // A schedule is written with the role by which it will call.
  'change schedules': ({ schedules: { schedulesArns, role } }) => [
    allow(
      ['scheduler:CreateSchedule', 'scheduler:DeleteSchedule', 'scheduler:UpdateSchedule'],
      ...schedulesArns,
    ),
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [role.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
  ],
  // The action knows no resource.
  'list schedules': () => [allow(['scheduler:ListSchedules'], '*')],
  ...machineNeeds('start', (machine) => ({ machineArns }: Reachable) => [
    allow(['states:StartExecution'], machineArns[machine].stateMachineArn),
  ]),
  // A task token names its run; the action knows no resource.
  'resume runs': () => [allow(['states:SendTaskSuccess'], '*')],
  ...machineNeeds('stop', (machine) => ({ machineArns }: Reachable) => [
    allow(['states:StopExecution'], machineArns[machine].executionsArn),
  ]),
  'run python': ({ pythonArn }) => [allow(['lambda:InvokeFunction'], pythonArn)],
  'invite people': ({ poolArn }) => [
    allow(
      ['cognito-idp:AdminAddUserToGroup', 'cognito-idp:AdminCreateUser', 'cognito-idp:CreateGroup'],
      poolArn,
    ),
  ],
  'manage people': ({ poolArn }) => [
    allow(
      [
        'cognito-idp:AdminAddUserToGroup',
        'cognito-idp:AdminCreateUser',
        'cognito-idp:AdminDeleteUser',
        'cognito-idp:AdminGetUser',
        'cognito-idp:AdminListGroupsForUser',
        'cognito-idp:AdminSetUserPassword',
        'cognito-idp:AdminUserGlobalSignOut',
        'cognito-idp:CreateGroup',
      ],
      poolArn,
    ),
  ],
};

/** What the role of a function permits, and what the sessions of its role for organisations do. */
export type Statements = { own: PolicyStatement[]; ofTenant: PolicyStatement[] };

/** What a function's entry in `functions.ts` says, and nothing else. */
export const statementsOf = (
  { tables = {}, needs = [], acrossTenants }: FunctionSpec,
  to: Reachable,
): Statements => {
  const all = Object.entries(tables).flatMap(([name, uses]) =>
    tableGrants(name, to.tables.named(name).tableArn, uses),
  );
  const isOfTenant = ({ index, table }: TableGrant) =>
    acrossTenants === undefined && isPerTenant({ name: table }, index);
  return {
    own: [
      ...all.filter((one) => !isOfTenant(one)).map(({ actions, arn }) => allow(actions, arn)),
      ...needs.flatMap((need) => needStatements[need](to)),
    ],
    ofTenant: all.filter(isOfTenant).map(({ actions, arn }) => allowOwnKeys(actions, arn)),
  };
};

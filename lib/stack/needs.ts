import type { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { VariableName } from '#lib/aws/environment.ts';
import { roleTemplateFile } from '#lib/kernel/published-files.ts';
import { type ScheduleKind, scheduleKinds } from '#lib/kernel/schedule-kinds.ts';
import { type MachineName, machineNames } from '#lib/machines.ts';
import type { MachineArns } from './engine.ts';
import type { Realtime } from './realtime.ts';
import type { Schedules } from './schedules.ts';
import type { Site } from './site.ts';
import type { Storage } from './storage.ts';
import type { Tables } from './tables.ts';

/** The resources that functions can be permitted to access. */
export type GrantTargets = {
  stack: Stack;
  namePrefix: string;
  tables: Tables;
  storage: Storage;
  site: Site;
  poolArn: string;
  busArn: string;
  /** From names, not references: a machine calls functions created after those that start it. */
  machineArns: Record<MachineName, MachineArns>;
  connectionsArn: Realtime['connectionsArn'];
  mailFrom: string;
  /** Empty until the function exists. */
  pythonArn: string;
  queryArn: string;
  modelArn: string;
  schedules: Schedules;
};

type NeedRule = {
  /** The variables that name the resource. */
  variables: readonly VariableName[];
  permits: (to: GrantTargets) => PolicyStatement[];
};

type MachineVerb = 'start' | 'stop';

/** Makes such a need for each machine. */
export const machineNeeds = <V extends MachineVerb, T>(verb: V, make: (of: MachineName) => T) => {
  const entries = machineNames.map((machine) => [`${verb} ${machine}`, make(machine)]);
  return Object.fromEntries(entries) as Record<`${V} ${MachineName}`, T>;
};

type ScheduleVerb = 'change' | 'end';

/** Makes the needs for changing or ending schedules, for each kind. */
export const scheduleNeeds = <V extends ScheduleVerb, T>(
  verb: V,
  make: (of: ScheduleKind) => T,
) => {
  const entries = scheduleKinds.map((kind) => [`${verb} ${kind} schedules`, make(kind)]);
  return Object.fromEntries(entries) as Record<`${V} ${ScheduleKind} schedules`, T>;
};

export const allow = (actions: string[], ...resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions, resources });

/** Permits sealing or opening only with a tenant in the encryption context. */
const sealingStatement = (action: string, { storage }: GrantTargets): PolicyStatement =>
  new PolicyStatement({
    actions: [action],
    resources: [storage.sealingKey.keyArn],
    conditions: { Null: { 'kms:EncryptionContext:tenant_id': 'false' } },
  });

/** The prefix of the roles in customers' accounts that integrations use. */
export const integrationRolePrefix = (namePrefix: string): string => `${namePrefix}-integration-`;

/** The path of the product's roles that assume them; customers trust the path as a whole. */
export const integrationRolePath = (namePrefix: string): string => `/${namePrefix}/integrations/`;

const mailStatement = ({ stack, mailFrom }: GrantTargets): PolicyStatement =>
  new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [stack.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' })],
    conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
  });

const schedulingVariables = [
  'SCHEDULE_GROUPS',
  'SCHEDULE_TARGET_ARN',
  'SCHEDULE_ROLE_ARN',
  'SCHEDULE_DLQ_ARN',
] as const;

/** What functions may need besides tables: the statements, and the variables that go with them. */
export const needRules = {
  // Without the right to list the bucket, S3 reports a missing object as forbidden.
  'read files': {
    variables: ['FILES_BUCKET'],
    permits: ({ storage }) => [
      allow(['s3:GetObject'], storage.files.arnForObjects('*')),
      allow(['s3:ListBucket'], storage.files.bucketArn),
    ],
  },
  'write files': {
    variables: ['FILES_BUCKET'],
    permits: ({ storage }) => [allow(['s3:PutObject'], storage.files.arnForObjects('*'))],
  },
  'remove files': {
    variables: ['FILES_BUCKET'],
    permits: ({ storage }) => [allow(['s3:DeleteObject'], storage.files.arnForObjects('*'))],
  },
  'clear folders': {
    variables: ['FILES_BUCKET'],
    permits: ({ storage }) => [
      allow(['s3:ListBucket'], storage.files.bucketArn),
      allow(['s3:DeleteObject'], storage.files.arnForObjects('*')),
    ],
  },
  'seal secrets': {
    variables: ['KEY_ID'],
    permits: (to) => [sealingStatement('kms:GenerateDataKey', to)],
  },
  'open secrets': {
    variables: ['KEY_ID'],
    permits: (to) => [sealingStatement('kms:Decrypt', to)],
  },
  'read hash secret': {
    variables: ['HASH_SECRET_ID'],
    permits: ({ storage }) => [
      allow(['secretsmanager:GetSecretValue'], storage.hashSecret.secretArn),
    ],
  },
  'read steampipe address': {
    variables: ['STEAMPIPE_SECRET_ID'],
    permits: ({ storage }) => [
      allow(['secretsmanager:GetSecretValue'], storage.steampipeAddress.secretArn),
    ],
  },
  'publish facts': {
    variables: ['BUS_NAME'],
    permits: ({ busArn }) => [allow(['events:PutEvents'], busArn)],
  },
  'push frames': {
    variables: ['WS_ENDPOINT'],
    permits: ({ connectionsArn }) => [
      allow(['execute-api:ManageConnections'], connectionsArn('POST')),
    ],
  },
  'end sockets': {
    variables: ['WS_ENDPOINT'],
    permits: ({ connectionsArn }) => [
      allow(['execute-api:ManageConnections'], connectionsArn('DELETE')),
    ],
  },
  'send mail': {
    variables: ['MAIL_FROM'],
    permits: (to) => [mailStatement(to)],
  },
  // Writing a schedule passes the role that it will use.
  ...scheduleNeeds('change', (kind) => ({
    variables: schedulingVariables,
    permits: ({ schedules }: GrantTargets) => [
      allow(
        ['scheduler:CreateSchedule', 'scheduler:DeleteSchedule', 'scheduler:UpdateSchedule'],
        schedules.schedulesArn(kind),
      ),
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [schedules.role.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
    ],
  })),
  ...scheduleNeeds('end', (kind) => ({
    variables: schedulingVariables,
    permits: ({ schedules }: GrantTargets) => [
      allow(['scheduler:DeleteSchedule'], schedules.schedulesArn(kind)),
    ],
  })),
  // The action does not support resources.
  'list schedules': {
    variables: ['SCHEDULE_GROUPS'],
    permits: () => [allow(['scheduler:ListSchedules'], '*')],
  },
  ...machineNeeds('start', (machine) => ({
    variables: ['STATE_MACHINES'] as const,
    permits: ({ machineArns }: GrantTargets) => [
      allow(['states:StartExecution'], machineArns[machine].stateMachineArn),
    ],
  })),
  // A task token identifies its run; the action does not support resources.
  'resume runs': {
    variables: ['STATE_MACHINES'],
    permits: () => [allow(['states:SendTaskSuccess'], '*')],
  },
  ...machineNeeds('stop', (machine) => ({
    variables: ['STATE_MACHINES'] as const,
    permits: ({ machineArns }: GrantTargets) => [
      allow(['states:StopExecution'], machineArns[machine].executionsArn),
    ],
  })),
  'run python': {
    variables: ['PYTHON_FUNCTION_ARN'],
    permits: ({ pythonArn }) => [allow(['lambda:InvokeFunction'], pythonArn)],
  },
  'query inventory': {
    variables: ['QUERY_FUNCTION_ARN'],
    permits: ({ queryArn }) => [allow(['lambda:InvokeFunction'], queryArn)],
  },
  'ask models': {
    variables: ['MODEL_FUNCTION_ARN'],
    permits: ({ modelArn }) => [allow(['lambda:InvokeFunction'], modelArn)],
  },
  // Customers create these roles in their accounts, and trust the path of the product's roles.
  'assume integration roles': {
    variables: [],
    permits: ({ stack, namePrefix }) => [
      allow(
        ['sts:AssumeRole'],
        `arn:${stack.partition}:iam::*:role/${integrationRolePrefix(namePrefix)}*`,
      ),
    ],
  },
  // A presigned address lets a customer who launches the stack of such a role read its template.
  'show role template': {
    variables: ['SITE_BUCKET'],
    permits: ({ site }) => [allow(['s3:GetObject'], site.bucket.arnForObjects(roleTemplateFile))],
  },
  'invite people': {
    variables: ['USER_POOL_ID'],
    permits: ({ poolArn }) => [
      allow(
        [
          'cognito-idp:AdminAddUserToGroup',
          'cognito-idp:AdminCreateUser',
          'cognito-idp:CreateGroup',
        ],
        poolArn,
      ),
    ],
  },
  'manage people': {
    variables: ['USER_POOL_ID'],
    permits: ({ poolArn }) => [
      allow(
        [
          'cognito-idp:AdminAddUserToGroup',
          'cognito-idp:AdminCreateUser',
          'cognito-idp:AdminDeleteUser',
          'cognito-idp:AdminGetUser',
          'cognito-idp:AdminListGroupsForUser',
          'cognito-idp:AdminDeleteSoftwareToken',
          'cognito-idp:AdminSetUserMFAPreference',
          'cognito-idp:AdminSetUserPassword',
          'cognito-idp:AdminUserGlobalSignOut',
          'cognito-idp:CreateGroup',
        ],
        poolArn,
      ),
    ],
  },
} satisfies Record<string, NeedRule>;

export type Need = keyof typeof needRules;

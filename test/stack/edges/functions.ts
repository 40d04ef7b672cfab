import type { FunctionSpec, TableUse } from '#lib/stack/function-spec.ts';
import { constructIdOf, type FunctionName, functions } from '#lib/stack/functions.ts';
import { machineNeeds, type Need } from '#lib/stack/needs.ts';
import { accountId, region } from '../../support/account.ts';
import type { Account, Made } from './account.ts';
import type { Edge, Finding } from './edge.ts';

type Variables = Record<string, string>;
type Use = [action: string, resource: string, context?: Edge['context']];

const tenant = `org_${'a'.repeat(32)}`;
const sealed = { 'kms:EncryptionContext:tenant_id': tenant };

const arn = (service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${rest}`;

const files = ({ FILES_BUCKET }: Variables) => `arn:aws:s3:::${FILES_BUCKET}`;
const key = ({ KEY_ID }: Variables) => arn('kms', `key/${KEY_ID}`);
const pool = ({ USER_POOL_ID }: Variables) => arn('cognito-idp', `userpool/${USER_POOL_ID}`);
const sockets = ({ WS_ENDPOINT = '' }: Variables, method: string) => {
  const { host, pathname } = new URL(WS_ENDPOINT);
  const [api = ''] = host.split('.');
  return arn('execute-api', `${api}${pathname}/${method}/@connections/sample`);
};
/** An action on a schedule in each of the groups. */
const onSchedules = (action: string, { SCHEDULE_GROUPS = '{}' }: Variables): Use[] =>
  Object.values<string>(JSON.parse(SCHEDULE_GROUPS)).map((group) => [
    action,
    arn('scheduler', `schedule/${group}/sample`),
  ]);
const machineOf = ({ STATE_MACHINES = '{}' }: Variables, machine: string): string =>
  String(JSON.parse(STATE_MACHINES)[machine]);
const executionOf = (given: Variables, machine: string): string =>
  `${machineOf(given, machine).replace(':stateMachine:', ':execution:')}:sample`;

/** What a need does, to the resources that the function's own variables name. */
const usesOf: Record<Need, (given: Variables) => Use[]> = {
  'read files': (given) => [
    ['s3:GetObject', `${files(given)}/sample`],
    ['s3:ListBucket', files(given)],
  ],
  'write files': (given) => [['s3:PutObject', `${files(given)}/sample`]],
  'seal secrets': (given) => [['kms:GenerateDataKey', key(given), sealed]],
  'open secrets': (given) => [['kms:Decrypt', key(given), sealed]],
  'read hash secret': ({ HASH_SECRET_ID = '' }) => [
    ['secretsmanager:GetSecretValue', HASH_SECRET_ID],
  ],
  'publish facts': ({ BUS_NAME }) => [['events:PutEvents', arn('events', `event-bus/${BUS_NAME}`)]],
  'push frames': (given) => [['execute-api:ManageConnections', sockets(given, 'POST')]],
  'end sockets': (given) => [['execute-api:ManageConnections', sockets(given, 'DELETE')]],
  'send mail': ({ MAIL_FROM = '' }) => [
    ['ses:SendEmail', arn('ses', `identity/${MAIL_FROM}`), { 'ses:FromAddress': MAIL_FROM }],
  ],
  'change schedules': (given) => [
    ...onSchedules('scheduler:CreateSchedule', given),
    ...onSchedules('scheduler:UpdateSchedule', given),
    ...onSchedules('scheduler:DeleteSchedule', given),
    [
      'iam:PassRole',
      given.SCHEDULE_ROLE_ARN ?? '',
      { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    ],
  ],
  'list schedules': () => [['scheduler:ListSchedules', '*']],
  ...machineNeeds('start', (machine) => (given: Variables): Use[] => [
    ['states:StartExecution', machineOf(given, machine)],
  ]),
  'resume runs': () => [['states:SendTaskSuccess', '*']],
  ...machineNeeds('stop', (machine) => (given: Variables): Use[] => [
    ['states:StopExecution', executionOf(given, machine)],
  ]),
  'run python': ({ PYTHON_FUNCTION_ARN = '' }) => [['lambda:InvokeFunction', PYTHON_FUNCTION_ARN]],
  'invite people': (given) => [['cognito-idp:AdminCreateUser', pool(given)]],
  'manage people': (given) => [['cognito-idp:AdminGetUser', pool(given)]],
};

/** Variables that name a resource, and its type. */
const namedBy: Record<string, string> = {
  FILES_BUCKET: 'AWS::S3::Bucket',
  KEY_ID: 'AWS::KMS::Key',
  HASH_SECRET_ID: 'AWS::SecretsManager::Secret',
  BUS_NAME: 'AWS::Events::EventBus',
  USER_POOL_ID: 'AWS::Cognito::UserPool',
  CLIENT_ID: 'AWS::Cognito::UserPoolClient',
};

/** Variables that name a resource for each entry of a list, as JSON. */
const mapsOfNames: Record<string, string> = {
  STATE_MACHINES: 'AWS::StepFunctions::StateMachine',
  SCHEDULE_GROUPS: 'AWS::Scheduler::ScheduleGroup',
};

const missing = (account: Account, { id }: Made, given: Variables): Finding[] => {
  const named = [
    ...Object.entries(namedBy).map(([name, type]) => [name, type, given[name]] as const),
    ...Object.entries(mapsOfNames).flatMap(([name, type]) =>
      Object.values<string>(JSON.parse(given[name] ?? '{}')).map(
        (value) => [name, type, value] as const,
      ),
    ),
  ];
  return named.flatMap(([name, type, value]) =>
    value === undefined || account.named(type, value) ? [] : [`${id}: ${name} names no ${type}`],
  );
};

const tableActions: Record<string, string> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

const tableUse = (use: TableUse, tableArn: string): Use => {
  const [kind = '', index] = use.split(' ');
  if (index !== undefined) return ['dynamodb:Query', `${tableArn}/index/${index}`];
  return [tableActions[kind] ?? '', tableArn];
};

/** The listed tables: each under its own name, and permitted to the role that reads it. */
const tableWays = (account: Account, made: Made, given: Variables, spec: FunctionSpec) => {
  const names: Record<string, string> = JSON.parse(given.TABLES ?? '{}');
  return Object.entries(spec.tables ?? {}).flatMap(([name, uses]): Finding[] => {
    const table = account.named('AWS::DynamoDB::Table', names[name]);
    const pattern = new RegExp(`^Tables${name.replaceAll('_', '')}[0-9A-F]{8}$`);
    if (!table || !pattern.test(table.id)) return [`${made.id}: TABLES names ${name} wrongly`];
    return uses.map((use) => {
      const [action, resource] = tableUse(use, table.arn);
      const caller = readerOf(account, given, resource, made);
      return { what: `${made.id} ${name}`, caller, action, resource, context: ofTenant };
    });
  });
};

const ofTenant = {
  'dynamodb:LeadingKeys': [tenant],
  'aws:PrincipalTag/tenant_id': tenant,
  'aws:RequestTag/tenant_id': tenant,
  'aws:TagKeys': ['tenant_id'],
};

/** Data of organisations is reached by a role of its own, where the function has one. */
const readerOf = (account: Account, given: Variables, resource: string, { of }: Made) => {
  const { TENANT_ROLE_ARN: tenantRole } = given;
  const role = account.at('AWS::IAM::Role', tenantRole);
  const text = JSON.stringify(role?.of.Policies ?? []);
  return { role: text.includes(`"${resource}"`) ? String(tenantRole) : String(of.Role) };
};

const tenantWay = ({ id, of }: Made, { TENANT_ROLE_ARN }: Variables): Finding[] => {
  if (TENANT_ROLE_ARN === undefined) return [];
  const caller = { role: String(of.Role) };
  const what = `${id} sessions of organisations`;
  return ['sts:AssumeRole', 'sts:TagSession'].map((action) => ({
    what,
    caller,
    action,
    resource: TENANT_ROLE_ARN,
    context: ofTenant,
  }));
};

const specs = Object.entries(functions) as [FunctionName, FunctionSpec][];

const functionWays = (account: Account, edition: string): Finding[] =>
  specs.flatMap(([name, spec]): Finding[] => {
    if (spec.edition !== undefined && spec.edition !== edition) return [];
    const made = account.functionOf(name);
    if (!made) return [`There is no function ${name}`];
    const given: Variables = Object(Object(made.of.Environment).Variables);
    const caller = { role: String(made.of.Role) };
    const service = { service: 'lambda.amazonaws.com', from: made.arn };
    return [
      { what: made.id, caller: service, action: 'sts:AssumeRole', resource: caller.role },
      ...missing(account, made, given),
      ...tenantWay(made, given),
      ...tableWays(account, made, given, spec),
      ...(spec.needs ?? []).flatMap((need) =>
        usesOf[need](given).map(([action, resource, context = {}]) => ({
          what: `${made.id} ${need}`,
          caller,
          action,
          resource,
          context,
        })),
      ),
    ];
  });

/** The state machine: each function that its definition names, called by its role. */
const machineWays = (account: Account): Finding[] =>
  account.ofType('AWS::StepFunctions::StateMachine').flatMap(({ id, arn: own, of }) => {
    const definition = String(of.DefinitionString);
    const caller = { role: String(of.RoleArn) };
    const service = { service: 'states.amazonaws.com', from: own };
    const called = new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name));
    return [
      { what: id, caller: service, action: 'sts:AssumeRole', resource: caller.role },
      ...(definition.includes(':states:startExecution')
        ? [{ what: `${id} lanes`, caller, action: 'states:StartExecution', resource: own }]
        : []),
      ...[...called].map((name): Finding => {
        const resource = String(Object(of.DefinitionSubstitutions)[name]);
        const step = account.at('AWS::Lambda::Function', resource);
        const listed = specs.find(([one]) => constructIdOf(one) === name)?.[0];
        if (!step || step.id !== account.functionOf(listed ?? '')?.id) {
          return `${id}: ${name} is ${resource}, which is not ${listed}`;
        }
        return { what: `${id} ${name}`, caller, action: 'lambda:InvokeFunction', resource };
      }),
    ];
  });

/** Which function answers CloudFormation for a custom resource. */
const providers: Record<string, FunctionName> = {
  'Custom::PublishedSite': 'custom/site-publisher',
  'Custom::FirstAdmin': 'custom/admin-seeder',
};

const customWays = (account: Account): Finding[] =>
  account.made
    .filter(({ type }) => type.startsWith('Custom::'))
    .filter(({ type, of }) => {
      return of.ServiceToken !== account.functionOf(providers[type] ?? '')?.arn;
    })
    .map(({ id, of }) => `${id}: ${String(of.ServiceToken)} does not answer for it`);

/** What functions, the machine and CloudFormation use by name or by role. */
export const functionEdges = (account: Account, edition: string): Finding[] => [
  ...functionWays(account, edition),
  ...machineWays(account),
  ...customWays(account),
];

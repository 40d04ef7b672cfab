import { scheduleKinds } from '#lib/kernel/schedule-kinds.ts';
import { type MachineName, machineNames, pascalCase } from '#lib/machines.ts';
import type { Edition } from './edition.ts';
import { startsItself } from './engine.ts';
import type { FunctionSpec } from './function-spec.ts';
import { constructIdOf, type FunctionName, functions } from './functions.ts';
import type { Need } from './needs.ts';

/** An accepted finding of cdk-nag: its rule, the construct paths inside the stack, and why. */
export type AcceptedFinding = {
  rule: string;
  at: string[];
  reason: string;
  /** The only edition that it applies to; by default both. */
  edition?: Edition;
};

const specs = Object.entries(functions) as [FunctionName, FunctionSpec][];

const pathsWhere = (path: string, condition: (spec: FunctionSpec) => boolean): string[] =>
  specs.filter(([, spec]) => condition(spec)).map(([name]) => `${constructIdOf(name)}/${path}`);

const rolesWhere = (condition: (spec: FunctionSpec) => boolean): string[] =>
  pathsWhere('Role/DefaultPolicy/Resource', condition);

const rolesWith = (...wanted: Need[]): string[] =>
  rolesWhere(({ needs = [] }) => wanted.some((need) => needs.includes(need)));

const roleOfMachine = (machine: MachineName): string =>
  `Engine/${pascalCase(machine)}Role/DefaultPolicy/Resource`;

const wildcard = (resource: string): string => `AwsSolutions-IAM5[Resource::${resource}]`;

const own = (service: string, rest: string): string =>
  wildcard(`arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>:${rest}`);

const permissions: AcceptedFinding[] = [
  {
    rule: wildcard('*'),
    at: rolesWhere(({ python }) => !python),
    reason: 'X-Ray, SendTaskSuccess and ListSchedules know no resource: they allow only *.',
  },
  {
    rule: wildcard('*'),
    at: ['ApiLogging/Role/Resource'],
    reason: 'API Gateway writes the logs of every API of the account with this one role.',
  },
  {
    rule: wildcard('*'),
    at: machineNames.map(roleOfMachine),
    reason: 'X-Ray and the delivery of logs know no resource: their actions allow only *.',
  },
  {
    rule: wildcard('<StorageFiles48C02C92.Arn>/*'),
    at: rolesWith('read files', 'write files', 'remove files', 'clear folders'),
    reason: 'The keys of files are made at run time; the tenant is their first segment.',
  },
  {
    rule: wildcard('<SiteBucket978D4AEB.Arn>/*'),
    at: ['CustomSitePublisher/Role/DefaultPolicy/Resource'],
    reason: 'It writes whatever files the release of the console has.',
  },
  {
    rule: wildcard('arn:<AWS::Partition>:iam::*:role/<NamePrefix>-integration-*'),
    at: rolesWith('assume integration roles'),
    reason: 'Customers make these roles in accounts of their own; each decides whom it trusts.',
  },
  {
    rule: own('execute-api', '<RealtimeApiD4415F9E>/v1/POST/@connections/*'),
    at: rolesWith('push frames'),
    reason: 'Ids of connections are made at run time; the permission is to post, on one stage.',
  },
  {
    rule: own('execute-api', '<RealtimeApiD4415F9E>/v1/DELETE/@connections/*'),
    at: rolesWith('end sockets'),
    reason: 'Ids of connections are made at run time; the permission is to end, on one stage.',
  },
  ...machineNames.map((machine) => ({
    rule: own('states', `execution:<NamePrefix>-${machine}:*`),
    at: [
      ...rolesWith(`stop ${machine}`),
      ...(startsItself(machine) ? [roleOfMachine(machine)] : []),
    ],
    reason: 'Names of runs are made at run time; the permission is for one state machine.',
  })),
  ...scheduleKinds.map((kind) => ({
    rule: own('scheduler', `schedule/<NamePrefix>-${kind}/*`),
    at: [...rolesWith(`change ${kind} schedules`), ...rolesWith(`end ${kind} schedules`)],
    reason: 'Names of schedules are made at run time; the permission is for one group.',
  })),
  {
    rule: own('ses', 'identity/*'),
    at: rolesWith('send mail'),
    reason: 'The verified identity is the address or its domain; a condition holds the sender.',
  },
];

const python: AcceptedFinding[] = [
  {
    rule: wildcard('*'),
    at: rolesWhere((spec) => !!spec.python),
    reason: 'AWS permits to describe interfaces and subnets on * only; the code is denied both.',
  },
  {
    rule: own('ec2', '*/*'),
    at: rolesWhere((spec) => !!spec.python),
    reason: 'Lambda makes the network interfaces, which have no ids before; the code is denied it.',
  },
  {
    rule: 'AwsSolutions-VPC7',
    at: pathsWhere('Network/Resource', (spec) => !!spec.python),
    reason: 'Nothing flows there: the network has no way out, and its group permits nothing.',
  },
  {
    rule: 'Serverless-LambdaTracing',
    at: pathsWhere('Function/Resource', (spec) => !!spec.python),
    reason: 'It runs code of people, which may call nothing of AWS, not even for traces.',
  },
  ...['AwsSolutions-L1', 'Serverless-LambdaLatestVersion'].map((rule) => ({
    rule,
    at: pathsWhere('Function/Resource', (spec) => !!spec.python),
    reason: 'Code runs on the same version of Python in both editions, which is that of Pyodide.',
  })),
];

const queues: AcceptedFinding[] = [
  {
    rule: 'AwsSolutions-SQS3',
    at: ['Facts/Undelivered', 'Scheduling/Missed', 'Schedules/Missed'].map(
      (queue) => `${queue}/Resource`,
    ),
    reason: 'They are dead-letter queues: of rules and of schedules, which the rule overlooks.',
  },
  {
    rule: 'Serverless-SQSRedrivePolicy',
    at: [
      'Facts/Undelivered',
      'Facts/Unrecorded',
      'FailedCalls',
      'Scheduling/Missed',
      'Schedules/Missed',
      'StoppedRuns/Unhandled',
    ].map((queue) => `${queue}/Resource`),
    reason: 'A dead-letter queue is the end: an alarm calls a person.',
  },
  {
    rule: 'Serverless-LambdaDLQ',
    at: pathsWhere('Function/Resource', ({ asynchronous }) => !asynchronous),
    reason: 'Somebody waits for the answer of each call and handles its failure.',
  },
  {
    rule: 'Serverless-LambdaAsyncFailureDestination',
    at: pathsWhere('Function/EventInvokeConfig/Resource', ({ asynchronous }) => !!asynchronous),
    reason: 'It has a dead-letter queue; a destination besides would keep every failure twice.',
  },
  {
    rule: 'Serverless-LambdaEventSourceMappingDestination',
    at: [
      'EventsFactPublished/Function/SqsEventSource:CloudwardenFactsQueueCBB26AA7/Resource',
      'EventsFactPublished/Function/SqsEventSource:CloudwardenFactsSlow3D12CF0E/Resource',
      'EventsFactParked/Function/SqsEventSource:CloudwardenFactsParked76BEE0AE/Resource',
      'EventsRunStopped/Function/SqsEventSource:CloudwardenStoppedRunsQueue26F646A4/Resource',
    ],
    reason: 'A mapping from SQS has none: the queue itself has a dead-letter queue.',
  },
  {
    rule: 'Serverless-SNSRedrivePolicy',
    at: ['Alarms/Topic/TokenSubscription:1/Resource'],
    reason: 'A mail that was not delivered could only be announced by mail.',
  },
];

const apis: AcceptedFinding[] = [
  {
    rule: 'AwsSolutions-APIG2',
    at: ['WebhookApi/Api/Resource', 'ConsoleApi/Api/Resource'],
    reason: 'The handlers validate with the schemas that the product is made from.',
  },
  {
    rule: 'AwsSolutions-APIG4',
    at: ['send', '$disconnect', '$default'].map((route) => `Realtime/Api/${route}-Route/Resource`),
    reason: 'A WebSocket API has an authorizer on $connect only; the others need the connection.',
  },
  {
    rule: 'AwsSolutions-APIG6',
    at: ['WebhookApi/Api/DeploymentStage.v1/Resource'],
    reason: 'Execution logs may show the query, which may hold a secret. The access log does not.',
  },
  {
    rule: 'Serverless-APIGWXrayEnabled',
    at: ['WebhookApi/Api/DeploymentStage.v1/Resource'],
    reason: 'A trace may show the address with its query, which may hold a secret.',
  },
  {
    rule: 'AwsSolutions-APIG3',
    at: ['WebhookApi', 'ConsoleApi'].map((api) => `${api}/Api/DeploymentStage.v1/Resource`),
    reason: 'A firewall is the choice of the customer who pays for it in their own account.',
    edition: 'workspace',
  },
];

const site: AcceptedFinding[] = [
  {
    rule: 'AwsSolutions-CFR1',
    at: ['Site/Distribution/Resource'],
    reason: 'People work from anywhere, and a country proves nothing about them.',
  },
  {
    rule: 'AwsSolutions-CFR2',
    at: ['Site/Distribution/Resource'],
    reason: 'It serves public files; calls of the API meet the firewall of the API, if it has one.',
  },
  {
    rule: 'AwsSolutions-CFR4',
    at: ['Site/Distribution/Resource'],
    reason: "CloudFront's own name takes older TLS; with ConsoleDomain the oldest is 1.2.",
  },
];

const others: AcceptedFinding[] = [
  {
    rule: 'AwsSolutions-COG2',
    at: ['Identity/Pool/Resource'],
    reason: 'The parameter SecondFactor demands an authenticator app; the operator decides.',
  },
  {
    rule: 'AwsSolutions-COG8',
    at: ['Identity/Pool/Resource'],
    reason: 'It needs the Plus plan, paid per user; Cognito slows wrong passwords without it.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    at: ['Storage/HashSecret/Resource'],
    reason: 'It keys the hashes of API keys: a new one would void every key of every user.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    at: ['Storage/OriginSecret/Resource'],
    reason: 'CloudFront and the authorizer take it at a deployment, both at once.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    at: ['Storage/SteampipeAddress/Resource'],
    reason: 'It is the password of a service of the operator, who changes it there and here.',
  },
  {
    rule: 'AwsSolutions-SF1',
    at: machineNames.map((machine) => `Engine/${pascalCase(machine)}/Resource`),
    reason: 'Step Functions keeps each step of a standard run for 90 days; the log has errors.',
  },
];

/** Whether a path exists in an edition: some functions belong to one edition only. */
const isMade =
  (edition: Edition) =>
  (path: string): boolean =>
    !specs.some(
      ([name, spec]) =>
        spec.edition !== undefined &&
        spec.edition !== edition &&
        path.startsWith(`${constructIdOf(name)}/`),
    );

/** The accepted findings of an edition. A test checks that they and the actual findings match. */
export const acceptedFindings = (edition: Edition): AcceptedFinding[] =>
  [...permissions, ...python, ...queues, ...apis, ...site, ...others]
    .filter((finding) => finding.edition === undefined || finding.edition === edition)
    .map((finding) => ({ ...finding, at: finding.at.filter(isMade(edition)) }));

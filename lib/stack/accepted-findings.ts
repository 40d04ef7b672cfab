import { scheduleKinds } from '#lib/kernel/schedule-kinds.ts';
import { type MachineName, machineNames, pascalCase } from '#lib/machines.ts';
import type { Edition } from './edition.ts';
import { hasLanes } from './engine.ts';
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

const rolesWith = (...requestedNeeds: Need[]): string[] =>
  rolesWhere(({ needs = [] }) => requestedNeeds.some((need) => needs.includes(need)));

const roleOfMachine = (machine: MachineName): string =>
  `Engine/${pascalCase(machine)}Role/DefaultPolicy/Resource`;

const wildcard = (resource: string): string => `AwsSolutions-IAM5[Resource::${resource}]`;

const ownArnWildcard = (service: string, resource: string): string =>
  wildcard(`arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>:${resource}`);

const permissionFindings: AcceptedFinding[] = [
  {
    rule: wildcard('*'),
    at: rolesWhere(({ python }) => !python),
    reason: 'X-Ray, and the calls of ports that AWS permits only for all resources, need *.',
  },
  {
    rule: wildcard('*'),
    at: ['ApiLogging/Role/Resource'],
    reason: 'API Gateway writes the logs of every API of the account with this one role.',
  },
  {
    rule: wildcard('*'),
    at: machineNames.map(roleOfMachine),
    reason: 'X-Ray and the delivery of logs support only * as the resource.',
  },
  {
    rule: wildcard('<StorageFiles48C02C92.Arn>/*'),
    at: rolesWith('read files', 'write files', 'remove files', 'clear folders'),
    reason: 'The keys of files are made at run time; the tenant is their first segment.',
  },
  {
    rule: wildcard('<SiteBucket978D4AEB.Arn>/*'),
    at: ['CustomSitePublisher/Role/DefaultPolicy/Resource'],
    reason: 'It writes all files of a release of the console; their names vary.',
  },
  {
    rule: wildcard('arn:<AWS::Partition>:iam::*:role/<NamePrefix>-integration-*'),
    at: rolesWith('assume integration roles'),
    reason: 'Customers create these roles in their own accounts; each role decides whom it trusts.',
  },
  {
    rule: ownArnWildcard('execute-api', '<RealtimeApiD4415F9E>/v1/POST/@connections/*'),
    at: rolesWith('push frames'),
    reason: 'Ids of connections are made at run time; the permission is to post, on one stage.',
  },
  {
    rule: ownArnWildcard('execute-api', '<RealtimeApiD4415F9E>/v1/DELETE/@connections/*'),
    at: rolesWith('end sockets'),
    reason: 'Ids of connections are made at run time; the permission is to end, on one stage.',
  },
  ...machineNames.map((machine) => ({
    rule: ownArnWildcard('states', `execution:<NamePrefix>-${machine}:*`),
    at: [...rolesWith(`stop ${machine}`), ...(hasLanes(machine) ? [roleOfMachine(machine)] : [])],
    reason: 'Names of runs are made at run time; the permission is for one state machine.',
  })),
  ...scheduleKinds.map((kind) => ({
    rule: ownArnWildcard('scheduler', `schedule/<NamePrefix>-${kind}/*`),
    at: [...rolesWith(`change ${kind} schedules`), ...rolesWith(`end ${kind} schedules`)],
    reason: 'Names of schedules are made at run time; the permission is for one group.',
  })),
  {
    rule: ownArnWildcard('ses', 'identity/*'),
    at: rolesWith('send mail'),
    reason: 'The verified identity is the address or its domain; a condition holds the sender.',
  },
];

const pythonFindings: AcceptedFinding[] = [
  {
    rule: wildcard('*'),
    at: rolesWhere((spec) => !!spec.python),
    reason: 'AWS supports only * to describe interfaces and subnets; the code is denied both.',
  },
  {
    rule: ownArnWildcard('ec2', '*/*'),
    at: rolesWhere((spec) => !!spec.python),
    reason: 'Lambda creates network interfaces, whose ids are not known; denied to the code.',
  },
  {
    rule: 'AwsSolutions-VPC7',
    at: pathsWhere('Network/Resource', (spec) => !!spec.python),
    reason: 'There is no traffic: the network has no route out, and its group allows nothing.',
  },
  {
    rule: 'Serverless-LambdaTracing',
    at: pathsWhere('Function/Resource', (spec) => !!spec.python),
    reason: "It runs users' code, which may not call AWS, not even to send traces.",
  },
  ...['AwsSolutions-L1', 'Serverless-LambdaLatestVersion'].map((rule) => ({
    rule,
    at: pathsWhere('Function/Resource', (spec) => !!spec.python),
    reason: 'Both editions run code with the same version of Python, that of Pyodide.',
  })),
];

const queueFindings: AcceptedFinding[] = [
  {
    rule: 'AwsSolutions-SQS3',
    at: ['Facts/Undelivered', 'Scheduling/Missed', 'Schedules/Missed'].map(
      (queue) => `${queue}/Resource`,
    ),
    reason: 'They are dead-letter queues of rules and schedules, which cdk-nag does not detect.',
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
    reason: 'It is a dead-letter queue itself; an alarm notifies a person.',
  },
  {
    rule: 'Serverless-LambdaDLQ',
    at: pathsWhere('Function/Resource', ({ asynchronous }) => !asynchronous),
    reason: 'Its calls are synchronous: the caller handles each failure.',
  },
  {
    rule: 'Serverless-LambdaAsyncFailureDestination',
    at: pathsWhere('Function/EventInvokeConfig/Resource', ({ asynchronous }) => !!asynchronous),
    reason: 'It has a dead-letter queue; a destination as well would store each failure twice.',
  },
  {
    rule: 'Serverless-LambdaEventSourceMappingDestination',
    at: [
      'EventsFactPublished/Function/SqsEventSource:CloudwardenFactsQueueCBB26AA7/Resource',
      'EventsFactPublished/Function/SqsEventSource:CloudwardenFactsSlow3D12CF0E/Resource',
      'EventsFactParked/Function/SqsEventSource:CloudwardenFactsParked76BEE0AE/Resource',
      'EventsRunStopped/Function/SqsEventSource:CloudwardenStoppedRunsQueue26F646A4/Resource',
    ],
    reason: 'A mapping from SQS has no destination: the queue itself has a dead-letter queue.',
  },
  {
    rule: 'Serverless-SNSRedrivePolicy',
    at: ['Alarms/Topic/TokenSubscription:1/Resource'],
    reason: 'An undelivered mail could only be reported by another mail.',
  },
];

const apiFindings: AcceptedFinding[] = [
  {
    rule: 'AwsSolutions-APIG2',
    at: ['WebhookApi/Api/Resource', 'ConsoleApi/Api/Resource'],
    reason: 'The handlers validate requests with the schemas of the product.',
  },
  {
    rule: 'AwsSolutions-APIG4',
    at: ['send', '$disconnect', '$default'].map((route) => `Realtime/Api/${route}-Route/Resource`),
    reason: 'A WebSocket API has an authorizer on $connect only; other routes need a connection.',
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
    reason: 'The customer decides about a firewall, and pays for it in their own account.',
    edition: 'workspace',
  },
];

const siteFindings: AcceptedFinding[] = [
  {
    rule: 'AwsSolutions-CFR1',
    at: ['Site/Distribution/Resource'],
    reason: 'People may work in any country, so that calls are not limited by country.',
  },
  {
    rule: 'AwsSolutions-CFR2',
    at: ['Site/Distribution/Resource'],
    reason: 'It serves public files; API calls pass the firewall of the API, if it has one.',
  },
  {
    rule: 'AwsSolutions-CFR4',
    at: ['Site/Distribution/Resource'],
    reason: "CloudFront's own domain accepts older TLS; with ConsoleDomain, the oldest is 1.2.",
  },
];

const otherFindings: AcceptedFinding[] = [
  {
    rule: 'AwsSolutions-COG2',
    at: ['Identity/Pool/Resource'],
    reason: 'The operator decides by the parameter SecondFactor whether MFA is required.',
  },
  {
    rule: 'AwsSolutions-COG8',
    at: ['Identity/Pool/Resource'],
    reason: 'It needs the Plus plan, paid per user; Cognito slows wrong passwords without it.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    at: ['Storage/HashSecret/Resource'],
    reason: 'It keys the hashes of API keys: a new one would invalidate every API key.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    at: ['Storage/OriginSecret/Resource'],
    reason: 'CloudFront and the authorizer read it at deployment, both at the same time.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    at: ['Storage/SteampipeAddress/Resource'],
    reason: "It is the password of the operator's service; the operator changes it in both places.",
  },
  {
    rule: 'AwsSolutions-SF1',
    at: machineNames.map((machine) => `Engine/${pascalCase(machine)}/Resource`),
    reason: 'Step Functions keeps all steps of a standard run for 90 days; errors are logged.',
  },
];

/** Whether a path exists in an edition: some functions belong to one edition only. */
const isInEdition =
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
  [
    ...permissionFindings,
    ...pythonFindings,
    ...queueFindings,
    ...apiFindings,
    ...siteFindings,
    ...otherFindings,
  ]
    .filter((finding) => finding.edition === undefined || finding.edition === edition)
    .map((finding) => ({ ...finding, at: finding.at.filter(isInEdition(edition)) }));

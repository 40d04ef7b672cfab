import type { Account, DeployedResource } from './account.ts';
import type { Caller, Finding } from './edge.ts';

const queue = 'AWS::SQS::Queue';
const lambda = 'AWS::Lambda::Function';

/** Messages are sent to a queue, which must exist. */
const sendFinding = (
  account: Account,
  subject: string,
  caller: Caller,
  resource: unknown,
): Finding =>
  account.at(queue, resource)
    ? { subject, caller, action: 'sqs:SendMessage', resource: String(resource) }
    : `${subject}: ${String(resource)} is no queue`;

const invokeFinding = (
  account: Account,
  subject: string,
  caller: Caller,
  resource: unknown,
): Finding =>
  account.at(lambda, resource)
    ? { subject, caller, action: 'lambda:InvokeFunction', resource: String(resource) }
    : `${subject}: ${String(resource)} is no function`;

type Schedule = {
  subject: string;
  groupName: unknown;
  role: unknown;
  target: unknown;
  deadLetters: unknown;
};

/** What EventBridge Scheduler needs to call a target: its role, and that role's permissions. */
const scheduleFindings = (account: Account, schedule: Schedule): Finding[] => {
  const { subject, groupName, role, target, deadLetters } = schedule;
  const group = account.named('AWS::Scheduler::ScheduleGroup', groupName);
  if (!group) return [`${subject}: there is no group ${String(groupName)}`];
  const service = 'scheduler.amazonaws.com';
  const caller = { role: String(role) };
  return [
    {
      subject: `${subject} role`,
      caller: { service, from: group.arn },
      action: 'sts:AssumeRole',
      resource: caller.role,
    },
    invokeFinding(account, `${subject} target`, caller, target),
    sendFinding(account, `${subject} dead letters`, caller, deadLetters),
  ];
};

const allScheduleFindings = (account: Account): Finding[] => [
  ...account.ofType('AWS::Scheduler::Schedule').flatMap(({ id, of }) => {
    const { Arn, RoleArn, DeadLetterConfig } = Object(of.Target);
    return scheduleFindings(account, {
      subject: id,
      groupName: of.GroupName,
      role: RoleArn,
      target: Arn,
      deadLetters: Object(DeadLetterConfig).Arn,
    });
  }),
  // Functions create these while they run.
  ...account.ofType(lambda).flatMap(({ id, of }) => {
    const { Variables } = Object(of.Environment);
    const { SCHEDULE_GROUPS, SCHEDULE_TARGET_ARN, SCHEDULE_ROLE_ARN, SCHEDULE_DLQ_ARN } =
      Object(Variables);
    if (SCHEDULE_TARGET_ARN === undefined) return [];
    return Object.entries(JSON.parse(SCHEDULE_GROUPS)).flatMap(([kind, groupName]) =>
      scheduleFindings(account, {
        subject: `${kind} schedules made by ${id}`,
        groupName,
        role: SCHEDULE_ROLE_ARN,
        target: SCHEDULE_TARGET_ARN,
        deadLetters: SCHEDULE_DLQ_ARN,
      }),
    );
  }),
];

const ruleTargetFindings = (
  account: Account,
  rule: DeployedResource,
  target: unknown,
): Finding[] => {
  const { Arn, DeadLetterConfig, RoleArn } = Object(target);
  const service = { service: 'events.amazonaws.com', from: rule.arn };
  const caller = RoleArn === undefined ? service : { role: String(RoleArn) };
  const subject = `${rule.id} target`;
  const toQueue = account.at(queue, Arn) ? sendFinding : invokeFinding;
  return [
    toQueue(account, subject, caller, Arn),
    sendFinding(account, `${rule.id} dead letters`, service, Object(DeadLetterConfig).Arn),
  ];
};

const ruleFindings = (account: Account): Finding[] =>
  account.ofType('AWS::Events::Rule').flatMap((rule) => {
    const { EventBusName: bus, Targets } = rule.of;
    if (typeof bus === 'string' && !account.named('AWS::Events::EventBus', bus)) {
      return [`${rule.id}: there is no bus ${bus}`];
    }
    return (Targets as unknown[]).flatMap((target) => ruleTargetFindings(account, rule, target));
  });

const redriveFindings = (account: Account): Finding[] =>
  account.ofType(queue).flatMap(({ id, arn, of }) => {
    const { deadLetterTargetArn: next } = Object(of.RedrivePolicy);
    if (next === undefined || (next !== arn && account.at(queue, next))) return [];
    return [`${id} dead letters: ${next} is no other queue`];
  });

/** What Lambda does with a queue, by the role of the function that handles it. */
const polling = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

const eventSourceFindings = (account: Account): Finding[] =>
  account.ofType('AWS::Lambda::EventSourceMapping').flatMap(({ id, of }): Finding[] => {
    const { FunctionName, EventSourceArn } = of;
    const worker = account.named(lambda, FunctionName) ?? account.at(lambda, FunctionName);
    if (!worker) return [`${id}: ${String(FunctionName)} is no function`];
    if (!account.at(queue, EventSourceArn)) return [`${id}: ${String(EventSourceArn)} is no queue`];
    const caller = { role: String(worker.of.Role) };
    const resource = String(EventSourceArn);
    return polling.map((action) => ({ subject: id, caller, action, resource }));
  });

const deadLetterFindings = (account: Account): Finding[] =>
  account.ofType(lambda).flatMap(({ id, of }) => {
    if (of.DeadLetterConfig === undefined) return [];
    const { TargetArn } = Object(of.DeadLetterConfig);
    return [sendFinding(account, `${id} dead letters`, { role: String(of.Role) }, TargetArn)];
  });

/** Whether the value of a metric's dimension names an existing resource. */
const dimensionChecks: Record<string, (account: Account, value: unknown) => boolean> = {
  ApiName: ({ ofType }, value) => ofType('AWS::ApiGateway::RestApi').some(hasName(value)),
  ApiId: (account, value) => !!account.named('AWS::ApiGatewayV2::Api', value),
  Stage: ({ ofType }, value) =>
    ofType('AWS::ApiGatewayV2::Stage').some(({ of }) => of.StageName === value),
  FunctionName: (account, value) => !!account.named(lambda, value),
  QueueName: ({ ofType, attribute }, value) =>
    ofType(queue).some((one) => attribute(one, 'QueueName') === value),
  StateMachineArn: (account, value) => !!account.named('AWS::StepFunctions::StateMachine', value),
};

const hasName =
  (name: unknown) =>
  ({ of }: DeployedResource): boolean =>
    of.Name === name;

type Dimension = { Name: string; Value: unknown };

type Metric = { MetricStat?: { Metric: { Dimensions?: Dimension[] } } };

/** Dimensions of an alarm's metric, or of the metrics in its expression. */
export const dimensionsOf = ({ Dimensions, Metrics = [] }: DeployedResource['of']): Dimension[] =>
  (Dimensions as Dimension[] | undefined) ??
  (Metrics as Metric[]).flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? []);

const alarmFindings = (account: Account): Finding[] =>
  account.ofType('AWS::CloudWatch::Alarm').flatMap(({ id, arn, of }) => [
    ...dimensionsOf(of).flatMap(({ Name, Value }) =>
      dimensionChecks[Name]?.(account, Value) ? [] : [`${id}: no ${Name} is ${String(Value)}`],
    ),
    ...[of.AlarmActions, of.OKActions].flat().map((topic): Finding => {
      if (!account.named('AWS::SNS::Topic', topic)) return `${id}: ${String(topic)} is no topic`;
      const caller = { service: 'cloudwatch.amazonaws.com', from: arn };
      return { subject: id, caller, action: 'sns:Publish', resource: String(topic) };
    }),
  ]);

const subscriptionFindings = (account: Account): Finding[] =>
  account
    .ofType('AWS::SNS::Subscription')
    .filter(({ of }) => !account.named('AWS::SNS::Topic', of.TopicArn))
    .map(({ id, of }) => `${id}: ${String(of.TopicArn)} is no topic`);

/** Ticks, events, messages and alarms, each with the place that receives it. */
export const deliveryFindings = (account: Account): Finding[] =>
  [
    allScheduleFindings,
    ruleFindings,
    redriveFindings,
    eventSourceFindings,
    deadLetterFindings,
    alarmFindings,
    subscriptionFindings,
  ].flatMap((of) => of(account));

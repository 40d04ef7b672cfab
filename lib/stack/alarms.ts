import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { MachineName } from '#lib/machines.ts';

/** The resources that have alarms. */
export type WatchedResources = {
  consoleApi: SpecRestApi;
  webhookApi: SpecRestApi;
  socketStage: WebSocketStage;
  receiver: LambdaFunction;
  agents: LambdaFunction;
  factHandler: LambdaFunction;
  sweep: LambdaFunction;
  engineFail: LambdaFunction;
  machines: Record<MachineName, StateMachine>;
  factQueue: Queue;
  parkedFacts: LambdaFunction;
  unrecordedFacts: Queue;
  undeliveredFacts: Queue;
  missedSweeps: Queue;
  missedTicks: Queue;
  unhandledEnds: Queue;
  failedCalls: Queue;
};

type AlarmSpec = {
  metric: IMetric;
  /** The alarm is raised above the threshold, or below it if `below` is set. */
  threshold: number;
  below?: true;
  /** How many consecutive minutes must breach the threshold. */
  minutes?: number;
  /** How missing data is treated; by default as not breaching. */
  missingData?: TreatMissingData;
};

const period = Duration.minutes(1);
const sumOptions = { period, statistic: Stats.SUM };
const p99Options = { period, statistic: Stats.percentile(99) };

const queueNotEmpty = (queue: Queue): AlarmSpec => ({
  metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
  threshold: 0,
});

const sumOf = (metrics: IMetric[]): IMetric => {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return new MathExpression({ expression: 'SUM(METRICS())', usingMetrics, period });
};

/** The sum of a metric over all state machines. */
const sumOverMachines = (
  { machines }: WatchedResources,
  metric: (machine: StateMachine) => IMetric,
): IMetric => sumOf(Object.values(machines).map(metric));

/** Every alarm, by the title of its section in `docs/operations.md`. */
const alarmsOf = (resources: WatchedResources): Record<string, AlarmSpec> => ({
  'Webhook calls fail': {
    metric: resources.webhookApi.metricServerError(sumOptions),
    threshold: 0,
  },
  'Webhook calls are slow': {
    metric: resources.webhookApi.metricLatency(p99Options),
    threshold: 1_000,
    minutes: 5,
  },
  'Webhook calls are throttled': {
    metric: sumOf(
      [resources.receiver, resources.agents].map((lambda) => lambda.metricThrottles(sumOptions)),
    ),
    threshold: 0,
  },
  'Console calls fail': {
    metric: resources.consoleApi.metricServerError(sumOptions),
    threshold: 5,
    minutes: 3,
  },
  'Console calls are slow': {
    metric: resources.consoleApi.metricLatency(p99Options),
    threshold: 3_000,
    minutes: 10,
  },
  'Realtime connections fail': {
    metric: resources.socketStage.metric('IntegrationError', sumOptions),
    threshold: 5,
    minutes: 3,
  },
  // Counts runs that the engine gave up. Failures of bots themselves concern their owners only.
  'Runs are lost': { metric: resources.engineFail.metricInvocations(sumOptions), threshold: 0 },
  'Runs time out': {
    metric: sumOverMachines(resources, (one) => one.metricTimedOut(sumOptions)),
    threshold: 0,
  },
  'Runs are throttled': {
    metric: sumOverMachines(resources, (one) => one.metricThrottled(sumOptions)),
    threshold: 0,
    minutes: 5,
  },
  'Ends of runs are unhandled': queueNotEmpty(resources.unhandledEnds),
  'Facts wait too long': {
    metric: resources.factQueue.metricApproximateAgeOfOldestMessage({
      period,
      statistic: Stats.MAXIMUM,
    }),
    threshold: 60,
    minutes: 3,
  },
  // Failed facts return to the queue; the age of its oldest message shows them.
  'Facts are handled with errors': {
    metric: resources.factHandler.metricErrors(sumOptions),
    threshold: 0,
    minutes: 3,
  },
  // Its only purpose: messages that the queue moved by itself are counted by no other metric.
  'Facts are parked': { metric: resources.parkedFacts.metricInvocations(sumOptions), threshold: 0 },
  'Parked facts are unrecorded': queueNotEmpty(resources.unrecordedFacts),
  'Facts are undelivered': queueNotEmpty(resources.undeliveredFacts),
  'Sweeps fail': { metric: resources.sweep.metricErrors(sumOptions), threshold: 0, minutes: 3 },
  'Sweeps stopped': {
    metric: resources.sweep.metricInvocations(sumOptions),
    threshold: 1,
    below: true,
    minutes: 5,
    missingData: TreatMissingData.BREACHING,
  },
  'Sweeps are missed': queueNotEmpty(resources.missedSweeps),
  'Scheduled runs are missed': queueNotEmpty(resources.missedTicks),
  'Asynchronous calls failed': queueNotEmpty(resources.failedCalls),
});

/** The anchor of a heading, as Markdown renderers create it. */
const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

const idOf = (title: string): string =>
  title.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A topic with its own policy loses the default one, so CloudWatch is permitted explicitly. */
const letAlarmsPublish = (topic: Topic): void => {
  const { account } = Stack.of(topic);
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  );
};

/** The platform's alarms. Each sends a mail to the operator and links to what to do about it. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, watched: WatchedResources, operatorEmail: string) {
    super(scope, id);
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    letAlarmsPublish(topic);
    topic.addSubscription(new EmailSubscription(operatorEmail));
    const action = new SnsAction(topic);
    for (const [title, spec] of Object.entries(alarmsOf(watched))) {
      const { metric, threshold, below, minutes = 1, missingData } = spec;
      const alarm = new Alarm(this, idOf(title), {
        alarmDescription: `${title}. What to do: docs/operations.md#${anchorOf(title)}`,
        metric,
        threshold,
        comparisonOperator: below
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_THRESHOLD,
        evaluationPeriods: minutes,
        treatMissingData: missingData ?? TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}

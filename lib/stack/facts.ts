import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Fact } from '#lib/ports/bus.ts';
import { functions } from './functions.ts';
import { deadLetterQueue, workQueue } from './queue.ts';

/** The rule id of every type of fact; the compiler reports a missing type. */
const factRules: Record<Fact['type'], string> = {
  listener_event_received: 'ListenerEventReceived',
  finding_opened: 'FindingOpened',
  finding_resolved: 'FindingResolved',
  approval_decided: 'ApprovalDecided',
  user_input_resolved: 'UserInputResolved',
  run_ended: 'RunEnded',
  integration_test_requested: 'IntegrationTestRequested',
};

/** Handling these waits for other systems, which may hang and must not delay other facts. */
const slowFacts: readonly string[] = ['integration_test_requested'] satisfies Fact['type'][];

/**
 * The bus of facts. Each type has a rule; all facts go to one function, through one queue or, if
 * they wait for other systems, through a second one. The rule retries for 24 hours, the queue five
 * times. A fact given up by then is parked where people see it, by a separate function; what not
 * even that function accepts stays in a dead-letter queue.
 */
export class Facts extends Construct {
  readonly bus: EventBus;
  readonly queue: Queue;
  /** Facts whose handling waits for other systems. */
  readonly slow: Queue;
  /** Facts that the bus could not deliver to the queue. */
  readonly undelivered: Queue;
  /** Facts that the function gave up, to be recorded where people see them. */
  readonly parked: Queue;
  /** Facts that were given up and could not be recorded either. */
  readonly unrecorded: Queue;

  constructor(scope: Construct, id: string, namePrefix: string) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', {
      eventBusName: `${namePrefix}-facts`,
      description: 'What happened in Cloudwarden, by ids only.',
    });
    this.undelivered = deadLetterQueue(this, 'Undelivered');
    this.unrecorded = deadLetterQueue(this, 'Unrecorded');
    this.parked = workQueue(this, 'Parked', {
      deadLetters: this.unrecorded,
      timeout: functions['events/fact-parked'].timeout,
    });
    this.queue = workQueue(this, 'Queue', {
      deadLetters: this.parked,
      timeout: functions['events/fact-published'].timeout,
    });
    this.slow = workQueue(this, 'Slow', {
      deadLetters: this.parked,
      timeout: functions['events/fact-published'].timeout,
    });
    for (const [type, ruleId] of Object.entries(factRules)) this.addRule(type, ruleId);
  }

  /** Delivers facts in batches to the function, which reports the failed messages of a batch. */
  deliverTo(lambda: LambdaFunction): void {
    const ways = [
      { queue: this.queue, maxConcurrency: 50 },
      { queue: this.slow, maxConcurrency: 20 },
    ];
    for (const { queue, maxConcurrency } of ways) {
      const batch = { batchSize: 10, maxConcurrency, reportBatchItemFailures: true };
      lambda.addEventSource(new SqsEventSource(queue, batch));
    }
  }

  /** Delivers facts that were given up to the function that records them. */
  parkWith(lambda: LambdaFunction): void {
    lambda.addEventSource(
      new SqsEventSource(this.parked, { batchSize: 10, reportBatchItemFailures: true }),
    );
  }

  private addRule(type: string, ruleId: string): void {
    new Rule(this, ruleId, {
      eventBus: this.bus,
      eventPattern: { source: ['cloudwarden'], detailType: [type] },
      targets: [
        new SqsQueue(slowFacts.includes(type) ? this.slow : this.queue, {
          deadLetterQueue: this.undelivered,
          maxEventAge: Duration.hours(24),
          retryAttempts: 185,
        }),
      ],
    });
  }
}

import { Duration } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type MachineName, machines } from '#lib/machines.ts';
import { functions } from './functions.ts';
import { deadLetterQueue, workQueue } from './queue.ts';

type StoppedRunsProps = { stateMachineArns: Record<MachineName, string>; lambda: LambdaFunction };

/**
 * Handles events of runs that ended without success, so that no record outlives its machine. Child
 * runs have other names and are left out: their parent notices the end itself.
 */
export class StoppedRuns extends Construct {
  /** Events that could not be delivered to the queue, and those that the function gave up. */
  readonly unhandled: Queue;

  constructor(scope: Construct, id: string, { stateMachineArns, lambda }: StoppedRunsProps) {
    super(scope, id);
    this.unhandled = deadLetterQueue(this, 'Unhandled');
    const queue = workQueue(this, 'Queue', {
      deadLetters: this.unhandled,
      timeout: functions['events/run-stopped'].timeout,
    });
    new Rule(this, 'Rule', {
      description: 'Runs that Step Functions ended without success.',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
          stateMachineArn: Object.values(stateMachineArns),
          name: Match.anyOf(...Object.values(machines).map(({ runs }) => Match.prefix(`${runs}_`))),
        },
      },
      targets: [
        new SqsQueue(queue, {
          deadLetterQueue: this.unhandled,
          maxEventAge: Duration.hours(24),
          retryAttempts: 185,
        }),
      ],
    });
    lambda.addEventSource(
      new SqsEventSource(queue, {
        batchSize: 10,
        maxConcurrency: 10,
        reportBatchItemFailures: true,
      }),
    );
  }
}

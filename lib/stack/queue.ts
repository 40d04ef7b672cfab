import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { limits } from '#lib/kernel/limits.ts';

const secureProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** A queue that keeps undelivered messages for the longest time that SQS allows. */
export const deadLetterQueue = (scope: Construct, id: string): Queue =>
  new Queue(scope, id, { ...secureProps, retentionPeriod: Duration.days(14) });

type WorkQueueProps = {
  /** The queue that a message is moved to after `limits.factTries` attempts. */
  deadLetters: Queue;
  /** The time limit of its consumer for a batch, in seconds. */
  timeout: number;
};

export const workQueue = (scope: Construct, id: string, props: WorkQueueProps): Queue =>
  new Queue(scope, id, {
    ...secureProps,
    // Six times the consumer's time limit, so that a batch in progress is not delivered again.
    visibilityTimeout: Duration.seconds(props.timeout * 6),
    retentionPeriod: Duration.days(14),
    deadLetterQueue: { queue: props.deadLetters, maxReceiveCount: limits.factTries },
  });

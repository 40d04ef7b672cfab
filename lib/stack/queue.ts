import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { limits } from '#lib/kernel/limits.ts';

const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** A queue that only keeps what could not be delivered, for the longest time there is. */
export const deadLetterQueue = (scope: Construct, id: string): Queue =>
  new Queue(scope, id, { ...safe, retentionPeriod: Duration.days(14) });

type WorkQueueProps = {
  /** Five tries, then a message is parked here. */
  deadLetters: Queue;
  /** Seconds that its consumer may take for a batch. */
  timeout: number;
};

export const workQueue = (scope: Construct, id: string, props: WorkQueueProps): Queue =>
  new Queue(scope, id, {
    ...safe,
    // Six times the consumer's time limit: a batch is not seen twice while it is still worked on.
    visibilityTimeout: Duration.seconds(props.timeout * 6),
    retentionPeriod: Duration.days(14),
    deadLetterQueue: { queue: props.deadLetters, maxReceiveCount: limits.factTries },
  });

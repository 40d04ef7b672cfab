import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import type { Log } from '#lib/kernel/log.ts';

export type CustomResourceEvent = CloudFormationCustomResourceEvent;

/** Handles the event and returns the resource's id. Must be idempotent. */
export type CustomResourceHandler = (event: CustomResourceEvent) => Promise<string>;

type Answer = { Status: 'SUCCESS' | 'FAILED'; PhysicalResourceId: string; Reason?: string };

const sendAnswer = async (event: CustomResourceEvent, answer: Answer): Promise<void> => {
  const { StackId, RequestId, LogicalResourceId, ResponseURL } = event;
  const text = JSON.stringify({ StackId, RequestId, LogicalResourceId, ...answer });
  // As bytes: for text, fetch would add a content type, which the signed address does not allow.
  const { ok, status } = await fetch(ResponseURL, { method: 'PUT', body: Buffer.from(text) });
  if (!ok) throw new Error(`CloudFormation did not accept the response (${status}).`);
};

const physicalIdOf = (event: CustomResourceEvent): string =>
  'PhysicalResourceId' in event ? event.PhysicalResourceId : event.LogicalResourceId;

/**
 * The handler of a custom resource: CloudFormation waits for exactly one answer, whatever happens.
 * Throws only if the answer could not be sent; then AWS calls again.
 */
export const customResource =
  (serve: CustomResourceHandler, log: Log) =>
  async (event: CustomResourceEvent): Promise<void> => {
    let answer: Answer;
    try {
      answer = { Status: 'SUCCESS', PhysicalResourceId: await serve(event) };
    } catch (error) {
      log.error('A custom resource failed.', { error });
      const Reason = error instanceof Error ? error.message.slice(0, 1000) : 'The resource failed.';
      answer = { Status: 'FAILED', PhysicalResourceId: physicalIdOf(event), Reason };
    }
    await sendAnswer(event, answer);
  };

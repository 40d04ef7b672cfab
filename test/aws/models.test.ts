import { LambdaClient } from '@aws-sdk/client-lambda';
import { openModels } from '#lib/aws/models.ts';
import type { ModelAnswer } from '#lib/ports/model.ts';
import { clientOf, type Loopback, openLoopback } from '#test/support/loopback.ts';

const turn = {
  tenant_id: 'org_1',
  model: { integration_id: 'int_1', name: 'small' },
  instructions: 'Be brief.',
  messages: [{ role: 'user' as const, text: 'Hello' }],
  limits: { output_tokens: 10, time_ms: 20_000 },
};

const modelAnswer: ModelAnswer = {
  type: 'answered',
  model_id: 'small-2026',
  parts: [{ type: 'text', text: 'Hello.' }],
  finish: 'stop',
  cost: 0.5,
};

const unhandled = { 'x-amz-function-error': 'Unhandled' };

describe('models behind a Lambda function', () => {
  const closing: Loopback[] = [];
  afterAll(() => Promise.all(closing.map(({ close }) => close())));

  /** A function with this answer; its inputs are recorded. */
  const open = async (answer: () => unknown, headers: Record<string, string> = {}) => {
    const requests: unknown[] = [];
    const server = await openLoopback(async ({ body }) => {
      requests.push(JSON.parse(body.toString()));
      const text = JSON.stringify(await answer());
      return { headers: { 'content-type': 'application/json', ...headers }, body: text };
    });
    closing.push(server);
    const client = new LambdaClient(clientOf(server));
    return { models: openModels({ client, functionName: 'ask-model' }), requests };
  };

  it('pass the question to the function and return its answer', async () => {
    const { models, requests } = await open(() => modelAnswer);
    expect(await models.turn(turn)).toEqual(modelAnswer);
    expect(requests).toEqual([turn]);
  });

  it('report a timeout when the function times out', async () => {
    const timeoutError = { errorMessage: 'x Task timed out after 75.00 seconds' };
    const { models } = await open(() => timeoutError, unhandled);
    expect(await models.turn(turn)).toMatchObject({ type: 'failed', kind: 'time' });
  });

  it('stop waiting when the question is cancelled', async () => {
    const { models } = await open(() => new Promise(() => undefined));
    const cancel = new AbortController();
    const answer = models.turn(turn, { signal: cancel.signal });
    cancel.abort();
    expect(await answer).toMatchObject({ type: 'failed', kind: 'cancelled' });
  });

  it('throw an error when the function fails', async () => {
    const { models } = await open(() => ({ errorMessage: 'No memory' }), unhandled);
    await expect(models.turn(turn)).rejects.toThrow(/No memory/);
  });
});

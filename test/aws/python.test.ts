import { LambdaClient } from '@aws-sdk/client-lambda';
import { openPython } from '#lib/aws/python.ts';
import { awsError, clientOf, type LoopbackAnswer, openLoopback } from '#test/support/loopback.ts';

const done: LoopbackAnswer = {
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ answer: JSON.stringify({ result: 7 }), printed: '' }),
};

/** Lambda's answers for a function whose network was reclaimed: a minute later it is ready. */
const pending = awsError('ResourceConflictException', 'The function is Pending.', 409);
const inactive = awsError('ResourceNotReadyException', 'The function is Inactive.', 502);

const run = async (answers: LoopbackAnswer[], maxWaitMs: number) => {
  const server = await openLoopback(() => answers.shift() ?? pending);
  const client = new LambdaClient(clientOf(server));
  const waits: number[] = [];
  const wait = async (ms: number) => waits.push(ms);
  const python = openPython({ client, functionName: 'runs-python', maxWaitMs, wait });
  try {
    const outcome = await python.run({ tenant_id: 'org_1', code: 'result = 7', inputs: {} });
    return { outcome, waits };
  } finally {
    client.destroy();
    await server.close();
  }
};

describe('Python whose function was idle for weeks', () => {
  it('runs as soon as Lambda has restored the network of the function', async () => {
    const { outcome, waits } = await run([inactive, pending, pending, done], 120_000);
    expect(outcome).toEqual({ result: 7, stdout: '' });
    expect(waits).toEqual([2_000, 2_000, 2_000]);
  });

  it('returns an error when the caller cannot wait that long', async () => {
    const { outcome, waits } = await run([], 10_000);
    expect(outcome).toEqual({
      error: 'Python is starting after a long idle time. Try again in a minute.',
      stdout: '',
    });
    expect(waits).toHaveLength(5);
  });

  it('is called only once when Lambda refuses for another reason', async () => {
    const denied = awsError('AccessDeniedException', 'No.', 403);
    await expect(run([denied, done], 120_000)).rejects.toThrow('No.');
  });
});

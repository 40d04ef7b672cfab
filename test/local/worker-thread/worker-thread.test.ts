import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ActionFile } from '#lib/domain/actions/action-file.schema.ts';
import type { Problem } from '#lib/domain/bots/bot.schema.ts';
import { type BotText } from '#lib/domain/bots/bot-text.rules.ts';
import { limits } from '#lib/kernel/limits.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { inWorkerThread } from '#lib/local/worker-thread.ts';
import { check } from '#lib/engine/check.ts';
import { refusalFrom } from '#test/domain/scene.ts';
import { draw } from '#test/support/drawing.ts';

const moduleUrl = (path: string) => pathToFileURL(resolve(path));
const worker = moduleUrl('lib/local/call-worker.ts');
const tooMuch = 'That is too much.';

const createWorkerCall = (time: number) =>
  inWorkerThread<string>({
    worker,
    module: moduleUrl('test/local/worker-thread/hostile-work.ts'),
    name: 'act',
    limits: { memory: 20, time },
    excessMessage: tooMuch,
  });

describe('a function that runs in a worker thread', () => {
  it('returns its result and passes on its refusals and defects', async () => {
    const callWorker = createWorkerCall(60_000);
    expect(await callWorker('done')).toBe('DONE');
    const refusal = await refusalFrom(callWorker('refuse'));
    expect([refusal?.status, refusal?.body()]).toEqual([
      400,
      { error: 'Line 3: Not so.', field: 'text' },
    ]);
    await expect(callWorker('fail')).rejects.toThrow('A defect.');
  });

  it('refuses work that needs more than its memory, and accepts the next call', async () => {
    const callWorker = createWorkerCall(60_000);
    const refusal = await refusalFrom(callWorker('fill the memory'));
    expect([refusal?.status, refusal?.message]).toEqual([400, tooMuch]);
    expect(await callWorker('next')).toBe('NEXT');
  });

  it('refuses work that does not end within its time limit', async () => {
    const callWorker = createWorkerCall(1_000);
    const refusal = await refusalFrom(callWorker('never end'));
    expect([refusal?.status, refusal?.message]).toEqual([400, tooMuch]);
  });

  it('fails when its thread exits without a result, and uses a new thread next', async () => {
    const callWorker = createWorkerCall(60_000);
    const [ended, next] = await Promise.allSettled([callWorker('exit'), callWorker('next')]);
    expect(ended).toMatchObject({
      reason: { message: 'The thread of act ended with code 3 and no answer.' },
    });
    expect(next).toMatchObject({ value: 'NEXT' });
  });

  it('runs one call at a time, queues ten and refuses further calls with 429', async () => {
    const callWorker = createWorkerCall(60_000);
    const answers = await Promise.allSettled(Array.from({ length: 14 }, () => callWorker('done')));
    const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
    expect(refusals.map((one) => one instanceof Refusal && one.status)).toEqual([429, 429, 429]);
    expect(await callWorker('again')).toBe('AGAIN');
  });
});

describe('checking a graph in a worker thread', () => {
  it('finds the same problems as in the main thread', async () => {
    const checkAside = inWorkerThread<Problem[]>({
      worker,
      module: moduleUrl('lib/engine/check-aside.ts'),
      name: 'checkText',
      limits: limits.botAside,
      excessMessage: tooMuch,
    });
    const drawing = draw('start -> risky:condition -maybe-> end\nlost:delay -> end');
    const problems = check(drawing);
    expect(problems).toHaveLength(2);
    expect(await checkAside(JSON.stringify({ graph: drawing, own: [] }))).toEqual(problems);
  });
});

describe("reading a bot's file in a worker thread", () => {
  it('returns the bot with its line numbers and refuses a file with too many values', async () => {
    const read = inWorkerThread<BotText>({
      worker,
      module: moduleUrl('lib/domain/bots/bot-text.rules.ts'),
      name: 'readBot',
      limits: limits.botAside,
      excessMessage: tooMuch,
    });
    const node = '{id: a, name: A, type: end, position: {x: 0, y: 0}}';
    const graph = `  edges: []\n  nodes:\n  - ${node}\n`;
    const text = `format: cloudwarden.bot/1\nname: Isolate\ngraph:\n${graph}`;
    const { file, nodeLines } = await read(text);
    expect([file.name, nodeLines]).toEqual(['Isolate', [6]]);
    const hostile = `graph: [${'[],'.repeat(330_000)}]`;
    expect(await refusalFrom(read(hostile))).toMatchObject({
      status: 400,
      message: 'Line 1: The file has too many values.',
      extra: { field: 'text' },
    });
  });
});

describe("reading an action's file in a worker thread", () => {
  it('returns the action and refuses a file with too many values', async () => {
    const read = inWorkerThread<ActionFile>({
      worker,
      module: moduleUrl('lib/action-text.ts'),
      name: 'readAction',
      limits: limits.botAside,
      excessMessage: tooMuch,
    });
    const text =
      '{format: cloudwarden.action/1, name: Look up, description: Reads, integration_type: jira, ' +
      'executable_type: rest, call: {method: GET, path: /rest/api/3/myself}}';
    expect(await read(text)).toMatchObject({ name: 'Look up', executable_type: 'rest' });
    const hostile = `call: [${'[],'.repeat(330_000)}]`;
    expect(await refusalFrom(read(hostile))).toMatchObject({
      status: 400,
      message: 'Line 1: The file has too many values.',
      extra: { field: 'text' },
    });
  });
});

import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import type { NodeTestCall } from '#lib/domain/executions/runs/node-test.service.ts';
import { testNode } from '#lib/engine/test-node.ts';
import type { Models } from '#lib/ports/model.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { aTask, draw } from '#test/support/drawing.ts';
import { modelAnswer } from './agent-world.ts';
import { integrationId, openedIntegration } from './nodes/node-world.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();

type Settings = Record<string, unknown>;

type TestOptions = { turn?: unknown; dry_run?: boolean; [id: string]: unknown };

/** Tests the graph's node `it` with only an event and, if given, an iteration. */
const callOf = (
  drawing: string,
  settings: Settings,
  { turn, dry_run = true, ...otherNodes }: TestOptions = {},
): NodeTestCall => {
  const graph = draw(drawing, { it: settings, ...(otherNodes as Record<string, Settings>) });
  const node = graph.nodes.find(({ id }) => id === 'it');
  if (!node) throw new Error('Draw a node with the id "it".');
  return {
    tenant_id: 'ten_1',
    user_id: 'a@example.com',
    bot: { _id: 'bot_1', name: 'Tidy up' } as Bot,
    graph,
    node,
    event: async () => ({ hosts: ['a', 'b'] }),
    nodes: new Map(),
    dry_run,
    ...(turn !== undefined && { turn: async () => turn }),
  };
};

const runNodeTest = (...args: Parameters<typeof callOf>) =>
  testNode(engineWorld(database).deps(database.db))(callOf(...args));

describe('a test of one node', () => {
  it('reads the event, the bot and the site as a run does', async () => {
    const expression = `{% [$event.hosts[1], $run.bot, $run.trigger.type, $site.url]
      = ['b', 'Tidy up', 'manual', 'https://cloudwarden.example'] %}`;
    const test = await runNodeTest('start -> it:condition -yes-> end', { expression });
    expect(test).toMatchObject({ status: 'SUCCEEDED', output: { result: true } });
  });

  it('reports the problems of the node instead of running it', async () => {
    const test = await runNodeTest('start -> it:condition -yes-> end', { expression: '' });
    expect(test).toMatchObject({
      status: 'FAILED',
      error: '"it", Expression: Enter an expression.',
    });
  });

  it('shows how many iterations a loop would run', async () => {
    const drawing = 'start -> it:loop -body-> wait:delay -> turned:loop_end -> end';
    const test = await runNodeTest(drawing, { items_to_iterate: '{% $event.hosts %}' });
    expect(test).toMatchObject({ status: 'SUCCEEDED', output: { turns: 2, items: ['a', 'b'] } });
  });
});

describe('a test of a node with a large output', () => {
  it('returns the output if it fits an AWS response, else only its size', async () => {
    const testOf = (count: number) => {
      const rows = Array.from({ length: count }, () => ({ tags: '"'.repeat(1000) }));
      const metadata = { columns: ['tags'], count, truncated: false, partial: false };
      const queries = { ask: async () => ({ ...metadata, rows, problems: [], sources: [] }) };
      const world = engineWorld(database, [], { peers: { queries } });
      const call = callOf('start -> it:steampipe_query -> end', { sql: 'select 1' });
      return testNode(world.deps(database.db))(call);
    };
    const fits = await testOf(100);
    expect(fits).toMatchObject({ status: 'SUCCEEDED', output: { count: 100 } });
    const { output, ...much } = await testOf(1000);
    expect([much.status, output]).toEqual(['SUCCEEDED', undefined]);
    expect(much.output_bytes).toBeGreaterThan(2_000_000);
    expect(much.input).toBeDefined();
  });
});

describe('a test of a slow node', () => {
  it('ends at its time limit, cancels its model call and warns of late effects', async () => {
    const timeLimits: number[] = [];
    const models: Models = {
      turn: ({ limits }, { signal } = {}) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => {
            timeLimits.push(limits.time_ms);
            resolve({ type: 'failed', kind: 'cancelled', error: 'Taken back.' });
          });
        }),
    };
    const world = engineWorld(database, [], {
      peers: { models, integration: async () => openedIntegration('openai', { api_key: 'key' }) },
    });
    const integration = { type: 'openai', id: integrationId };
    const settings = { integration, question: 'Is it?', data: 'It is.' };
    const call = callOf('start -> it:ai_condition -yes-> end', settings, { dry_run: false });
    const test = await testNode(world.deps(database.db), 200)(call);
    const error = /^It did not finish within the 0\.2 s of a test, and may still take effect\./;
    expect(test).toMatchObject({ status: 'FAILED', input: { question: 'Is it?' } });
    expect(test.error).toMatch(error);
    // A model in a separate function is told to end at about that time, too.
    expect(
      await eventually(
        async () => timeLimits,
        ({ length }) => length > 0,
      ),
    ).toEqual([1200]);
  });

  it('shows the progress and usage of an AI agent', async () => {
    const models: Models = {
      turn: (_asked, { signal } = {}) => {
        callCount += 1;
        const usage = { input_tokens: 30, output_tokens: 5 };
        const text = { type: 'text' as const, text: 'I look it up.' };
        const lookUp = { tool_call_id: 'call_1', tool_name: 'look_up', args: {} };
        const parts = [text, { type: 'tool_call' as const, ...lookUp }];
        if (callCount === 1) return Promise.resolve({ ...modelAnswer(parts), usage });
        return new Promise((resolve) => {
          const cancelled = { type: 'failed', kind: 'cancelled', error: 'Taken back.' } as const;
          signal?.addEventListener('abort', () => resolve(cancelled));
        });
      },
    };
    let callCount = 0;
    const world = engineWorld(database, [], {
      peers: { models, integration: async () => openedIntegration('openai', { api_key: 'key' }) },
    });
    const call = callOf('start -> it:ai_agent -> end', aTask, { dry_run: false });
    const test = await testNode(world.deps(database.db), 200)(call);
    expect(test).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('did not finish'),
      output: { response: 'I look it up.', steps: 1, input_tokens: 30, output_tokens: 5 },
    });
  });

  it('shows no secret', async () => {
    const peer = Promise.withResolvers<never>();
    const world = engineWorld(database, [], { peers: { outgoing: () => peer.promise } });
    const headers = [{ name: 'Authorization', value: 'Bearer canary-of-hosts' }];
    const settings = { method: 'POST', url: 'https://hosts.example.com', headers };
    const call = callOf('start -> it:http_request -> end', settings, { dry_run: false });
    const test = await testNode(world.deps(database.db), 50)(call);
    peer.reject(new Error('Nobody waits any more.'));
    expect(test).toMatchObject({ status: 'FAILED', error: expect.stringContaining('0.05 s') });
    expect(JSON.stringify(test.input)).toContain('https://hosts.example.com');
    expect(JSON.stringify(test)).not.toContain('canary');
  });
});

describe('a test of one node inside of a loop', () => {
  const drawing = 'start -> each:loop -body-> it:condition -yes-> turned:loop_end -> end';
  const each = { items_to_iterate: '{% $event.hosts %}' };
  const saying = (code: string) => ({ expression: `{% ${code} %}` });

  it('uses the chosen iteration', async () => {
    const turn = { index: 4, item: 'e' };
    const test = await runNodeTest(drawing, saying("$loop.item = 'e' and $loop.index = 4"), {
      each,
      turn,
    });
    expect(test).toMatchObject({ output: { result: true } });
  });

  it('uses the first iteration when none was chosen', async () => {
    const test = await runNodeTest(drawing, saying("$loop.item = 'a' and $loop.index = 0"), {
      each,
    });
    expect(test).toMatchObject({ output: { result: true } });
  });

  it('uses the first iterations of outer loops as well', async () => {
    const inner = `start -> each:loop -body-> again:loop -body-> it:condition -yes-> a:loop_end
      a -> turned:loop_end -> end`;
    const test = await runNodeTest(inner, saying("$loop.item = 'xa' and $loop.outer.item = 'a'"), {
      each,
      again: { items_to_iterate: "{% ['x' & $loop.item] %}" },
    });
    expect(test).toMatchObject({ output: { result: true } });
  });

  it('reports why no iteration exists', async () => {
    const noItems = { items_to_iterate: '{% $event.nothing %}' };
    const test = await runNodeTest(drawing, saying('$loop.item = 1'), { each: noItems });
    expect(test.error).toMatch(/^\$loop has no value here: with this data "each" has no items\./);
    const outside = await runNodeTest('start -> it:condition -yes-> end', saying('$loop.item = 1'));
    expect(outside.error).toMatch(/It reads \$loop, but is not inside a loop\./);
  });
});

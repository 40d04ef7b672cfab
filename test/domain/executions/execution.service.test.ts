import { executionService } from '#lib/domain/executions/execution.service.ts';
import { executionView, type NodeResultView } from '#lib/domain/executions/execution.schema.ts';
import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { lanePathOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { readPayload } from '#lib/domain/executions/runs/payload.service.ts';
import { checkWithoutOwnActions } from '#test/support/check-without-own-actions.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { brokenBot, drawBot, eventDrivenStart } from '../bots/draw-bot.ts';
import { person } from '#test/support/people.ts';
import { openSender } from '../listeners/sender.ts';
import { openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';
import { commit, echoNodeTest, openRunner, result, startRun } from './runs.ts';

const world = openTestDatabase();

const open = () => {
  const scene = openScene(world);
  const runner = openRunner();
  const executions = executionService({
    ...scene,
    runner,
    check: checkWithoutOwnActions,
    testNode: echoNodeTest,
  });
  return { scene, runner, executions };
};

const publish = async (scene: Scene, name: string, start: object = {}) => {
  const bot = drawBot(name, 'start -> end', start);
  const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
  await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
  return bot_id;
};

describe('starting a run on demand', () => {
  it('runs the published version and records its caller and input', async () => {
    const { scene, runner, executions } = open();
    const bot_id = await publish(scene, 'Isolate');
    const changed = drawBot('Isolate', 'start -> wait:delay -> end');
    await scene.bots.updateBot(scene.root, { bot_id, base_version: 1, ...changed });
    const run = await executions.startExecution(scene.root, { bot_id, input: { host: 'web-1' } });
    expect(executionView.parse(run)).toMatchObject({
      _id: expect.stringMatching(/^exc_[0-9a-f]{44}$/),
      bot_id,
      bot_name: 'Isolate',
      version: 1,
      state: 'IN_PROGRESS',
      trigger: { type: 'manual', user_id: 'root@example.com' },
      input: { host: 'web-1' },
    });
    await runner.idle();
    expect(runner.status(run._id)?.status).toBe('SUCCEEDED');
    const second = await executions.startExecution(scene.root, { bot_id, version: 2 });
    expect(second.version).toBe(2);
  });

  it.each([
    ['an unpublished bot', 400],
    ['a version that does not exist', 404],
    ['a bot that events start', 400],
    ['a version with problems', 400],
    ['a bot that does not exist', 404],
    ['a bot of another organisation', 404],
  ])('refuses %s with %i', async (target, statusCode) => {
    const { scene, executions } = open();
    const { listener_id } = await openSender(scene);
    const draft = await scene.bots.createBot(scene.root, drawBot('Draft'));
    const invalidBot = await scene.bots.createBot(scene.root, brokenBot());
    const calls: Record<string, { bot_id: string; version?: number }> = {
      'an unpublished bot': { bot_id: draft._id },
      'a version that does not exist': { bot_id: draft._id, version: 2 },
      'a bot that events start': {
        bot_id: await publish(scene, 'Events', eventDrivenStart(listener_id)),
      },
      'a version with problems': { bot_id: invalidBot._id, version: 1 },
      'a bot that does not exist': { bot_id: 'bot_none' },
      'a bot of another organisation': { bot_id: await publish(openScene(world), 'Theirs') },
    };
    const call = calls[target] ?? { bot_id: '' };
    expect(await statusOf(executions.startExecution(scene.root, call))).toBe(statusCode);
    expect(await executions.listExecutions(scene.root, { number_of_items: 10 })).toEqual({
      items: [],
    });
  });

  it('accepts an input of up to 32 KB with any values', async () => {
    const { scene, executions } = open();
    const bot_id = await publish(scene, 'Isolate');
    const sized = (beyond: number) => ({
      a: 'x'.repeat(limits.inlineResult + beyond - '{"a":""}'.length),
    });
    const start = (input: Record<string, unknown>) =>
      statusOf(executions.startExecution(scene.root, { bot_id, input }));
    expect([await start(sized(0)), await start(sized(1))]).toEqual([200, 400]);
    const deep = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`);
    for (const value of [2 ** 60, 1e-300, Number.POSITIVE_INFINITY, '\ud800', deep, { '': 1 }]) {
      expect(await start({ value })).toBe(200);
    }
  });
});

describe('trying a bot that events start', () => {
  const openTrial = async () => {
    const { scene, executions } = open();
    const sender = await openSender(scene);
    const { listener_id } = sender;
    const { event_id } = (await sender.send(sender.signed('{"severity":"HIGH"}'))).body;
    const draft = drawBot('Events', 'start -> end', eventDrivenStart(listener_id));
    const { _id: bot_id } = await scene.bots.createBot(scene.root, draft);
    const start = (caller: Caller, options: object) =>
      executions.startExecution(caller, { bot_id, version: 1, ...options });
    return { scene, start, event: { listener_id, event_id } };
  };

  it('runs a draft with an event that its listener received', async () => {
    const { scene, start, event } = await openTrial();
    const run = await start(scene.root, { event, dry_run: true });
    expect(run).toMatchObject({
      trigger: { type: 'manual', user_id: 'root@example.com', event },
      version: 1,
      options: { dry_run: true },
    });
    const { db, files, tenant_id } = scene;
    const payload = await readPayload({ db, files }, { tenant_id, trigger: run.trigger });
    expect(payload).toEqual({ value: { severity: 'HIGH' } });
  });

  it('runs a draft with an input instead of an event', async () => {
    const { scene, start } = await openTrial();
    const run = await start(scene.root, { input: { severity: 'LOW' } });
    expect(run).toMatchObject({ trigger: { type: 'manual' }, input: { severity: 'LOW' } });
  });

  it('refuses an event that is not stored or that the person may not read', async () => {
    const { scene, start, event } = await openTrial();
    const unknownEvent = start(scene.root, { event: { ...event, event_id: 'evt_none' } });
    expect(await statusOf(unknownEvent)).toBe(404);
    const runs = { bot_execution: { create_bot_execution: true } } as const;
    const roles = [{ _id: 'role_1', name: 'Runs only', policies: { ALLOW: runs, DENY: {} } }];
    const runner = person(scene.tenant_id, 'b@example.com', { userType: 'SUBUSER', roles });
    expect(await statusOf(start(runner, { input: {} }))).toBe(200);
    const refusal = await refusalFrom(start(runner, { event }));
    expect([refusal?.status, refusal?.message]).toEqual([
      403,
      'Your role Runs only does not let you read listeners (read_listener). Ask your ROOT user for it.',
    ]);
  });

  it('accepts an input or an event, not both', () => {
    const both = { bot_id: 'bot_1', input: {}, event: { listener_id: 'l', event_id: 'e' } };
    expect(executionRoutes.startExecution.input.safeParse(both).error?.issues).toMatchObject([
      { message: 'Give an input or an event, not both.' },
    ]);
  });
});

describe('aborting a run', () => {
  it('ends an open run, and is refused once the run has ended', async () => {
    const { scene, executions } = open();
    const bot_exc_id = await startRun(scene);
    const aborted = await executions.abortExecution(scene.root, { bot_exc_id });
    expect(aborted).toMatchObject({
      state: 'CANCELLED',
      errors: ['Aborted by root@example.com.'],
    });
    const refusal = await refusalFrom(executions.abortExecution(scene.root, { bot_exc_id }));
    expect([refusal?.status, refusal?.message]).toEqual([409, 'This run has ended already.']);
    const unknownRun = executions.abortExecution(scene.root, { bot_exc_id: 'exc_none' });
    expect(await statusOf(unknownRun)).toBe(404);
  });
});

describe("a node's result", () => {
  it('is found by its exact id only, and is read from files if it is stored there', async () => {
    const { scene, executions } = open();
    const bot_exc_id = await startRun(scene);
    const output_ref = `${scene.tenant_id}/${bot_exc_id}/large.json`;
    await scene.files.put(output_ref, '{"large":true}');
    const large = result('SUCCEEDED', { output_ref });
    const results = { small: result('SUCCEEDED', { output: 1 }), large };
    await commit(scene, bot_exc_id, { results });
    const get = (node_id: string) => executions.getNodeResult(scene.root, { bot_exc_id, node_id });
    expect(await get('small')).toMatchObject({ output: 1 });
    expect(await get('large')).toMatchObject({ output: { large: true }, output_ref });
    for (const name of ['none', 'toString', 'constructor', '__proto__', '']) {
      expect(await statusOf(get(name))).toBe(404);
    }
  });
});

describe("a node's result that is larger than an AWS response", () => {
  it('is returned in parts that fit into a response', async () => {
    const { scene, executions } = open();
    const bot_exc_id = await startRun(scene);
    const output_ref = `${scene.tenant_id}/${bot_exc_id}/large.json`;
    const output = { rows: Array.from({ length: 200_000 }, () => ['"', '\\', 'ü€😀']) };
    await scene.files.put(output_ref, JSON.stringify(output));
    const large = result('SUCCEEDED', { output_ref });
    await commit(scene, bot_exc_id, { results: { large } });
    const texts: string[] = [];
    for (let part: number | undefined = 0; part !== undefined;) {
      const request = { bot_exc_id, node_id: 'large', ...(part > 0 && { part }) };
      const answer: NodeResultView = await executions.getNodeResult(scene.root, request);
      expect(answer).toMatchObject({ status: 'SUCCEEDED', output_ref });
      expect(answer.output).toBeUndefined();
      const envelope = JSON.stringify({ body: JSON.stringify(answer) });
      expect(Buffer.byteLength(envelope)).toBeLessThan(6_000_000);
      texts.push(answer.output_part?.text ?? '');
      part = answer.output_part?.next;
    }
    expect(texts.length).toBeGreaterThan(2);
    expect(JSON.parse(texts.join(''))).toEqual(output);
  });

  it('is not returned in parts to a person who may not read its approval', async () => {
    const { scene, executions } = open();
    const bot = drawBot('Isolate', 'start -> ask:approval -approved-> end', {
      ask: { approvers: ['ada@example.com'], message: 'Sure?' },
    });
    const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
    const trigger = { type: 'manual' as const, user_id: 'grace@example.com' };
    const bot_exc_id = await startRun(scene, { bot_id, version: 1, trigger });
    const output_ref = `${scene.tenant_id}/${bot_exc_id}/ask.json`;
    const output = { status: 'approved', resources: [{ id: 'x'.repeat(3_000_000) }] };
    await scene.files.put(output_ref, JSON.stringify(output));
    const ask = result('SUCCEEDED', { output_ref });
    await commit(scene, bot_exc_id, { results: { ask } });
    const eve = person(scene.tenant_id, 'eve@example.com', { userType: 'SUBUSER' });
    const request = { bot_exc_id, node_id: 'ask' };
    const answer = await executions.getNodeResult(eve, request);
    expect([answer.output, answer.output_part]).toEqual([{ status: 'approved' }, undefined]);
    expect((await executions.getNodeResult(scene.root, request)).output_part).toBeDefined();
  });
});

describe('the question of an approval in a run', () => {
  const canary = 'canary-of-the-question';
  const input = {
    approvers: ['ada@example.com'],
    approvals_required: 1,
    message: canary,
    resources: [{ id: canary, name: canary }],
  };
  const output = { status: 'approved', resources: input.resources, drifted: [], resolutions: [] };

  const openQuestion = async (extraFields: object = {}) => {
    const { scene, executions } = open();
    const bot = drawBot('Isolate', 'start -> ask:approval -approved-> end', {
      ask: { approvers: ['ada@example.com'], message: 'Sure?' },
    });
    const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
    const trigger = { type: 'manual' as const, user_id: 'grace@example.com' };
    const bot_exc_id = await startRun(scene, { bot_id, version: 1, trigger });
    const ask = result('SUCCEEDED', { input, output, ...extraFields });
    const startResult = result('SUCCEEDED', { output: { seen: true } });
    await commit(scene, bot_exc_id, { results: { ask, start: startResult } });
    const as = (name: string, userType: Caller['userType'] = 'SUBUSER') =>
      person(scene.tenant_id, `${name}@example.com`, { userType });
    return { scene, executions, bot_id, bot_exc_id, as };
  };

  it('is shown to people who may read the approval', async () => {
    const { executions, bot_exc_id, as } = await openQuestion();
    for (const reader of [as('ada'), as('grace'), as('root', 'ROOT')]) {
      const run = await executions.getExecution(reader, { bot_exc_id });
      expect(run.results.ask).toMatchObject({ input, output });
    }
  });

  it('is removed for all other people, who see only that there is an approval', async () => {
    const { executions, bot_exc_id, as } = await openQuestion();
    const run = await executions.getExecution(as('eve'), { bot_exc_id });
    expect(JSON.stringify(run)).not.toContain(canary);
    expect(run.results).toMatchObject({
      ask: { input: { approvers: ['ada@example.com'] }, output: { status: 'approved' } },
      start: { output: { seen: true } },
    });
    const request = { bot_exc_id, node_id: 'ask' };
    expect(JSON.stringify(await executions.getNodeResult(as('eve'), request))).not.toContain(
      canary,
    );
    expect(JSON.stringify(await executions.getNodeResult(as('ada'), request))).toContain(canary);
  });

  it('is removed even if it is stored in a file', async () => {
    const { scene, executions, bot_exc_id, as } = await openQuestion({
      input: undefined,
      output: undefined,
      output_ref: 'org_1/exc_1/ask.json',
    });
    await scene.files.put('org_1/exc_1/ask.json', JSON.stringify(output));
    const request = { bot_exc_id, node_id: 'ask' };
    const found = await executions.getNodeResult(as('eve'), request);
    expect(found.output).toEqual({ status: 'approved' });
    expect((await executions.getNodeResult(as('grace'), request)).output).toEqual(output);
  });

  /** A user who draws bots and tests their nodes. */
  const author = (someone: Caller): Caller => {
    const ALLOW = { bot_execution: { '*': true }, bot: { '*': true } } as const;
    return {
      ...someone,
      roles: [{ _id: 'role_1', name: 'Author', policies: { ALLOW, DENY: {} } }],
    };
  };

  it.each([
    ['in the run', {}],
    ['in a file', { output: undefined, output_ref: 'org_1/exc_2/ask.json' }],
  ])('is removed from the data of a node test if it lies %s', async (_, extraFields) => {
    const { scene, executions, bot_id, bot_exc_id, as } = await openQuestion(extraFields);
    await scene.files.put('org_1/exc_2/ask.json', JSON.stringify(output));
    const test = { bot_id, node_id: 'end', from_execution: bot_exc_id, dry_run: true };
    const approvalFor = async (name: string) => {
      const tested = await executions.testNode(author(as(name)), test);
      return Object(tested.output).nodes.ask;
    };
    expect(await approvalFor('eve')).toEqual({ status: 'approved' });
    expect(await approvalFor('ada')).toEqual(output);
  });

  it('is removed from the result of the previous iteration', async () => {
    const { scene, executions, bot_id, bot_exc_id, as } = await openQuestion();
    const { nodes, edges } = drawBot('Isolate', 'start -> each:loop -body-> end').graph;
    const graph = {
      edges,
      nodes: nodes.map((node) =>
        node.id === 'each' ? { ...node, settings: { loop_type: 'while' } } : node,
      ),
    };
    const at = isoTime(0);
    for (const index of [0, 1]) {
      await laneStore(scene.db, scene.tenant_id).create(bot_exc_id, {
        lane: lanePathOf('', 'each', index),
        state: 'SUCCEEDED',
        results: { ask: result('SUCCEEDED', { input, output }) },
        output_node: 'ask',
        inline_bytes: 0,
        errors: [],
        created_at: at,
        updated_at: at,
      });
    }
    const from = { from_execution: bot_exc_id, lane: lanePathOf('', 'each', 1) };
    const test = { bot_id, node_id: 'end', graph, dry_run: true, ...from };
    const lastFor = async (name: string) => {
      const tested = await executions.testNode(author(as(name)), test);
      return Object(tested.output).turn.last;
    };
    expect(await lastFor('eve')).toEqual({ status: 'approved' });
    expect(await lastFor('ada')).toEqual(output);
  });
});

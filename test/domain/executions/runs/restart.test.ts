import { botStore } from '#lib/domain/bots/bot.store.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import {
  iterationProblem,
  replayProblem,
  resumeFromProblem,
  resumeProblem,
  reusableResults,
} from '#lib/domain/executions/runs/resume.rules.ts';
import { startForEvent } from '#lib/domain/executions/runs/event-start.service.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { drawBot, eventDrivenStart, graphOf } from '../../bots/draw-bot.ts';
import { openSender } from '../../listeners/sender.ts';
import { refusalFrom, statusOf } from '../../scene.ts';
import { type LimitedBot, openLimitedBot } from '../limited-bot.ts';
import { commit, result } from '../runs.ts';

const world = openTestDatabase();
const drawing =
  'start -> one:http_request -> each:loop -body-> two:http_request -> last:loop_end -> end';
const graph = graphOf(drawing) as Parameters<typeof reusableResults>[1];
const lanes = { planned: 3, succeeded: 2, failed: 1 };

describe('the results that a resumed run takes over', () => {
  const success = result('SUCCEEDED', { handle: 'next' });
  const handledFailure = result('FAILED', { handle: 'next', error: '500' });

  it.each([
    ['include a success', { start: success, one: success }, ['start', 'one']],
    ['exclude a failure', { start: success, one: result('FAILED', { error: '500' }) }, ['start']],
    ['exclude a cancelled node', { start: success, one: result('CANCELLED') }, ['start']],
    ['exclude an unfinished node', { start: success, one: result('IN_PROGRESS') }, ['start']],
    [
      'include a failure with a next node',
      { start: success, one: handledFailure },
      ['start', 'one'],
    ],
    [
      'include a loop that succeeded',
      { one: success, each: { ...success, lanes } },
      ['one', 'each'],
    ],
    ['exclude a loop that failed', { one: success, each: result('FAILED', { lanes }) }, ['one']],
    [
      'exclude an unfinished loop',
      { one: success, each: result('IN_PROGRESS', { lanes }) },
      ['one'],
    ],
  ])('%s', (_, results, reusedIds) => {
    expect(Object.keys(reusableResults({ results }, graph))).toEqual(reusedIds);
  });

  it('exclude a loop and later nodes if one of its iterations is run again', () => {
    const each = { ...success, lanes };
    const results = { start: success, one: success, each, last: success, end: result('FAILED') };
    expect(Object.keys(reusableResults({ results }, graph, 'each'))).toEqual(['start', 'one']);
  });
});

describe('the node from which a run can be resumed', () => {
  const results = { start: result('SUCCEEDED'), one: result('FAILED'), each: result('SUCCEEDED') };

  it.each([
    ['one', undefined],
    ['each', undefined],
    ['two', /^The run itself did not reach "two"/],
    ['last', '"last" only closes lanes. Choose the node that opens them.'],
    ['end', /^The run itself did not reach "end"/],
    ['nowhere', 'Choose a node of this bot.'],
    ['toString', 'Choose a node of this bot.'],
  ])('may be %s, or has the problem: %s', (from, problem) => {
    const found = resumeFromProblem({ results }, graph, from);
    if (problem instanceof RegExp) expect(found).toMatch(problem);
    else expect(found).toBe(problem);
  });
});

describe('resuming or replaying a run', () => {
  it.each([
    ['QUEUED', false, false],
    ['IN_PROGRESS', false, false],
    ['WAITING_FOR_APPROVAL', false, false],
    ['WAITING_FOR_INPUT', false, false],
    ['SUCCEEDED', false, true],
    ['FAILED', true, true],
    ['CANCELLED', true, true],
  ] as const)('in the state %s: resumed %s, replayed %s', (state, resumed, replayed) => {
    expect(resumeProblem({ state }) === undefined).toBe(resumed);
    expect(replayProblem({ state }) === undefined).toBe(replayed);
  });

  it('suggests a replay if the run came to its end', () => {
    expect(resumeProblem({ state: 'SUCCEEDED' })).toBe(
      'This run came to its end, so nothing is left to resume. Replay it to run it again.',
    );
  });

  it.each([
    ['each', 2, undefined],
    ['each', 3, '"each" had 3 iterations: there is no iteration 4.'],
    ['one', 0, 'Choose a loop of this bot.'],
    ['none', 0, 'Choose a loop of this bot.'],
    ['toString', 0, 'Choose a loop of this bot.'],
  ])('with the loop %s and the index %i has the problem: %s', (node_id, index, problem) => {
    const results = { each: result('FAILED', { lanes }), one: result('SUCCEEDED') };
    expect(iterationProblem({ results }, graph, { node_id, index })).toBe(problem);
    const unreached = iterationProblem({ results: {} }, graph, { node_id: 'each', index: 0 });
    expect(unreached).toBe('The run did not reach "each".');
  });
});

const publishNext = async ({ scene, bot_id }: LimitedBot, picture: string, start: object = {}) => {
  const change = { bot_id, base_version: 1, ...drawBot('Isolate', picture, start) };
  await scene.bots.updateBot(scene.root, change);
  await scene.bots.publishBot(scene.root, { bot_id, version: 2 });
};

/** A failed run with a small result, one in files, and an input. */
const createFailedRun = async (line: LimitedBot, options: Execution['options'] = {}) => {
  const [id = ''] = await line.startMany(1, { input: { host: 'web' }, options });
  const output_ref = `${line.scene.tenant_id}/${id}/large.json`;
  const results = {
    start: result('SUCCEEDED', { handle: 'next', output: { host: 'web' } }),
    large: result('SUCCEEDED', { handle: 'next', output_ref, output_bytes: 40_000 }),
    fetch: result('FAILED', { error: '500', attempt: 3 }),
  };
  await commit(line.scene, id, { results, inline_bytes: 999, updated_at: isoTime(0) });
  await line.end(id, 'FAILED', ['"fetch" failed. 500']);
  return { id, results };
};

describe('a resumed run', () => {
  it('is a new run of the same version with the results; the old run stays', async () => {
    const line = await openLimitedBot(world);
    const { scene, executions } = line;
    const { id, results } = await createFailedRun(line);
    const before = await line.read(id);
    await publishNext(line, 'start -> wait:delay -> end');
    scene.time.now += 1000;
    const run = await executions.resumeExecution(scene.root, { bot_exc_id: id });
    expect(run._id).not.toBe(id);
    expect(run).toMatchObject({
      state: 'IN_PROGRESS',
      version: 1,
      input: { host: 'web' },
      trigger: { type: 'manual', user_id: 'root@example.com' },
      options: { resumed_from: id },
      errors: [],
    });
    expect(run.results).toEqual({ start: results.start, large: results.large });
    const bytes = Object.values(run.results).map((one) => JSON.stringify(one).length);
    expect((await line.read(run._id)).inline_bytes).toBe(bytes.reduce((sum, n) => sum + n, 0));
    expect(await line.read(id)).toEqual({ ...before, resumed_as: run._id });
    await line.runner.idle();
    expect(line.runner.status(run._id)).toBeDefined();
  });

  it('keeps the settings for dry run and cache', async () => {
    const line = await openLimitedBot(world);
    const { id: bot_exc_id } = await createFailedRun(line, {
      dry_run: true,
      caching_settings: false,
    });
    const { resumeExecution, replayExecution } = line.executions;
    const restarted_by = [line.scene.root.user_id];
    const sharedOptions = { dry_run: true, caching_settings: false, restarted_by };
    const resumed = await resumeExecution(line.scene.root, { bot_exc_id });
    expect(resumed.options).toEqual({ ...sharedOptions, resumed_from: bot_exc_id });
    const replayed = await replayExecution(line.scene.root, { bot_exc_id });
    expect(replayed.options).toEqual({ ...sharedOptions, replay_of: bot_exc_id });
  });

  it('may be a single iteration of a loop', async () => {
    const line = await openLimitedBot(world);
    const { scene, executions } = line;
    await publishNext(line, 'start -> each:loop -body-> in:delay -> last:loop_end -> end');
    const graphed = await scene.bots.getBot(scene.root, { bot_id: line.bot_id, version: 2 });
    expect(graphed.problems).toEqual([]);
    const [bot_exc_id = ''] = await line.startMany(1, { version: 2 });
    const results = { start: result('SUCCEEDED'), each: result('FAILED', { lanes }) };
    await commit(scene, bot_exc_id, { results });
    await line.end(bot_exc_id, 'FAILED');
    const resume = (index: number) =>
      executions.resumeExecution(scene.root, { bot_exc_id, iteration: { node_id: 'each', index } });
    expect((await resume(2)).options).toMatchObject({
      resumed_from: bot_exc_id,
      only: { node_id: 'each', index: 2 },
      restarted_by: [scene.root.user_id],
    });
    expect(await statusOf(resume(3))).toBe(400);
    // The run lists all runs that continue it, even if several are requested at once.
    const resumedRuns = await Promise.all([resume(0), resume(0), resume(1)]);
    const { again_as = [] } = await line.read(bot_exc_id);
    expect(again_as).toHaveLength(4);
    expect(again_as).toEqual(expect.arrayContaining(resumedRuns.map(({ _id }) => _id)));
  });

  it('continues in the draft at the node that comes next, also as a dry run', async () => {
    const line = await openLimitedBot(world);
    const { scene, executions } = line;
    const [bot_exc_id = ''] = await line.startMany(1, { input: { host: 'web' } });
    const success = result('SUCCEEDED', { handle: 'next' });
    const results = { start: success, gone: success, fetch: result('FAILED', { error: '500' }) };
    await commit(scene, bot_exc_id, { results });
    await line.end(bot_exc_id, 'FAILED');
    const draft = drawBot('Isolate', 'start -> added:delay -> fetch:http_request -> end');
    await scene.bots.updateBot(scene.root, { bot_id: line.bot_id, base_version: 1, ...draft });
    const resume = (from: string) =>
      executions.resumeExecution(scene.root, { bot_exc_id, from, version: 2, dry_run: true });
    const run = await resume('added');
    expect(run).toMatchObject({
      version: 2,
      input: { host: 'web' },
      options: { resumed_from: bot_exc_id, from: 'added', dry_run: true },
    });
    expect(run.results).toEqual({ start: success });
    const refusal = await refusalFrom(resume('fetch'));
    expect([refusal?.status, refusal?.message]).toEqual([
      400,
      'After the results of that run, "added" comes next in this version, not "fetch". ' +
        'Resume from there.',
    ]);
    expect((await refusalFrom(resume('gone')))?.message).toBe('Choose a node of this bot.');
  });

  it('of an unpublished version requires the right to see its integrations', async () => {
    const line = await openLimitedBot(world);
    const { scene, bot_id, executions } = line;
    const form = { cspName: 'kubernetes', alias: 'Cluster', groups: ['Platform'] };
    const { accountId: id } = await scene.integrations.createIntegration(
      scene.root,
      newIntegration.parse(form),
    );
    const draft = drawBot('Isolate', 'start -> fetch:http_request -> end');
    const fetch = draft.graph.nodes.find((node) => node.id === 'fetch');
    if (fetch) fetch.settings['integration'] = { type: 'kubernetes', id };
    await scene.bots.updateBot(scene.root, { bot_id, base_version: 1, ...draft });
    const [bot_exc_id = ''] = await line.startMany(1, { version: 2 });
    const results = { start: result('SUCCEEDED', { handle: 'next' }), fetch: result('FAILED') };
    await commit(scene, bot_exc_id, { results });
    await line.end(bot_exc_id, 'FAILED');
    const ALLOW = { bot_execution: { '*': true } } as const;
    const roles = [{ _id: 'role_1', name: 'Runner', policies: { ALLOW, DENY: {} } }];
    const bob = person(scene.tenant_id, 'bob@example.com', { userType: 'SUBUSER', roles });
    for (const options of [{}, { from: 'fetch' }]) {
      const refusal = await refusalFrom(
        executions.resumeExecution(bob, { bot_exc_id, ...options }),
      );
      expect([refusal?.status, refusal?.message]).toEqual([
        403,
        expect.stringContaining('"fetch" uses an integration. Your role Runner does not let you'),
      ]);
    }
    await scene.bots.publishBot(scene.root, { bot_id, version: 2 });
    expect(await statusOf(executions.resumeExecution(bob, { bot_exc_id }))).toBe(200);
  });

  it('is refused if nothing is left to resume, or if the bot was deleted', async () => {
    const line = await openLimitedBot(world);
    const { scene, executions } = line;
    const [activeId = '', succeeded = ''] = await line.startMany(2);
    await line.end(succeeded);
    const { id } = await createFailedRun(line);
    const resume = (bot_exc_id: string) =>
      refusalFrom(executions.resumeExecution(scene.root, { bot_exc_id }));
    expect((await resume(activeId))?.status).toBe(409);
    expect((await resume(succeeded))?.status).toBe(409);
    expect((await resume('exc_none'))?.status).toBe(404);
    await scene.bots.deleteBot(scene.root, { bot_id: line.bot_id });
    const refusal = await resume(id);
    expect([refusal?.status, refusal?.message]).toEqual([
      404,
      'This bot does not exist, or it was deleted.',
    ]);
  });

  it('is created for only one of several simultaneous requests', async () => {
    const line = await openLimitedBot(world);
    const { id: bot_exc_id } = await createFailedRun(line);
    line.scene.time.now += 1000;
    const resume = () => statusOf(line.executions.resumeExecution(line.scene.root, { bot_exc_id }));
    const statuses = await Promise.all([resume(), resume(), resume(), resume()]);
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
    const refusal = await refusalFrom(
      line.executions.resumeExecution(line.scene.root, { bot_exc_id }),
    );
    expect(refusal?.message).toMatch(
      /^This run was resumed already, as the run exc_\w+\. Open that/,
    );
  });

  it('can be requested again if the bot had no free place before', async () => {
    const line = await openLimitedBot(world, { limit: 1, when_full: 'drop' });
    const { id: bot_exc_id } = await createFailedRun(line);
    const [otherRunId = ''] = await line.startMany(1);
    line.scene.time.now += 1000;
    const resume = () => statusOf(line.executions.resumeExecution(line.scene.root, { bot_exc_id }));
    expect(await resume()).toBe(409);
    expect((await line.read(bot_exc_id)).resumed_as).toBeUndefined();
    await line.end(otherRunId);
    expect(await resume()).toBe(200);
  });

  it('is blocked by a recent claim, but not by a claim that was abandoned', async () => {
    const line = await openLimitedBot(world);
    const { id: bot_exc_id } = await createFailedRun(line);
    const { scene } = line;
    const claimed = timedId('exc', scene.time.now);
    await executionStore(world.db, scene.tenant_id).claimResume(bot_exc_id, claimed, undefined);
    const resume = () => statusOf(line.executions.resumeExecution(scene.root, { bot_exc_id }));
    scene.time.now += 1000;
    expect(await resume()).toBe(409);
    scene.time.now += 60_000;
    expect(await resume()).toBe(200);
  });

  it('waits for a place like any other run', async () => {
    const line = await openLimitedBot(world, { limit: 1, when_full: 'queue' });
    const { id: bot_exc_id } = await createFailedRun(line);
    const [first = ''] = await line.startMany(1);
    line.scene.time.now += 1000;
    const run = await line.executions.resumeExecution(line.scene.root, { bot_exc_id });
    expect(run.state).toBe('QUEUED');
    await line.end(first);
    const startedRun = await line.read(run._id);
    expect(startedRun.state).toBe('IN_PROGRESS');
    expect(Object.keys(startedRun.results)).toEqual(Object.keys(run.results));
  });
});

describe('a replayed run', () => {
  it('starts again with the version that is published now', async () => {
    const line = await openLimitedBot(world);
    const { scene, executions } = line;
    const { id } = await createFailedRun(line);
    await publishNext(line, 'start -> wait:delay -> end');
    const run = await executions.replayExecution(scene.root, { bot_exc_id: id });
    expect(run).toMatchObject({
      version: 2,
      results: {},
      input: { host: 'web' },
      options: { replay_of: id },
    });
  });

  it('uses the same event, even if the bot cannot be run by hand', async () => {
    const line = await openLimitedBot(world);
    const { scene, executions } = line;
    const sender = await openSender(scene);
    const { listener_id } = sender;
    await line.publish('On events', {}, eventDrivenStart(listener_id));
    const { event_id } = (await sender.send(sender.signed('{"n":1}'))).body;
    const [id = ''] = await startForEvent(line.deps)({
      tenant_id: scene.tenant_id,
      listener_id,
      event_id,
    });
    await line.end(id, 'FAILED');
    scene.time.now += 1000;
    const replayed = await executions.replayExecution(scene.root, { bot_exc_id: id });
    const resumed = await executions.resumeExecution(scene.root, { bot_exc_id: id });
    for (const run of [replayed, resumed]) {
      expect(run._id).not.toBe(id);
      expect(run.trigger).toEqual({ type: 'event', listener_id, event_id });
    }
  });

  it('is refused without its event, a published version, or an end', async () => {
    const line = await openLimitedBot(world);
    const { scene, executions } = line;
    const { id } = await createFailedRun(line);
    const replay = async (bot_exc_id: string) =>
      refusalFrom(executions.replayExecution(scene.root, { bot_exc_id }));
    const [activeId = ''] = await line.startMany(1);
    expect((await replay(activeId))?.status).toBe(409);
    const trigger = { type: 'event' as const, listener_id: 'lst_1', event_id: 'evt_1' };
    const [lost = ''] = await line.startMany(1, { trigger });
    await line.end(lost, 'FAILED');
    expect((await replay(lost))?.message).toBe(
      'The event that started this run is no longer kept.',
    );
    const bots = botStore(scene.db, scene.tenant_id);
    await bots.change(await line.readBot(), { published_version: undefined });
    const unpublished = await replay(id);
    expect([unpublished?.status, unpublished?.message]).toEqual([
      400,
      'Publish a version of this bot first.',
    ]);
    expect(await executionStore(scene.db, scene.tenant_id).get(id)).toBeDefined();
  });
});

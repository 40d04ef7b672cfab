import * as fc from 'fast-check';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { bot as botSchema } from '#lib/domain/bots/bot.schema.ts';
import { botStore, botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { cleanUpAfterEnd, closeRun } from '#lib/domain/executions/runs/close.service.ts';
import { childRuns, executionStore } from '#lib/domain/executions/execution.store.ts';
import { check } from '#lib/engine/check.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { ModelTurn } from '#lib/ports/model.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { aReading, aTask, draw } from '#test/support/drawing.ts';
import { caseCount } from '#test/support/thorough.ts';
import {
  agentGraph,
  agentSettings,
  agentWorlds,
  answersInOrder,
  readAgent,
  readApprovals,
  type Script,
  textAnswer,
  toolCall,
  toolCallAnswer,
  toolReturnsOf,
  type World,
} from './agent-world.ts';
import { tenant } from './world.ts';

const database = openTestDatabase('disk');
const world = agentWorlds(database);
const { db } = database;
const at = Date.parse('2026-03-01T09:00:00Z');

const offboarding = draw('start -> read:rest_api_action -> end', {
  read: {
    action: 'okta.get_user',
    integration: agentSettings.agent_toolkit[0]?.integration,
    parameters: { user: '{% $event.user %}' },
  },
});

/** A published bot that AI agents can run. */
const createPublishedBot = async (
  graph: Graph = offboarding,
  overrides: object = {},
): Promise<string> => {
  const _id = timedId('bot', at);
  const saved_at = isoTime(at);
  const version = { version: 1, graph, saved_by: 'a@example.com', saved_at };
  await botVersionStore(db, tenant).create(_id, version);
  const bot = botSchema.parse({
    tenant_id: tenant,
    _id,
    name: 'Offboard',
    status: 'enabled',
    draft_version: 1,
    published_version: 1,
    trigger_type: 'on_demand',
    created_by: 'a@example.com',
    created_at: saved_at,
    updated_at: saved_at,
    ...overrides,
  });
  await botStore(db, tenant).create(bot);
  return _id;
};

const agentWith = (bot_id: string) => ({
  agent_toolkit: [],
  agent_bots: [{ bot_id, use: 'When somebody leaves.' }],
  approvers: ['anna@example.com'],
});

const runBotAnswer = (input: object = { user: 'ada' }, tool = 'run_offboard') =>
  toolCallAnswer(toolCall(tool, { input, reason_for_approval: 'Ada has left.' }));

const script = answersInOrder(runBotAnswer(), textAnswer('Ada is offboarded.'));

const childrenOf = async (id: string) => {
  const found = [];
  for await (const child of childRuns(db, tenant, id)) found.push(child);
  return found;
};

/**
 * Drives what a run's AI agents have started, whenever the run waits. The sweep starts those
 * recorded by a process that crashed before it started them.
 */
const withChildren = (one: World, run: string, plan: Parameters<World['drive']>[1] = {}) => {
  const driven = new Set<string>();
  const onDelay = async () => {
    const recorded = (await childrenOf(run)).map(({ _id }) => _id);
    for (const id of new Set([...one.startedRuns, ...recorded])) {
      if (driven.has(id)) continue;
      driven.add(id);
      await one.drive(id);
    }
  };
  return { onDelay, ...plan };
};

const runAgent = async (one: World, bot: string, plan: Parameters<World['drive']>[1] = {}) => {
  const id = await one.start(agentGraph(agentWith(bot)), { note: 'Event.' });
  await one.drive(id, withChildren(one, id, plan));
  const children = await childrenOf(id);
  return {
    id,
    children,
    approvals: await readApprovals(one, id),
    ...(await readAgent(database, one, id)),
  };
};

const lastReturn = ({ modelTurns }: World) =>
  toolReturnsOf(modelTurns.at(-1) as ModelTurn).at(-1) ?? '';

describe('a bot that an AI agent runs', () => {
  it('runs after an approval and returns its results to the AI agent', async () => {
    const one = world(script);
    const bot = await createPublishedBot();
    const { id, children, approvals, result, entries, thread } = await runAgent(one, bot);
    expect(thread?.session_generated_bot_id).toBe(bot);
    expect(thread?.session_generated_bot_exc_id).toBe(children[0]?._id);
    // Consoles read the thread again, and show a link to the run.
    const activeNotices = one.messages.chat.filter(({ status }) => status === 'ACTIVE');
    expect(activeNotices).toHaveLength(1);
    expect(approvals).toMatchObject([
      {
        status: 'approved',
        message: 'The agent "find" asks to run "Offboard".',
        asked_call: { arguments: { input: { user: 'ada' } }, claim: 'Ada has left.' },
        next_nodes: [{ would: expect.stringContaining('run version 1 of the bot "Offboard"') }],
      },
    ]);
    expect(children).toMatchObject([
      {
        bot_id: bot,
        state: 'SUCCEEDED',
        input: { user: 'ada' },
        trigger: { type: 'agent', bot_exc_id: id, bot_name: 'Tidy up' },
      },
    ]);
    expect(one.called).toMatchObject([{ url: expect.stringMatching(/users\/ada$/) }]);
    expect(JSON.parse(lastReturn(one))).toMatchObject({
      bot_exc_id: children[0]?._id,
      state: 'SUCCEEDED',
      results: { read: { result: expect.stringContaining('LOCKED_OUT') } },
    });
    expect(result).toMatchObject({ status: 'SUCCEEDED', output: { tool_calls: 1 } });
    const roles = entries.map(({ role }) => role);
    expect(roles.slice(2)).toEqual(['assistant', 'asked', 'begun', 'tool', 'assistant']);
  });

  it('is offered to the model with its description, its use and its input', async () => {
    const one = world(answersInOrder(textAnswer('Nothing to do.')));
    await runAgent(
      one,
      await createPublishedBot(offboarding, { description: 'Locks an account.' }),
    );
    expect(one.modelTurns[0]?.tools?.[0]).toMatchObject({
      name: 'run_offboard',
      description: expect.stringMatching(/"Offboard".* Locks an account. When somebody leaves./),
      input: { properties: { input: {}, reason_for_approval: {} } },
    });
  });

  it('is not started when people reject it', async () => {
    const one = world(script);
    const played = await runAgent(one, await createPublishedBot(), {
      decisions: { find: 'reject' },
    });
    expect(played.children).toEqual([]);
    expect(played.thread?.session_generated_bot_exc_id).toBeUndefined();
    expect(lastReturn(one)).toContain('rejected this call');
  });

  it('needs a new approval when its published version changed after the approval', async () => {
    const one = world(answersInOrder(runBotAnswer(), textAnswer('I ask again.')), undefined, 1);
    const bot = await createPublishedBot();
    const found = await botStore(db, tenant).get(bot);
    const changing: Promise<unknown>[] = [];
    let pauses = 0;
    const { approvals, children } = await runAgent(one, bot, {
      onPause: () => {
        pauses += 1;
        if (pauses > 1 || !found) return;
        const version = { version: 2, graph: offboarding, saved_by: 'a', saved_at: isoTime(at) };
        changing.push(botVersionStore(db, tenant).create(bot, version));
        const now = { published_version: 2, draft_version: 2 };
        changing.push(botStore(db, tenant).change(found, now));
      },
    });
    await Promise.all(changing);
    // People are asked again, about the version that would run now.
    expect(approvals.map(({ next_nodes }) => next_nodes?.[0]?.would)).toEqual([
      expect.stringContaining('version 1'),
      expect.stringContaining('version 2'),
    ]);
    expect(children).toMatchObject([{ version: 2 }]);
  });

  it('reports why its run failed, and the AI agent continues', async () => {
    const one = world(script, () => ({ status: 404, body: { error: 'Unknown user.' } }));
    const { result, children } = await runAgent(one, await createPublishedBot());
    expect(children).toMatchObject([{ state: 'FAILED' }]);
    const toolReturn = JSON.parse(lastReturn(one));
    expect(toolReturn).toMatchObject({ state: 'FAILED', errors: [expect.any(String)] });
    expect(result?.status).toBe('SUCCEEDED');
  });

  it('does not use up the time limit of the AI agent while it runs', async () => {
    const one = world(script);
    const bot = await createPublishedBot();
    const id = await one.start(agentGraph({ ...agentWith(bot), max_minutes: 1 }));
    let waits = 0;
    await one.drive(id, {
      onDelay: async () => {
        waits += 1;
        one.pass(30 * 60_000);
        if (waits === 3) await one.drive(one.startedRuns.at(-1) ?? '');
      },
    });
    const { result } = await readAgent(database, one, id);
    expect(waits).toBeGreaterThanOrEqual(3);
    expect(result?.output).toMatchObject({ ended_by: 'final_response' });
  });

  it('is cancelled when the run of the AI agent is cancelled', async () => {
    const one = world(script);
    const id = await one.start(agentGraph(agentWith(await createPublishedBot())));
    await expect(
      one.drive(id, {
        onDelay: async () => {
          const end = { state: 'CANCELLED' as const, cause: 'Stopped by Anna.', now: Date.now() };
          await closeRun(one.deps(db), { tenant_id: tenant, _id: id }, end);
        },
      }),
    ).resolves.toMatchObject({ state: 'CANCELLED' });
    expect(await childrenOf(id)).toMatchObject([
      { state: 'CANCELLED', errors: [expect.stringContaining('whose agent started this one')] },
    ]);
    expect(one.called).toEqual([]);
  });

  it('is cancelled at its next step if a crash followed the end of the parent run', async () => {
    const one = world(script);
    const id = await one.start(agentGraph(agentWith(await createPublishedBot())));
    await one.drive(id, {
      onDelay: async () => {
        const now = isoTime(Date.now());
        const ended = { state: 'CANCELLED', finished_at: now, updated_at: now } as const;
        await executionStore(db, tenant).commit(id, ended);
      },
    });
    const [child] = await childrenOf(id);
    expect(child?.state).not.toBe('CANCELLED');
    await one.drive(child?._id ?? '');
    expect(await childrenOf(id)).toMatchObject([
      { state: 'CANCELLED', errors: [expect.stringContaining('whose agent started this one')] },
    ]);
    expect(one.called).toEqual([]);
  });

  it.each(['resumed_from', 'replay_of'] as const)(
    'continues after people run it again (%s), even when the run of the AI agent ends',
    async (originField) => {
      let isDown = true;
      const one = world(script, () => ({ status: isDown ? 404 : 200, body: {} }));
      const { id, children } = await runAgent(one, await createPublishedBot());
      const [failed] = children;
      if (!failed) throw new Error('No run was started.');
      expect([(await one.read(id)).state, failed.state]).toEqual(['SUCCEEDED', 'FAILED']);
      isDown = false;
      const secondRun = await one.startAgain(failed, { [originField]: failed._id });
      const end = { state: 'CANCELLED' as const, cause: 'Stopped by Anna.', now: Date.now() };
      await cleanUpAfterEnd(one.deps(db), await one.read(id), end);
      expect(await one.drive(secondRun)).toMatchObject({ state: 'SUCCEEDED', errors: [] });
    },
  );

  it('is cancelled when the run of the AI agent passes its deadline', async () => {
    const one = world(script);
    const id = await one.start(agentGraph(agentWith(await createPublishedBot())));
    const run = await one.drive(id, { onDelay: async () => one.pass(1000 * 24 * 3600_000) });
    expect(run.errors).toEqual([expect.stringContaining('did not end before its deadline')]);
    expect(await childrenOf(id)).toMatchObject([
      { state: 'CANCELLED', errors: [expect.stringContaining('whose agent started this one')] },
    ]);
  });

  it.each([
    ['with its run noted in the thread', false],
    ['with a crash before its run was noted', true],
  ])('is cancelled when the node of the AI agent fails, %s', async (_what, isLost) => {
    const one = world(script);
    const bot = await createPublishedBot();
    const found = await botStore(db, tenant).get(bot);
    const id = await one.start(agentGraph(agentWith(bot)));
    await one.drive(id, {
      onDelay: async () => {
        if (found) await botStore(db, tenant).change(found, { status: 'disabled' });
        const { thread } = await readAgent(database, one, id);
        const lostLink = { session_generated_bot_exc_id: undefined };
        if (isLost) await threadStore(db, tenant).change(thread?._id ?? '', lostLink);
      },
    });
    const { run, thread } = await readAgent(database, one, id);
    const disabledError = expect.stringContaining('it is disabled');
    expect(run).toMatchObject({ state: 'FAILED', errors: [disabledError] });
    expect(thread).toMatchObject({ status: 'FAILED', error: disabledError });
    expect(await childrenOf(id)).toMatchObject([
      { state: 'CANCELLED', errors: ['The agent "find" that started this run has failed.'] },
    ]);
    expect(one.called).toEqual([]);
  });

  it('is cancelled when a failed branch ends the branch of the AI agent', async () => {
    const one = world(script, (request) => ({ status: 404, body: request.url }));
    const beside = draw(
      'start -> fork:parallel -> find:ai_agent -> join:merge -> end\n' +
        'fork -> wait:delay -> wrong:rest_api_action -> join',
      { find: { ...agentSettings, ...agentWith(await createPublishedBot()) }, wrong: aReading },
    );
    const id = await one.start(beside);
    const [agentLane, otherLane] = ['fork.000000', 'fork.000001'];
    const on = (lane?: string) => one.advance(id, db, lane);
    expect(await on()).toMatchObject({ next: 'fork' });
    expect(await on(agentLane)).toMatchObject({ next: 'pause' });
    await one.pause(id, 'find', 'token-1', agentLane);
    const [approval] = await readApprovals(one, id);
    await one.decide(approval?._id ?? '', 'approve');
    expect(await on(agentLane)).toMatchObject({ next: 'delay' });
    expect(one.startedRuns).toHaveLength(1);

    expect(await on(otherLane)).toMatchObject({ next: 'delay' });
    one.pass(60_000);
    expect(await on(otherLane)).toMatchObject({ next: 'failed' });
    expect(await on()).toMatchObject({ next: 'failed' });
    expect(await childrenOf(id)).toMatchObject([
      { state: 'CANCELLED', errors: ['The agent "find" that started this run has ended.'] },
    ]);
  });

  it('is refused if it would run itself or exceed the nesting limit of runs', async () => {
    const bot = await createPublishedBot();
    const bot_exc_id = await world(script).start(agentGraph(agentWith(bot)));
    const parent = { bot_id: 'bot_p', bot_exc_id, bot_name: 'Above' };
    const startNested = async (above: string[]) => {
      const one = world(script);
      const trigger = { type: 'agent' as const, ...parent, above };
      const id = await one.start(agentGraph(agentWith(bot)), {}, trigger);
      await one.drive(id);
      return (await one.read(id)).errors[0];
    };
    expect(await startNested([bot])).toContain('would run itself');
    expect(await startNested(['bot_a', 'bot_b'])).toContain('at most 3 runs can be nested');
  });

  it.each([
    ['disabled', { status: 'disabled' }],
    ['never published', { published_version: undefined }],
  ])('is refused when it is %s', async (_what, overrides) => {
    const one = world(script);
    const { run } = await runAgent(one, await createPublishedBot(offboarding, overrides));
    expect(run.errors[0]).toContain('it is disabled, or has no published version');
    expect(one.modelTurns).toEqual([]);
  });

  it('accepts an input of at most 32 KB', async () => {
    const one = world(
      answersInOrder(runBotAnswer({ text: 'a'.repeat(40_000) }), textAnswer('Too large.')),
    );
    const { approvals } = await runAgent(one, await createPublishedBot());
    expect(approvals).toEqual([]);
    expect(lastReturn(one)).toContain('larger than 32 KB');
  });
});

describe('an engine that stops while an AI agent runs a bot', () => {
  it('starts one run, asks people once and returns the result', async () => {
    const bot = await createPublishedBot();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 70 }),
        fc.constantFrom('before' as const, 'after' as const),
        async (call_, when) => {
          const byState: Script = ({ messages }) => {
            const steps = messages.filter(({ role }) => role === 'assistant').length;
            return script({} as never, steps);
          };
          const one = world(byState);
          const { children, result, approvals } = await runAgent(one, bot, {
            fails: { at: call_, when },
          });
          expect(children).toMatchObject([{ state: 'SUCCEEDED' }]);
          expect(approvals).toMatchObject([{ status: 'approved' }]);
          expect(result?.output).toMatchObject({ response: 'Ada is offboarded.', tool_calls: 1 });
        },
      ),
      { numRuns: caseCount({ usual: 20, thorough: 140 }) },
    );
  });
});

describe('the check of an AI agent that runs bots', () => {
  const problems = (overrides: object) =>
    check(draw('start -> find:ai_agent -> end', { find: { ...aTask, ...overrides } })).map(
      ({ message }) => message,
    );
  const [one, two] = [{ bot_id: `bot_${'1'.repeat(32)}` }, { bot_id: `bot_${'2'.repeat(32)}` }];
  const approvers = ['anna@example.com'];

  it('requires bots without duplicates and approvers for their runs', () => {
    expect(problems({ agent_bots: [one, two], approvers })).toEqual([]);
    expect(problems({ agent_bots: [one] })).toEqual([
      expect.stringContaining('Enter approvers for each run'),
    ]);
    expect(problems({ agent_bots: [one, {}], approvers })).toEqual([
      expect.stringContaining('Choose a bot for each entry.'),
    ]);
    expect(problems({ agent_bots: [one, one], approvers })).toEqual([
      expect.stringContaining('listed twice'),
    ]);
  });
});

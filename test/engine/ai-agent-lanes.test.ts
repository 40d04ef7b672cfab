import { chatService } from '#lib/domain/chat/chat.service.ts';
import { sessionIdOf } from '#lib/domain/chat/session.rules.ts';
import { closeLane, closeRun } from '#lib/domain/executions/runs/close.service.ts';
import { failAbandonedRun } from '#lib/engine/abandoned-run.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Action, Documents } from '#lib/kernel/documents.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { person } from '#test/support/people.ts';
import {
  agentSettings,
  agentWorlds,
  answersInOrder,
  getUserCall,
  getUserTool,
  lockedUserPeer,
  modelAnswer,
  type Peer,
  readAgent,
  textAnswer,
  toolCall,
  toolCallAnswer,
  type World,
} from './agent-world.ts';
import { tenant } from './world.ts';

const database = openTestDatabase('disk');
const anna = person(tenant, 'anna@example.com');

/** Okta knows every user except Nobody. */
const okta: Peer = (request, number) =>
  request.url.endsWith('/nobody') ? { status: 404, body: {} } : lockedUserPeer(request, number);
const world = (...answers: Parameters<typeof answersInOrder>) =>
  agentWorlds(database)(answersInOrder(...answers), okta);

/** An AI agent works beside a branch that fails, in each iteration of a loop that continues. */
const graph = draw(
  `start -> each:loop -body-> fork:parallel -> find:ai_agent -> join:merge -> over:loop_end -> end
   fork -> wrong:rest_api_action -> join`,
  {
    each: { loop_type: 'count', count: 2, on_iteration_failure: 'continue' },
    find: agentSettings,
    wrong: { ...getUserTool, parameters: { user: 'nobody' } },
  },
);

const turn = 'each.000000';
const [agents, others] = [`${turn}/fork.000000`, `${turn}/fork.000001`];

/** Begins the first iteration: its branches are open, and none has done anything yet. */
const beginIteration = async (one: World): Promise<string> => {
  const id = await one.start(graph);
  expect(await one.advance(id)).toMatchObject({ next: 'fork' });
  expect(await one.advance(id, database.db, turn)).toMatchObject({ next: 'fork' });
  return id;
};

/** The database, in which something happens once: after the first call of this action. */
const databaseWithHook = (action: Action, happens: () => Promise<unknown>): Database => {
  const { documents } = database.db;
  let hasHappened = false;
  const send: Documents['send'] = async (request) => {
    const answer = await documents.send(request);
    if (hasHappened || request.action !== action) return answer;
    hasHappened = true;
    await happens();
    return answer;
  };
  return { ...database.db, documents: { send } };
};

/** The branch beside the AI agent fails, and ends the iteration. */
const failOtherBranch = async (one: World, id: string): Promise<void> => {
  expect(await one.advance(id, database.db, others)).toMatchObject({ next: 'failed' });
  await one.advance(id, database.db, turn);
};

describe('an AI agent in a nested loop', () => {
  it('has a thread in each iteration, with the iteration numbers of both loops', async () => {
    const nestedGraph = draw(
      `start -> outer:loop -body-> inner:loop -body-> find:ai_agent -> next:loop_end
       next -> last:loop_end -> end`,
      {
        outer: { loop_type: 'count', count: 2 },
        inner: { loop_type: 'count', count: 2 },
        find: agentSettings,
      },
    );
    const one = world();
    const id = await one.start(nestedGraph);
    await one.drive(id);
    const { threads } = await readAgent(database, one, id);
    const turns = threads.map(({ outer_indexes = [], loop_index }) => [
      ...outer_indexes,
      loop_index,
    ]);
    expect(turns.toSorted()).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });
});

describe('AI agents in the iterations of a loop', () => {
  /** Each iteration takes two answers: 220 tokens and 0.02 dollars. */
  const runLoop = async (overrides: object, first = toolCallAnswer(getUserCall('ada'))) => {
    const one = agentWorlds(database)((_turn, number) =>
      number % 2 === 0 ? first : textAnswer('Locked.'),
    );
    const id = await one.start(
      draw('start -> each:loop -body-> find:ai_agent -> over:loop_end -> end', {
        each: { loop_type: 'count', count: 10, on_iteration_failure: 'continue' },
        find: { ...agentSettings, ...overrides },
      }),
    );
    await one.drive(id);
    const { run, threads } = await readAgent(database, one, id);
    const byTurn = threads.toSorted((a, b) => (a.loop_index ?? 0) - (b.loop_index ?? 0));
    return { one, run, threads: byTurn };
  };

  it.each([
    [{ max_run_tokens: 700 }, '700 tokens'],
    [{ max_run_cost_usd: 0.065 }, '0.065 US dollars'],
  ])('share the limit of a run: %o', async (limit, limitText) => {
    const { one, run, threads } = await runLoop(limit);
    expect(run.state).toBe('SUCCEEDED');
    // The fourth agent's first answer used a tool and exceeded the limit; the later ones got none.
    expect(one.modelTurns).toHaveLength(7);
    expect(one.called).toHaveLength(4);
    expect(threads.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 3 }, () => 'COMPLETED'),
      ...Array.from({ length: 7 }, () => 'FAILED'),
    ]);
    const reason = `The agent used up the ${limitText} that its node has in a run without an answer.`;
    for (const { error } of threads.slice(3)) expect(error).toContain(reason);
  });

  it('end with the last text of the model and record the limit that was reached', async () => {
    const lookAnswer = modelAnswer([{ type: 'text', text: 'Looking.' }, getUserCall('ada')]);
    const { threads } = await runLoop({ max_run_cost_usd: 0.025 }, lookAnswer);
    expect(threads.slice(0, 2)).toMatchObject([
      { status: 'COMPLETED', ended_by: 'final_response' },
      { status: 'COMPLETED', ended_by: 'run_cost', limit: 0.025 },
    ]);
  });

  it.each<[string, Partial<ReturnType<typeof textAnswer>>]>([
    ['refusals', { finish: 'refused' }],
    ['empty answers', { parts: [], finish: 'length' }],
    ['answers that are too long', { parts: [{ type: 'text', text: 'x'.repeat(70_000) }] }],
  ])('count %s towards the limit although no text is stored', async (_what, overrides) => {
    const one = agentWorlds(database)(() => ({ ...textAnswer(''), ...overrides }));
    const id = await one.start(
      draw('start -> each:loop -body-> find:ai_agent -> over:loop_end -> end', {
        each: { loop_type: 'count', count: 10, on_iteration_failure: 'continue' },
        find: { ...agentSettings, max_run_cost_usd: 0.025 },
      }),
    );
    await one.drive(id);
    expect(one.modelTurns).toHaveLength(3);
    const { threads } = await readAgent(database, one, id);
    const costs = threads.map(({ spent }) => spent?.cost ?? 0);
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(0.03);
  });

  it('share ten times the limit of one AI agent by default', async () => {
    const { one, threads } = await runLoop({ max_cost_usd: 0.015 });
    expect(one.modelTurns).toHaveLength(15);
    expect(threads[9]?.error).toContain('used up the 0.15 US dollars');
  });
});

/** The calls of chats, on the database of this world. */
const chatOf = (one: World) => {
  const { clock, realtime } = one.deps(database.db);
  const runner = { resume: async () => 'resumed' as const };
  return chatService({ db: database.db, clock, realtime, runner });
};

const cancelled = { status: 'CANCELLED', error: 'It was ended because of "fork".' };

describe('an AI agent in a branch that ends because another branch failed', () => {
  it('is cancelled, refuses messages, and the run no longer waits for it', async () => {
    const one = world(toolCallAnswer(toolCall('ask_user', { question: 'Which Ada?' })));
    const id = await beginIteration(one);
    expect(await one.advance(id, database.db, agents)).toMatchObject({ next: 'pause' });
    await one.pause(id, 'find', 'token-1', agents);
    const before = await one.read(id);
    expect(before.state).toBe('WAITING_FOR_INPUT');
    expect(Object.values(before.waits)).toMatchObject([{ kind: 'message', lane: agents }]);
    await failOtherBranch(one, id);

    const { run, thread } = await readAgent(database, one, id);
    expect(run).toMatchObject({ state: 'IN_PROGRESS', waits: {} });
    expect(thread).toMatchObject(cancelled);
    expect(one.messages.chat.at(-1)).toMatchObject(cancelled);
    const message = { chat_thread_id: thread?._id ?? '', content: 'She.', client_id: 'message-1' };
    await expect(chatOf(one).sendChatMessage(anna, message)).rejects.toThrow(
      'This conversation has ended.',
    );
  });

  it('makes no further call when it is working at that moment', async () => {
    const one = world(toolCallAnswer(getUserCall('ada')), textAnswer('Never read.'));
    const id = await beginIteration(one);
    one.meanwhile.asking = async () => {
      one.meanwhile.asking = async () => undefined;
      await failOtherBranch(one, id);
    };
    await one.advance(id, database.db, agents);
    const { thread, entries } = await readAgent(database, one, id);
    expect(thread).toMatchObject(cancelled);
    expect(entries.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(one.called).toHaveLength(1);
  });

  it('leaves no open conversation when it was about to start', async () => {
    const one = world(textAnswer('Never asked.'));
    const id = await beginIteration(one);
    const { okta: account } = one.accounts;
    const meanwhile = async () => {
      Object.defineProperty(one.accounts, 'okta', { value: account });
      await failOtherBranch(one, id);
      return account;
    };
    Object.defineProperty(one.accounts, 'okta', { configurable: true, get: meanwhile });
    await one.advance(id, database.db, agents);
    const { thread } = await readAgent(database, one, id);
    expect(thread).toMatchObject({ status: 'CANCELLED' });
    expect(one.modelTurns).toEqual([]);
  });
});

describe('an AI agent in a branch that the state machine gave up on', () => {
  const error = 'The engine could not continue this branch or iteration (States.Timeout).';
  const cancelledThread = { status: 'CANCELLED', error };

  it('is cancelled at once, and its run continues', async () => {
    const one = world(toolCallAnswer(toolCall('ask_user', { question: 'Which Ada?' })));
    const id = await beginIteration(one);
    await one.advance(id, database.db, agents);
    await one.pause(id, 'find', 'token-1', agents);
    await one.lost(id, 'States.Timeout', 'It was silent.', agents);
    const { run, thread } = await readAgent(database, one, id);
    expect(run).toMatchObject({ state: 'IN_PROGRESS', waits: {} });
    expect(thread).toMatchObject(cancelledThread);
    expect(one.messages.chat.at(-1)).toMatchObject(cancelledThread);
    expect(one.messages.frames.at(-1)).toBe('find FAILED');
    await one.drive(id);
    const after = await readAgent(database, one, id);
    expect(after.run.state).toBe('SUCCEEDED');
    expect(after.threads.find(({ lane }) => lane === agents)).toMatchObject(cancelledThread);
  });

  it('makes no further call when it is working at that moment', async () => {
    const one = world(toolCallAnswer(getUserCall('ada')), textAnswer('Never read.'));
    const id = await beginIteration(one);
    one.meanwhile.asking = () => one.lost(id, 'States.Timeout', 'It was silent.', agents);
    await one.advance(id, database.db, agents);
    const { thread, entries } = await readAgent(database, one, id);
    expect(thread).toMatchObject(cancelledThread);
    expect(entries.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(one.modelTurns).toHaveLength(1);
    expect(one.called).toEqual([]);
  });

  it('does not change when its run had already ended', async () => {
    const one = world(toolCallAnswer(toolCall('ask_user', { question: 'Which Ada?' })));
    const id = await beginIteration(one);
    await one.advance(id, database.db, agents);
    await one.lost(id, 'States.Runtime', '');
    const before = await readAgent(database, one, id);
    expect(before.run.state).toBe('FAILED');
    await one.lost(id, 'States.Timeout', 'It was silent.', agents);
    expect(await readAgent(database, one, id)).toEqual(before);
  });

  it.each([
    ['the AI agent was waiting', true],
    ['the AI agent was working', false],
  ])('does not change when its run ends at the same moment: %s', async (_what, waits) => {
    const one = world(toolCallAnswer(toolCall('ask_user', { question: 'Which Ada?' })));
    const id = await beginIteration(one);
    const end = { state: 'CANCELLED' as const, cause: 'Aborted.', now: one.time() };
    const abort = () => closeRun(one.deps(database.db), { tenant_id: tenant, _id: id }, end);
    const loseLane = () => {
      const db = databaseWithHook('Get', abort);
      const failure = { tenant_id: tenant, bot_exc_id: id, lane: agents, error: 'States.Timeout' };
      return failAbandonedRun(one.deps(db))(failure);
    };
    if (!waits) one.meanwhile.asking = loseLane;
    await one.advance(id, database.db, agents);
    if (waits) await loseLane();
    const { run, thread } = await readAgent(database, one, id);
    expect(run).toMatchObject({ state: 'CANCELLED', errors: ['Aborted.'] });
    // Its status follows from its run.
    expect(thread).toMatchObject({ status: 'ACTIVE' });
    expect(one.messages.chat.filter(({ status }) => status === 'CANCELLED')).toEqual([]);
  });
});

describe('AI agents in iterations that the state machine gave up on', () => {
  const turns = draw('start -> each:loop -body-> find:ai_agent -> over:loop_end -> end', {
    each: { loop_type: 'count', count: 20 },
    find: agentSettings,
  });
  const laneOf = (at: number) => `each.${String(at).padStart(6, '0')}`;

  /** AI agents that wait for somebody, each in its own iteration. */
  const pauseAgents = async (count: number) => {
    const askUser = () => toolCallAnswer(toolCall('ask_user', { question: 'Which Ada?' }));
    const one = agentWorlds(database)(askUser, okta);
    const id = await one.start(turns);
    await one.advance(id);
    for (let at = 0; at < count; at += 1) {
      await one.advance(id, database.db, laneOf(at));
      await one.pause(id, 'find', `token-${at}`, laneOf(at));
    }
    return { one, id };
  };

  const threadsOf = async (one: World, id: string) => {
    const { threads } = await readAgent(database, one, id);
    return threads.map(({ lane, status }) => `${lane} ${status}`).toSorted();
  };

  it('are cancelled with their own iteration only', async () => {
    const { one, id } = await pauseAgents(3);
    await one.lost(id, 'States.Timeout', '', laneOf(0));
    const [first, second, third] = [laneOf(0), laneOf(1), laneOf(2)];
    const expected = [`${first} CANCELLED`, `${second} ACTIVE`, `${third} ACTIVE`];
    expect(await threadsOf(one, id)).toEqual(expected);
    await one.lost(id, 'States.Timeout', '', laneOf(2));
    expect(await threadsOf(one, id)).toEqual([expected[0], expected[1], `${third} CANCELLED`]);
  });

  it('are found with the same number of reads for 1 and 20 AI agents', async () => {
    const countReads = async (count: number) => {
      const { one, id } = await pauseAgents(count);
      const counter = countedDatabase(database.db);
      const failure = {
        tenant_id: tenant,
        bot_exc_id: id,
        lane: laneOf(0),
        error: 'States.Timeout',
      };
      await failAbandonedRun(one.deps(counter.db))(failure);
      const { calls, items } = counter.taken();
      return { calls, items };
    };
    expect(await countReads(20)).toEqual(await countReads(1));
  });

  it('are cancelled on a retry after a crash that had ended only the iteration', async () => {
    const { one, id } = await pauseAgents(1);
    const end = { state: 'FAILED' as const, cause: 'It was silent.', now: one.time() };
    const at = { tenant_id: tenant, bot_exc_id: id };
    await closeLane({ db: database.db }, at, laneOf(0), end);
    expect(await threadsOf(one, id)).toEqual([`${laneOf(0)} ACTIVE`]);
    await one.lost(id, 'States.Timeout', '', laneOf(0));
    expect(await threadsOf(one, id)).toEqual([`${laneOf(0)} CANCELLED`]);
  });

  it('are cancelled with the iteration around their branch', async () => {
    const one = world(toolCallAnswer(toolCall('ask_user', { question: 'Which Ada?' })));
    const id = await beginIteration(one);
    await one.advance(id, database.db, agents);
    await one.pause(id, 'find', 'token-1', agents);
    await one.lost(id, 'States.Timeout', '', turn);
    expect(await threadsOf(one, id)).toEqual([`${agents} CANCELLED`]);
  });
});

describe('an AI agent in a branch that continues after the deadline of its run', () => {
  it('is cancelled with its branch, and the run no longer waits for it', async () => {
    const one = world(toolCallAnswer(toolCall('ask_user', { question: 'Which Ada?' })));
    const id = await beginIteration(one);
    await one.advance(id, database.db, agents);
    await one.pause(id, 'find', 'token-1', agents);
    one.pass(1000 * 24 * 3600_000);
    const failedStep = { next: 'failed', error: 'DeadlinePassed' };
    expect(await one.advance(id, database.db, agents)).toMatchObject(failedStep);
    const { run, thread } = await readAgent(database, one, id);
    expect(run).toMatchObject({ state: 'IN_PROGRESS', waits: {} });
    const error = expect.stringContaining('did not end before its deadline');
    expect(thread).toMatchObject({ status: 'CANCELLED', error });
    expect(one.messages.chat.at(-1)).toMatchObject({ status: 'CANCELLED', error });
  });
});

describe('messages of an AI agent in a branch of a parallel', () => {
  const beside = draw(
    `start -> fork:parallel -> find:ai_agent -> join:merge -> end
     fork -> other:rest_api_action -> join`,
    { find: agentSettings, other: { ...getUserTool, parameters: { user: 'ada' } } },
  );

  it('are listed by node id, without naming the branch', async () => {
    const one = world(textAnswer('Found.'));
    const id = await one.start(beside);
    await one.drive(id);
    const listMessages = (agent_node_id: string, options: { loop_index?: number } = {}) =>
      chatOf(one).listAgentMessages(anna, {
        chat_session_id: sessionIdOf(id),
        agent_node_id,
        ...options,
        limit: 50,
        skip: 0,
        sort_by: 'created_at',
        order: 'desc',
      });
    const { messages } = await listMessages('find');
    expect(messages[0]).toMatchObject({ content: 'Found.', final_response: true });
    await expect(listMessages('other')).rejects.toMatchObject({ status: 404 });
    await expect(listMessages('find', { loop_index: 0 })).rejects.toMatchObject({ status: 404 });
  });
});

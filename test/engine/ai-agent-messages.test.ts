import { decisionRefusalOf } from '#lib/domain/approvals/approval.rules.ts';
import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import { maxUserMessages, messagesInOrder } from '#lib/domain/chat/message.rules.ts';
import { unreadMessages } from '#lib/domain/chat/question.rules.ts';
import { sendChatMessage } from '#lib/domain/chat/send.service.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { ModelAnswer, ModelTurn } from '#lib/ports/model.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import {
  agentGraph,
  agentWorlds,
  answersInOrder,
  getUserCall,
  getUserTool,
  lockedUserPeer,
  modelAnswer,
  readAgent,
  type Script,
  textAnswer,
  toolCall,
  toolCallAnswer,
  type World,
} from './agent-world.ts';
import { tenant } from './world.ts';

const database = openTestDatabase('disk');
const world = agentWorlds(database);
const anna = person(tenant, 'anna@example.com');

const askUserAnswer = toolCallAnswer(toolCall('ask_user', { question: 'Which Ada?' }));

/** Writes into the thread of a run's AI agent, as the API does. */
const messageWriter = (one: World, id: string) => {
  const { clock, realtime } = one.deps(database.db);
  const resume = async (token: string) => {
    one.resumed.push(token);
    return 'resumed' as const;
  };
  const send = sendChatMessage({ db: database.db, clock, realtime, runner: { resume } });
  return async (content: string, client_id = 'message-1') => {
    const { thread } = await readAgent(database, one, id);
    return send(anna, { chat_thread_id: thread?._id ?? '', content, client_id });
  };
};

const lastAsked = ({ modelTurns }: World) => modelTurns.at(-1) as ModelTurn;

describe('an AI agent that asks people a question', () => {
  it('waits for a message and sends it to the model', async () => {
    const one = world(answersInOrder(askUserAnswer, textAnswer('Ada Lovelace it is.')));
    const id = await one.start(agentGraph());
    expect(await one.advance(id)).toMatchObject({ next: 'pause', node_id: 'find' });
    await one.pause(id, 'find', 'token-1');
    expect(one.resumed).toEqual([]);
    // People have to act, so the run counts among those waiting for people.
    expect(await one.read(id)).toMatchObject({
      state: 'WAITING_FOR_INPUT',
      waiting_for: { kind: 'message' },
      results: { find: { status: 'WAITING_FOR_INPUT' } },
    });
    const message = await messageWriter(one, id)('The countess.');
    expect(message).toMatchObject({ message_type: 'user-prompt', sent_by: 'anna@example.com' });
    expect(one.resumed).toEqual(['token-1']);
    await one.drive(id);
    const { result } = await readAgent(database, one, id);
    expect(result?.output).toMatchObject({ response: 'Ada Lovelace it is.' });
    expect(lastAsked(one).messages.slice(-2)).toMatchObject([
      { role: 'tool', returns: [{ content: 'They have answered: their message follows.' }] },
      { role: 'user', text: 'The countess.' },
    ]);
  });

  it('asks two questions of one answer in turn and waits for each reply', async () => {
    const twoCalls = toolCallAnswer(
      toolCall('ask_user', { question: 'Which Ada?' }),
      toolCall('ask_user', { question: 'Which Bob?' }),
    );
    const one = world(answersInOrder(twoCalls, textAnswer('The countess and the builder.')));
    const id = await one.start(agentGraph());
    const answers = ['The countess.', 'The builder.'];
    for (const [index, text] of answers.entries()) {
      expect(await one.advance(id)).toMatchObject({ next: 'pause', node_id: 'find' });
      await one.pause(id, 'find', `token-${index}`);
      expect(one.resumed).toHaveLength(index);
      await messageWriter(one, id)(text, `message-${index}`);
      expect(one.resumed).toHaveLength(index + 1);
    }
    await one.drive(id);
    expect((await readAgent(database, one, id)).result?.status).toBe('SUCCEEDED');
    const lastMessages = lastAsked(one).messages.slice(-3);
    expect(lastMessages).toMatchObject([
      { role: 'tool' },
      { text: answers[0] },
      { text: answers[1] },
    ]);
  });

  it('waits for a reply although a message came during the tool call before', async () => {
    let write = async (_text: string, _id: string): Promise<unknown> => undefined;
    const twoCalls = toolCallAnswer(getUserCall('ada'), toolCall('ask_user', { question: 'Why?' }));
    const one = world(answersInOrder(twoCalls, textAnswer('Done.')), async (request, number) => {
      await write('Please hurry.', 'message-1');
      return lockedUserPeer(request, number);
    });
    const id = await one.start(agentGraph());
    write = messageWriter(one, id);
    expect(await one.advance(id)).toMatchObject({ next: 'pause', node_id: 'find' });
    await one.pause(id, 'find', 'token-1');
    expect(one.resumed).toEqual([]);
    await write('Because.', 'message-2');
    await one.drive(id);
    const { entries } = await readAgent(database, one, id);
    const roles = ['waits', 'suggested', 'user', 'tool', 'assistant'];
    expect(entries.map(({ role }) => role).slice(-5)).toEqual(roles);
  });

  it('resumes when a message arrives before its pause is stored', async () => {
    const one = world(answersInOrder(askUserAnswer, textAnswer('Done.')));
    const id = await one.start(agentGraph());
    await one.advance(id);
    await messageWriter(one, id)('The countess.');
    await one.pause(id, 'find', 'token-1');
    expect(one.resumed).toEqual(['token-1']);
  });

  it('stores a message once when it is sent twice', async () => {
    const one = world(answersInOrder(askUserAnswer, textAnswer('Done.')));
    const id = await one.start(agentGraph());
    await one.advance(id);
    const write = messageWriter(one, id);
    const sentMessages = await Promise.all([
      write('Yes.'),
      write('Yes.'),
      write('No.', 'message-2'),
    ]);
    expect(sentMessages[0]?._id).toBe(sentMessages[1]?._id);
    await one.pause(id, 'find', 'token-1');
    await write('Yes.');
    const { entries } = await readAgent(database, one, id);
    const texts = entries.flatMap((entry) => (entry.role === 'user' ? entry.text : []));
    expect(texts.slice(1).toSorted()).toEqual(['No.', 'Yes.']);
  });

  it('continues without a reply when the time is over', async () => {
    const one = world(answersInOrder(askUserAnswer, textAnswer('I could not ask anybody.')));
    const id = await one.start(agentGraph({ expires_in_minutes: 90 }));
    await one.drive(id, { decisions: { find: 'ignore' } });
    const { result, entries } = await readAgent(database, one, id);
    expect(result?.output).toMatchObject({ response: 'I could not ask anybody.' });
    expect(entries.find(({ role }) => role === 'tool')).toMatchObject({
      is_error: true,
      content: expect.stringContaining('Nobody answered before 2026-03-01T11:30'),
    });
  });

  it('asks no more questions once its thread has the maximum of messages', async () => {
    const one = world(answersInOrder(askUserAnswer, askUserAnswer, textAnswer('I go on without.')));
    const id = await one.start(agentGraph());
    await one.advance(id);
    await one.pause(id, 'find', 'token-1');
    const { thread, entries } = await readAgent(database, one, id);
    const threads = threadStore(database.db, tenant);
    for (let n = 0; n < maxUserMessages; n += 1) {
      const client_id = `message-${n}`;
      const entry = { role: 'user' as const, text: 'Both.', by: anna.user_id, client_id };
      const storedEntry = { sequence: entries.length + n, created_at: isoTime(0), entry };
      await threads.add(thread?._id ?? '', storedEntry);
    }
    await one.drive(id);
    expect((await readAgent(database, one, id)).result?.output).toMatchObject({
      response: 'I go on without.',
    });
    expect(lastAsked(one).messages.at(-1)).toMatchObject({
      returns: [{ content: expect.stringContaining('accepts no more messages from people') }],
    });
  });

  it('refuses messages and has no question tool when interaction is switched off', async () => {
    const one = world(answersInOrder(askUserAnswer, textAnswer('Alone then.')));
    const id = await one.start(agentGraph({ allow_user_interaction: false }));
    await one.drive(id);
    expect(one.modelTurns[0]?.tools?.map(({ name }) => name)).toEqual(['okta_get_user']);
    await expect(messageWriter(one, id)('Hello?')).rejects.toMatchObject({ status: 403 });
    expect((await readAgent(database, one, id)).thread).toMatchObject({
      agent_context_info: { allow_user_interaction: false },
    });
  });
});

describe('suggested answers to a question of an AI agent', () => {
  const offers = (...suggestions: unknown[]): ModelAnswer => ({
    type: 'answered',
    model_id: 'worker-1',
    parts: [{ type: 'text', text: `\`\`\`json\n${JSON.stringify({ suggestions })}\n\`\`\`` }],
    finish: 'stop',
    usage: { input_tokens: 40, output_tokens: 8 },
    cost: 0.002,
  });

  const suggestReplies = async (answer: (turn: ModelTurn) => Promise<ModelAnswer>) => {
    const one = world(answersInOrder(askUserAnswer, textAnswer('Done.')));
    one.suggesting.answer = answer;
    const id = await one.start(agentGraph());
    expect(await one.advance(id)).toMatchObject({ next: 'pause', node_id: 'find' });
    // It asks for them once, however often it looks.
    await one.advance(id);
    const { entries, thread } = await readAgent(database, one, id);
    return { offered: entries.filter(({ role }) => role === 'suggested'), thread };
  };

  it('are at most four readable single lines, and their cost is recorded', async () => {
    const texts: string[] = [];
    const { offered, thread } = await suggestReplies(async ({ messages: [first] }) => {
      if (first?.role === 'user') texts.push(first.text);
      return offers('The  countess', 'The countess', '\u200b', 'x'.repeat(201), 'B', 'C', 'D', 'E');
    });
    expect(offered).toMatchObject([{ suggestions: ['The countess', 'B', 'C', 'D'] }]);
    expect(thread?.spent).toMatchObject({
      steps: 1,
      input_tokens: 100,
      output_tokens: 10,
      suggestion_tokens: 48,
    });
    expect(thread?.spent?.cost).toBeCloseTo(0.012);
    expect(texts).toEqual([expect.stringContaining('Agent asks: Which Ada?')]);
  });

  it.each<[string, () => Promise<ModelAnswer>]>([
    ['the model fails', async () => ({ type: 'failed', kind: 'busy', error: 'Not now.' })],
    ['the model returns plain text', async () => textAnswer('Well, well.')],
    ['the model returns another shape', async () => offers({ text: 'Yes' })],
    ['the call of the model throws', () => Promise.reject(new Error('A defect.'))],
  ])('are empty when %s, and the AI agent still waits', async (_, answer) => {
    const { offered, thread } = await suggestReplies(answer);
    expect(offered).toMatchObject([{ suggestions: [] }]);
    expect(thread).toMatchObject({ status: 'ACTIVE', failures: 0 });
  });
});

describe('a message to a working AI agent', () => {
  it('is read before the next answer, and the result of the tool call is kept', async () => {
    let write = async (_text: string): Promise<unknown> => undefined;
    const suspend = toolCall('okta_suspend_user', { user: 'ada' });
    const script: Script = ({ messages }, number) => {
      if (number === 0) return toolCallAnswer(suspend);
      return textAnswer(JSON.stringify(messages).includes('Be quick.') ? 'Quick.' : 'Slow.');
    };
    const one = world(script, async (request, number) => {
      await write('Be quick.');
      return lockedUserPeer(request, number);
    });
    const suspendTool = { ...getUserTool, action: 'okta.suspend_user' };
    const settings = { agent_toolkit: [suspendTool], approvers: ['anna@example.com'] };
    const id = await one.start(agentGraph(settings));
    write = messageWriter(one, id);
    await one.drive(id);
    expect(one.called).toHaveLength(1);
    const { result, entries } = await readAgent(database, one, id);
    expect(entries.filter(({ role }) => role === 'tool')).toMatchObject([{ is_error: false }]);
    expect(result?.output).toMatchObject({ response: 'Quick.' });
  });

  it('bars its writer from approving calls when others must decide', async () => {
    const suspend = toolCall('okta_suspend_user', {
      user: 'ada',
      reason_for_approval: 'Anna says.',
    });
    const one = world(answersInOrder(askUserAnswer, toolCallAnswer(suspend), textAnswer('Done.')));
    const suspendTool = { ...getUserTool, action: 'okta.suspend_user' };
    const settings = { approvers: ['anna@example.com'], no_self_approval: true };
    const id = await one.start(agentGraph({ agent_toolkit: [suspendTool], ...settings }));
    await one.advance(id);
    await one.pause(id, 'find', 'token-1');
    await messageWriter(one, id)('Suspend Ada.');
    await one.advance(id);
    await one.pause(id, 'find', 'token-2');
    const { items } = await one.approvals().page({ number_of_items: 50 }, [], () => true);
    const approval = items.find(({ bot_exc_id }) => bot_exc_id === id) as Approval;
    expect(approval.requested_by).not.toContain('anna@example.com');
    expect(approval.written_by).toEqual(['anna@example.com']);
    const refusal = decisionRefusalOf(approval, anna, Date.parse(approval.requested_on));
    expect(refusal?.message).toBe(
      'You wrote to an agent involved in this run, so others must decide about it.',
    );
  });

  it('adds the cost of the answers that it overtook', async () => {
    const texts = ['Be quick.', 'Quicker.'];
    let write = async (_text: string, _id: string): Promise<unknown> => undefined;
    const one = world(
      answersInOrder(textAnswer('Slow.'), textAnswer('Quick.'), textAnswer('Quicker.')),
    );
    const id = await one.start(agentGraph());
    write = messageWriter(one, id);
    one.meanwhile.asking = async () => {
      const text = texts.shift();
      if (text !== undefined) await write(text, `message-${texts.length}`);
    };
    await one.drive(id);
    const { result, thread } = await readAgent(database, one, id);
    expect(result?.output).toMatchObject({ response: 'Quicker.', steps: 1 });
    expect(thread?.spent).toMatchObject({ input_tokens: 300, output_tokens: 30 });
    expect(result?.model_cost).toBeCloseTo(0.03);
  });

  /** An AI agent with these answers, to which somebody writes during its first model calls. */
  const runOvertaken = async (answers: ModelAnswer[], times: number, overrides: object = {}) => {
    const one = world(answersInOrder(...answers));
    const id = await one.start(agentGraph(overrides));
    const write = messageWriter(one, id);
    let messageCount = 0;
    const onAsking = async (then?: () => void) => {
      if (messageCount === times) return;
      messageCount += 1;
      one.pass(60_000);
      await write('Be quick.', `message-${messageCount}`);
      then?.();
    };
    one.meanwhile.asking = () => onAsking();
    return { one, id, onAsking };
  };

  it('counts each overtaken answer towards the limits of the AI agent', async () => {
    const costly = (text: string) => modelAnswer([{ type: 'text', text }], { cost: 0.4 });
    const answers = Array.from({ length: 9 }, (_, n) => costly(`Answer ${n}.`));
    const { one, id } = await runOvertaken(answers, 9, { max_cost_usd: 1 });
    await one.drive(id);
    const { run, result } = await readAgent(database, one, id);
    expect(one.modelTurns.length).toBe(3);
    expect(run.errors).toEqual([expect.stringContaining('used up its 1 US dollars')]);
    expect(result?.model_cost).toBeCloseTo(1.2);
  });

  it('adds the cost of the overtaken answer when the AI agent continues later', async () => {
    const { one, id, onAsking } = await runOvertaken(
      [textAnswer('Slow.'), textAnswer('Quick.')],
      1,
    );
    // The time of this engine call is used up.
    one.meanwhile.asking = () => onAsking(() => one.pass(100_000));
    await one.drive(id);
    const { result, thread } = await readAgent(database, one, id);
    expect(result?.output).toMatchObject({ response: 'Quick.', steps: 1 });
    expect(thread?.spent).toMatchObject({ input_tokens: 200, output_tokens: 20 });
    expect(result?.model_cost).toBeCloseTo(0.02);
  });

  it('adds the cost of the overtaken answer when the next model call fails', async () => {
    const busy: ModelAnswer = { type: 'failed', kind: 'busy', error: 'Not now.' };
    const { one, id } = await runOvertaken([textAnswer('Slow.'), busy, textAnswer('Quick.')], 1);
    await one.drive(id);
    const { result } = await readAgent(database, one, id);
    expect(result?.output).toMatchObject({ response: 'Quick.', input_tokens: 200 });
    expect(result?.model_cost).toBeCloseTo(0.02);
  });

  it('is reported as unread when a limit ends the AI agent before its next answer', async () => {
    let write = async (_text: string): Promise<unknown> => undefined;
    const lookAnswer = toolCallAnswer({ type: 'text', text: 'I look.' }, getUserCall('ada'));
    const one = world(answersInOrder(lookAnswer), async (request, number) => {
      await write('Look at Bob too.');
      return lockedUserPeer(request, number);
    });
    const id = await one.start(agentGraph({ max_steps: 1 }));
    write = messageWriter(one, id);
    await one.drive(id);
    const { thread, entries } = await readAgent(database, one, id);
    expect(thread).toMatchObject({ status: 'COMPLETED', ended_by: 'steps', limit: 1 });
    const created_at = thread?.created_at ?? '';
    const storedEntries = entries.map((entry, sequence) => ({ entry, sequence, created_at }));
    const unread = unreadMessages(messagesInOrder(thread?._id ?? '', storedEntries));
    expect(unread).toMatchObject([{ content: 'Look at Bob too.', sent_by: 'anna@example.com' }]);
  });

  it('is refused after the final answer of the AI agent', async () => {
    const one = world(answersInOrder(toolCallAnswer(getUserCall('ada')), textAnswer('Done.')));
    const id = await one.start(agentGraph());
    await one.drive(id);
    await expect(messageWriter(one, id)('And Bob?')).rejects.toMatchObject({ status: 409 });
    const { thread } = await readAgent(database, one, id);
    expect(thread?.ended_by).toBe('final_response');
    expect(thread).not.toHaveProperty('limit');
  });
});

import { bot as botSchema } from '#lib/domain/bots/bot.schema.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import { sendChatMessage } from '#lib/domain/chat/send.service.ts';
import { notificationService } from '#lib/domain/notifications/notification.service.ts';
import { executionTable } from '#lib/domain/executions/execution.table.ts';
import { predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import type { Trigger } from '#lib/domain/executions/execution.schema.ts';
import type { User } from '#lib/domain/users/user.schema.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { updateItem } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { person } from '#test/support/people.ts';
import {
  agentGraph,
  agentSettings,
  agentWorlds,
  answersInOrder,
  readAgent,
  textAnswer,
  toolCall,
  toolCallAnswer,
  type World,
} from './agent-world.ts';
import { tenant } from './world.ts';

const database = openTestDatabase('disk');
const world = agentWorlds(database);

const question = 'Which Ada? See https://evil.example';
const askUserAnswer = () => toolCallAnswer(toolCall('ask_user', { question }));
const starter = 'a@example.com';

const roleOf = (name: string) => predefinedRoles.find((one) => one.name === name)?._id ?? '';

/** Stores a user, in place of one that another test made. */
const storeUser = async (_id: string, overrides: Partial<User> = {}) => {
  const people = userStore(database.db, tenant);
  const at = '2026-03-01T10:00:00.000Z';
  const userFields = { name: 'Ada', userType: 'ROOT' as const, readOnly: false, roles: [] };
  await people.delete(_id);
  const dates = { created_at: at, updated_at: at };
  await people.create({ _id, ...userFields, ...dates, settings: {}, ...overrides });
};

type QuestionRunOptions = {
  trigger?: Trigger;
  app?: boolean;
  graph?: ReturnType<typeof agentGraph>;
};

const exists = { text: 'attribute_exists(#id)', names: { '#id': '_id' } };

/** A run whose AI agent has asked, and waits. */
const runToQuestion = async ({
  trigger,
  app = false,
  graph = agentGraph(),
}: QuestionRunOptions = {}) => {
  const one = world(answersInOrder(askUserAnswer(), textAnswer('Done.')));
  const id = await one.start(graph, {}, trigger);
  const key = { tenant_id: tenant, _id: id };
  if (app) await updateItem(database.db, executionTable, key, [[['app'], true]], exists);
  const step = await one.advance(id);
  const lane = step.next === 'fork' ? `${step.of}.${step.parts[0]}` : '';
  if (lane !== '') await one.advance(id, database.db, lane);
  return { one, id, lane };
};

const mailsOf = ({ messages }: World) => messages.mails.map(({ to, subject }) => ({ to, subject }));

const bellOf = async (one: World, caller = person(tenant, starter)) => {
  const { clock } = one.deps(database.db);
  const service = notificationService({ db: database.db, clock });
  const { items } = await service.listNotifications(caller, {
    number_of_items: 100,
    kind: 'agent_question',
  });
  return items;
};

beforeEach(() => storeUser(starter));

describe('a question of an AI agent', () => {
  it('is mailed to the person who started the run, with a link to the chat', async () => {
    const { one, id } = await runToQuestion();
    await one.pause(id, 'find', 'token-1');
    expect(mailsOf(one)).toEqual([{ to: [starter], subject: 'Answer needed: Tidy up' }]);
    const { thread, run } = await readAgent(database, one, id);
    const text = one.messages.mails[0]?.text ?? '';
    expect(text).toContain('The agent "find" of the bot "Tidy up" asks you a question:');
    const chat = `/app#/chatv2/${run.bot_id}/executions/${id}?thread=${thread?._id}`;
    expect(text).toContain(`https://cloudwarden.example${chat}`);
    expect(text).toContain('Which Ada?');
    // Text written by a model must not become a clickable link.
    expect(text).not.toContain('https://evil.example');
  });

  it('is mailed once even when its pause is repeated', async () => {
    const { one, id } = await runToQuestion();
    for (const token of ['token-1', 'token-2']) await one.pause(id, 'find', token);
    one.pass(3600_000);
    await one.advance(id);
    await one.pause(id, 'find', 'token-3');
    expect(one.messages.mails).toHaveLength(1);
  });

  it('is mailed again when the AI agent asks another question', async () => {
    const twoCalls = toolCallAnswer(
      toolCall('ask_user', { question: 'A?' }),
      toolCall('ask_user', { question: 'B?' }),
    );
    const one = world(answersInOrder(twoCalls, textAnswer('Done.')));
    const id = await one.start(agentGraph());
    await one.advance(id);
    await one.pause(id, 'find', 'token-1');
    await answer(one, id, 'Yes.');
    await one.advance(id);
    await one.pause(id, 'find', 'token-2');
    const texts = one.messages.mails.map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining('A?'), expect.stringContaining('B?')]);
  });

  it('is not mailed to users who switched this mail off or may not answer', async () => {
    const readerRoles = [roleOf('Read-Only')];
    await storeUser(starter, { userType: 'SUBUSER', roles: readerRoles });
    const first = await runToQuestion();
    await first.one.pause(first.id, 'find', 'token-1');
    await storeUser(starter, { settings: { not_mailed: ['agent_question'] } });
    const second = await runToQuestion();
    await second.one.pause(second.id, 'find', 'token-1');
    expect([...first.one.messages.mails, ...second.one.messages.mails]).toEqual([]);
    expect(await bellOf(second.one)).not.toEqual([]);
  });

  it('is mailed to the creator of the bot when a schedule started the run', async () => {
    const trigger = { type: 'schedule', scheduled_time: '2026-03-01T10:00:00.000Z' } as const;
    await storeUser('author@example.com');
    const { one, id } = await runToQuestion({ trigger });
    const { bot_id } = await one.read(id);
    await storeBotCreatedBy(bot_id, 'author@example.com');
    await one.pause(id, 'find', 'token-1');
    expect(mailsOf(one)).toMatchObject([{ to: ['author@example.com'] }]);
    const notifications = await bellOf(one, person(tenant, 'author@example.com'));
    expect(notifications).toMatchObject([{ title: 'An agent of Tidy up asks a question' }]);
    expect(await bellOf(one, person(tenant, 'other@example.com'))).toEqual([]);
  });

  it('links portal users to their run in the service portal', async () => {
    await storeUser('pia@example.com', { userType: 'SP_USER' });
    const trigger = { type: 'manual', user_id: 'pia@example.com' } as const;
    const { one, id } = await runToQuestion({ trigger, app: true });
    await one.pause(id, 'find', 'token-1');
    const { bot_id } = await one.read(id);
    const path = `/service-portal/apps/${bot_id}/history/${id}`;
    expect(one.messages.mails).toMatchObject([
      { to: ['pia@example.com'], text: expect.stringContaining(`/app#${path}`) },
    ]);
    const portal = predefinedRoles.filter(({ name }) => name === 'Portal-User');
    const pia = person(tenant, 'pia@example.com', { userType: 'SP_USER', roles: portal });
    expect(await bellOf(one, pia)).toMatchObject([{ link: path }]);
  });

  it('can be answered when its mail could not be sent', async () => {
    const { one, id } = await runToQuestion();
    one.breakMail();
    await one.pause(id, 'find', 'token-1');
    expect(one.logged).toEqual(['The mail to those who are asked could not be sent.']);
    expect(await one.token(id, 'find')).toBe('token-1');
  });

  it('stays in the notifications until it is answered, also in a loop', async () => {
    const loopGraph = draw('start -> each:loop -body-> find:ai_agent -> over:loop_end -> end', {
      each: { loop_type: 'count', count: 1 },
      find: agentSettings,
    });
    for (const graph of [agentGraph(), loopGraph]) {
      const { one, id, lane } = await runToQuestion({ graph });
      await one.pause(id, 'find', 'token-1', lane);
      const { thread } = await readAgent(database, one, id);
      const isOfThread = ({ _id }: { _id: string }) => _id.includes(thread?._id ?? 'none');
      expect((await bellOf(one)).filter(isOfThread)).toMatchObject([
        { kind: 'agent_question', text: question, at: '2026-03-01T10:00:00.000Z' },
      ]);
      expect(one.messages.mails).toHaveLength(1);
      await answer(one, id, 'The countess.');
      expect((await bellOf(one)).filter(isOfThread)).toEqual([]);
    }
  });

  it('leaves the notifications when its time is over', async () => {
    const { one, id } = await runToQuestion({ graph: agentGraph({ expires_in_minutes: 30 }) });
    await one.pause(id, 'find', 'token-1');
    const { thread } = await readAgent(database, one, id);
    one.pass(30 * 60_000);
    const ids = (await bellOf(one)).map(({ _id }) => _id);
    expect(ids.filter((_id) => _id.includes(thread?._id ?? 'none'))).toEqual([]);
  });
});

/** Writes into the thread of a run's AI agent, as the API does. */
async function answer(one: World, id: string, content: string): Promise<void> {
  const { clock, realtime } = one.deps(database.db);
  const runner = { resume: async () => 'resumed' as const };
  const { thread } = await readAgent(database, one, id);
  const message = { chat_thread_id: thread?._id ?? '', content, client_id: content };
  await sendChatMessage({ db: database.db, clock, realtime, runner })(
    person(tenant, starter),
    message,
  );
}

/** Stores a bot that was created by this user. */
async function storeBotCreatedBy(_id: string, created_by: string): Promise<void> {
  const at = '2026-03-01T10:00:00.000Z';
  const bot = botSchema.parse({
    tenant_id: tenant,
    _id,
    name: 'Tidy up',
    status: 'enabled',
    draft_version: 1,
    trigger_type: 'scheduled',
    created_by,
    created_at: at,
    updated_at: at,
  });
  await botStore(database.db, tenant).create(bot);
}

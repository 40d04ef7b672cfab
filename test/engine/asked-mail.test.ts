// People are mailed what runs ask them, even if the process that sends the mail crashes.
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import {
  agentGraph,
  agentWorlds,
  answersInOrder,
  textAnswer,
  toolCall,
  toolCallAnswer,
} from './agent-world.ts';
import { databaseFailingAt, tenant } from './world.ts';

const database = openTestDatabase('disk');
const world = agentWorlds(database);

const ada = 'a@example.com';

beforeAll(async () => {
  const at = '2026-03-01T10:00:00.000Z';
  const userFields = { name: 'Ada', userType: 'ROOT' as const, readOnly: false, roles: [] };
  const dates = { created_at: at, updated_at: at };
  await userStore(database.db, tenant).create({ _id: ada, ...userFields, ...dates, settings: {} });
});

const approvalGraph = draw('start -> find:approval -approved-> end', {
  find: { message: 'May it?', approvers: [ada] },
});
const inputGraph = draw('start -> find:user_input -> end', {
  find: { inputs: [{ id: 'name', label: 'Name', required: true }], authorizers: [ada] },
});

/** A run that has reached its pause. */
const runToPause = async (graph: Graph) => {
  const askUser = toolCallAnswer(toolCall('ask_user', { question: 'Which one?' }));
  const one = world(answersInOrder(askUser, textAnswer('Done.')));
  const id = await one.start(graph);
  await one.advance(id);
  return { one, id };
};

describe.each([
  ['approval', approvalGraph],
  ['user input', inputGraph],
  ['question of an AI agent', agentGraph()],
])('the mail about a waiting %s', (_what, graph) => {
  it.each(['before', 'after'] as const)(
    'is sent at most twice when the process crashes %s a call of the database',
    async (when) => {
      const mailCounts: number[] = [];
      for (let at = 1, isCut = true; isCut; at += 1) {
        const { one, id } = await runToPause(graph);
        const attempt = one.pause(
          id,
          'find',
          'token-1',
          '',
          databaseFailingAt(database.db, at, when),
        );
        isCut = await attempt.then(
          () => one.logged.length > 0,
          () => true,
        );
        for (const token of ['token-2', 'token-3']) await one.pause(id, 'find', token);
        mailCounts.push(one.messages.mails.length);
      }
      expect(new Set(mailCounts)).toEqual(when === 'before' ? new Set([1, 2]) : new Set([1]));
    },
  );

  it('is sent later when the first attempt fails', async () => {
    const { one, id } = await runToPause(graph);
    one.breakMail();
    await one.pause(id, 'find', 'token-1');
    one.mendMail();
    for (const token of ['token-2', 'token-3']) await one.pause(id, 'find', token);
    expect(one.messages.mails).toHaveLength(1);
  });
});

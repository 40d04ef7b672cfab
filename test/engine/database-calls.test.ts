import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { billedRun } from './usage/billed-run.ts';

const world = openTestDatabase();
const risky = { expression: "{% $event.id = 'counted' %}" };
const graph = draw('start -> risky:condition -yes-> end', { risky });

/** What one event costs; the questions that the test itself looks for are left out. */
const callsOf = async (isFirst: boolean): Promise<string[]> => {
  const { databaseCalls, states } = await billedRun(world, graph, [], { isFirst });
  expect(states[0]).toBe('SUCCEEDED');
  return databaseCalls.filter((call) => !/ (approvals|user_inputs)$/.test(call)).sort();
};

const everyEvent = [
  'Get executions',
  'Put deliveries',
  'Put executions',
  'Put listener_events',
  'Update executions',
  'Update executions',
  'Update listener_events',
  'Update run_statistics',
];

describe('an event that starts a bot without effects', () => {
  it('costs eight calls of the database, from receipt to the statistics', async () => {
    expect(await callsOf(false)).toEqual(everyEvent);
  });

  it('costs six more the first time', async () => {
    const reads = ['BatchGet several', 'Get bot_versions', 'Get listeners', 'Query bots', 'Query subscriptions'];
    // That it was called is written at the listener, which is read anew after it.
    const anew = 'Query listeners';
    expect(await callsOf(true)).toEqual([...everyEvent, ...reads, anew].sort());
  });
});

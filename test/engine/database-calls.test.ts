import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { measureUsage } from './usage/measure-usage.ts';

const world = openTestDatabase();
const risky = { expression: "{% $contains($event.id, 'counted') %}" };
const graph = draw('start -> risky:condition -yes-> end', { risky });

/** The database calls for events that arrive at once. */
const callsOf = async (isFirst: boolean, events = 1): Promise<string[]> => {
  const { databaseCalls, states } = await measureUsage(world, graph, [], { isFirst, events });
  expect(states).toEqual(states.map(() => 'SUCCEEDED'));
  expect(states).toHaveLength(events + (isFirst ? 0 : 1));
  return databaseCalls.sort();
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
  it('makes eight database calls, from receipt to statistics', async () => {
    expect(await callsOf(false)).toEqual(everyEvent);
  });

  it('makes the same eight calls when fifty events arrive at once', async () => {
    const fiftyCalls = everyEvent.flatMap((call) => Array.from({ length: 50 }, () => call));
    expect(await callsOf(false, 50)).toEqual(fiftyCalls.sort());
  });

  it('makes six more calls the first time', async () => {
    const firstReads = [
      'BatchGet several',
      'Get bot_versions',
      'Get listeners',
      'Query bots',
      'Query subscriptions',
    ];
    // The listener records that it was called, and is read again after that.
    const repeatedRead = 'Query listeners';
    expect(await callsOf(true)).toEqual([...everyEvent, ...firstReads, repeatedRead].sort());
  });
});

import { check } from '#lib/engine/check.ts';
import { delay } from '#lib/engine/nodes/delay.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun } from '#test/support/drawing.ts';
import { engineWorld } from './world.ts';

const now = Date.parse('2026-03-01T10:00:00Z');

/** How a delay with these settings, whose expressions are evaluated, begins. */
const begin = (settings: Record<string, unknown>) => {
  const [node] = draw('wait:delay').nodes;
  if (!node) throw new Error('No node was drawn.');
  const fullSettings = { ...nodeSettings.delay.parse({}), ...settings };
  const outcome = delay.begin({ node, settings: fullSettings, now });
  if (outcome.type === 'wait') return new Date(outcome.until).toISOString();
  return outcome.type === 'failed' ? outcome.error : outcome.type;
};

describe('a delay', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ seconds: 90 }, '2026-03-01T10:01:30.000Z'],
    [{ seconds: '90' }, '2026-03-01T10:01:30.000Z'],
    [{ seconds: 5, unit: 'minutes' }, '2026-03-01T10:05:00.000Z'],
    [{ seconds: 2, unit: 'hours' }, '2026-03-01T12:00:00.000Z'],
    [{ seconds: 365, unit: 'days' }, '2027-03-01T10:00:00.000Z'],
    [
      { seconds: 366, unit: 'days' },
      'The days to wait must be a whole number from 1 to 365 (one year).',
    ],
    [{ seconds: 1.5 }, 'The seconds to wait must be a whole number from 1 to 31536000 (one year).'],
    [{ seconds: [1] }, 'The seconds to wait must be a whole number from 1 to 31536000 (one year).'],
    [{ mode: 'until', until: '2026-03-01T12:00:00+01:00' }, '2026-03-01T11:00:00.000Z'],
    [{ mode: 'until', until: '2026-03-01T09:59:59Z' }, 'done'],
    [{ mode: 'until', until: '2027-03-01T10:00:00Z' }, '2027-03-01T10:00:00.000Z'],
    [
      { mode: 'until', until: '2027-03-01T10:00:01Z' },
      'The time to wait for is more than a year ahead.',
    ],
    [
      { mode: 'until', until: '2026-03-01T12:00:00' },
      'The time to wait for must be ISO 8601 with an offset or Z: 2027-01-31T08:00Z.',
    ],
    [
      { mode: 'until', until: undefined },
      'The time to wait for must be ISO 8601 with an offset or Z: 2027-01-31T08:00Z.',
    ],
  ])('evaluates %j to %s', (settings, expected) => {
    expect(begin(settings)).toBe(expected);
  });

  it('reports in a dry run until when it would wait', () => {
    const [node] = draw('wait:delay').nodes;
    const settings = nodeSettings.delay.parse({ seconds: 2, unit: 'hours' });
    expect(node && delay.begin({ node, settings, now })).toMatchObject({
      input: { seconds: 7200 },
      pretend: {
        output: { dry_run: true, would: 'wait until 2026-03-01T12:00:00.000Z' },
        handle: 'next',
      },
    });
  });
});

describe('a run with a delay', () => {
  const database = openTestDatabase();

  it('continues at the time of an expression, or at once when it has passed', async () => {
    const world = engineWorld(database);
    const graph = draw('start -> wait:delay -> past:delay -> end', {
      wait: { mode: 'until', until: '{% $event.at %}', seconds: "{% 1 + 'a' %}" },
      past: { mode: 'until', until: '{% $event.at %}' },
    });
    const at = '2026-03-01T10:00:05.000Z';
    const id = await world.start(graph, { at });
    expect(await world.advance(id)).toEqual({ next: 'delay', until: at });
    const run = await world.drive(id);
    expect(drawRun(graph, run)).toBe('start -> wait -> past -> end: SUCCEEDED');
    expect(run.results['past']?.output).toEqual({ until: at });
  });
});

describe('the check of a delay', () => {
  const problem =
    '"wait", Until: Write a time with an offset or Z, such as 2027-01-31T08:00:00Z, or an expression.';

  it.each<[Record<string, unknown>, string[]]>([
    [{ mode: 'until', until: '2027-01-31T08:00:00Z' }, []],
    [{ mode: 'until', until: '{% $event.day %}T08:00:00Z' }, []],
    [{ mode: 'until', until: '2027-01-31' }, [problem]],
    [{ mode: 'until' }, ['"wait", Until: Enter a time.']],
    [{ mode: 'until', until: '2027-01-31T08:00:00Z', seconds: 0 }, []],
    [{ seconds: 3, unit: 'hours', until: 'whenever' }, []],
    [{ seconds: 0 }, ['"wait", How long: Use at least 1.']],
  ])('checks %j', (settings, expected) => {
    const problems = check(draw('start -> wait:delay -> end', { wait: settings }));
    expect(problems.map(({ message }) => message)).toEqual(expected);
  });
});

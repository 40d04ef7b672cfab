import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodeRules } from '#lib/engine/nodes/kinds.ts';
import type { Call } from '#lib/engine/nodes/node.ts';

type Settings = Record<string, unknown>;

/** Whether an approval about `count` resources is asked, or why not. */
const told = (count: number, bounds: Call['bounds'], drawn: Settings = {}, total?: unknown) => {
  const settings: Settings = nodeSettings.approval.parse({ message: 'May it?', ...drawn });
  const resources = Array.from({ length: count }, (_, n) => ({ id: `r${n}` }));
  const evaluated = { ...settings, resources, resources_total: total };
  const position = { x: 0, y: 0 };
  const node = { id: 'ask', type: 'approval' as const, name: 'ask', position, settings: drawn };
  const begun = nodeRules.approval.begin({
    node,
    settings: evaluated,
    now: 0,
    ...(bounds && { bounds }),
  });
  return begun.type === 'failed' ? begun.error : begun.type;
};

const measured = { resources_total: '{% $event.total %}' };
const beyond = (count: number, limit: string) =>
  `It asks about ${count} resources, but this bot may touch at most ${limit} at once. ` +
  "Select fewer, or raise the limit in the bot's settings.";
const notMeasured = '"Out of", the total number of resources, must be a number, 0 or more.';

describe('how much one approval may ask about', () => {
  it.each<[string, number, Call['bounds'], Settings, unknown, string]>([
    ['without bounds', 1000, undefined, {}, undefined, 'wait'],
    ['with none set', 1000, {}, {}, undefined, 'wait'],
    ['as many as allowed', 10, { count: 10 }, {}, undefined, 'wait'],
    ['one more', 11, { count: 10 }, {}, undefined, beyond(11, '10')],
    ['nothing at all', 0, { count: 1, percent: 1 }, {}, undefined, 'wait'],
    ['a share that is not measured', 1000, { percent: 1 }, {}, undefined, 'wait'],
    ['a share that fits', 5, { percent: 5 }, measured, 100, 'wait'],
    ['a share too large', 6, { percent: 5 }, measured, 100, beyond(6, '5 % of 100')],
    ['a share of a part of one', 1, { percent: 0.1 }, measured, 999, beyond(1, '0.1 % of 999')],
    ['a share of nothing', 1, { percent: 100 }, measured, 0, beyond(1, '100 % of 0')],
    ['all', 7, { percent: 100 }, measured, 7, 'wait'],
    ['a share of what is no number', 1, { percent: 50 }, measured, '100', notMeasured],
    ['a share of what is not there', 1, { percent: 50 }, measured, undefined, notMeasured],
    ['a share of less than nothing', 1, { percent: 50 }, measured, -1, notMeasured],
    ['a total that no bound needs', 1, { count: 5 }, measured, 'many', 'wait'],
    ['both, of which one is passed', 6, { count: 5, percent: 50 }, measured, 100, beyond(6, '5')],
    ['both, the other', 4, { count: 5, percent: 2 }, measured, 100, beyond(4, '2 % of 100')],
  ])('%s', (_name, count, bounds, drawn, total, outcome) => {
    expect(told(count, bounds, drawn, total)).toBe(outcome);
  });
});

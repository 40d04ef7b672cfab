import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodeRules } from '#lib/engine/nodes/kinds.ts';
import type { Call } from '#lib/engine/nodes/node.ts';

type Settings = Record<string, unknown>;

/** Whether an approval about `count` resources is asked, or why not. */
const approvalOutcome = (
  count: number,
  bounds: Call['bounds'],
  rawSettings: Settings = {},
  total?: unknown,
) => {
  const settings: Settings = nodeSettings.approval.parse({ message: 'May it?', ...rawSettings });
  const resources = Array.from({ length: count }, (_, n) => ({ id: `r${n}` }));
  const evaluated = { ...settings, resources, resources_total: total };
  const position = { x: 0, y: 0 };
  const node = {
    id: 'ask',
    type: 'approval' as const,
    name: 'ask',
    position,
    settings: rawSettings,
  };
  const outcome = nodeRules.approval.begin({
    node,
    settings: evaluated,
    now: 0,
    ...(bounds && { bounds }),
  });
  return outcome.type === 'failed' ? outcome.error : outcome.type;
};

const measured = { resources_total: '{% $event.total %}' };
const limitError = (count: number, limit: string) =>
  `It asks about ${count} resources, but this bot may touch at most ${limit} at once. ` +
  "Select fewer, or raise the limit in the bot's settings.";
const notMeasured = '"Out of", the total number of resources, must be a number, 0 or more.';

describe('the limit on the resources of one approval', () => {
  it.each<[string, number, Call['bounds'], Settings, unknown, string]>([
    ['allows 1000 resources without bounds', 1000, undefined, {}, undefined, 'wait'],
    ['allows 1000 resources with empty bounds', 1000, {}, {}, undefined, 'wait'],
    ['allows as many resources as the count', 10, { count: 10 }, {}, undefined, 'wait'],
    [
      'refuses one resource more than the count',
      11,
      { count: 10 },
      {},
      undefined,
      limitError(11, '10'),
    ],
    ['allows an approval without resources', 0, { count: 1, percent: 1 }, {}, undefined, 'wait'],
    ['ignores a percentage without a total', 1000, { percent: 1 }, {}, undefined, 'wait'],
    ['allows a share equal to the percentage', 5, { percent: 5 }, measured, 100, 'wait'],
    [
      'refuses a share above the percentage',
      6,
      { percent: 5 },
      measured,
      100,
      limitError(6, '5 % of 100'),
    ],
    [
      'refuses one resource when the percentage is less than one',
      1,
      { percent: 0.1 },
      measured,
      999,
      limitError(1, '0.1 % of 999'),
    ],
    [
      'refuses a resource when the total is 0',
      1,
      { percent: 100 },
      measured,
      0,
      limitError(1, '100 % of 0'),
    ],
    ['allows all resources at 100 percent', 7, { percent: 100 }, measured, 7, 'wait'],
    ['refuses a total that is not a number', 1, { percent: 50 }, measured, '100', notMeasured],
    ['refuses a missing total', 1, { percent: 50 }, measured, undefined, notMeasured],
    ['refuses a negative total', 1, { percent: 50 }, measured, -1, notMeasured],
    ['ignores the total when only the count is limited', 1, { count: 5 }, measured, 'many', 'wait'],
    [
      'refuses a number above the count when both are limited',
      6,
      { count: 5, percent: 50 },
      measured,
      100,
      limitError(6, '5'),
    ],
    [
      'refuses a share above the percentage when both are limited',
      4,
      { count: 5, percent: 2 },
      measured,
      100,
      limitError(4, '2 % of 100'),
    ],
  ])('%s', (_name, count, bounds, rawSettings, total, outcome) => {
    expect(approvalOutcome(count, bounds, rawSettings, total)).toBe(outcome);
  });
});

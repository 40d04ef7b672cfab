import { recordedUsage } from '#lib/engine/recorded-usage.ts';
import { defaultAssumptions, estimateUsage } from '#lib/engine/usage.ts';
import { functionGb } from '#lib/engine/usage/walk.ts';
import { functions } from '#lib/stack/functions.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { openHttpTarget } from '../http-target.ts';
import { measureUsage } from './measure-usage.ts';
import { type ReferenceBot, referenceBots } from './reference-bots.ts';
import { compareUnits, countOf } from './counts.ts';

const database = openTestDatabase();
const target = openHttpTarget();
const names = Object.keys(referenceBots) as ReferenceBot[];

describe('a run in the state machine', () => {
  beforeEach(() => {
    target.answer = () => ({ body: 'y'.repeat(300) });
  });

  it.each(names)(
    'has the usage that the model predicts and its record contains: %s',
    async (name) => {
      const graph = referenceBots[name](target.url());
      const { used, states, record } = await measureUsage(database, graph, [target.pair()]);
      const model = estimateUsage(graph, { turns: 3 });
      expect([states, countOf(used)]).toEqual([['SUCCEEDED'], countOf(model)]);
      expect(compareUnits(model, used)).toBe('close');
      const usage = recordedUsage(graph)(record);
      expect(countOf(usage)).toEqual(countOf(used));
      expect(compareUnits(usage, used)).toBe('close');
    },
    30_000,
  );
});

const transitionsOf = (drawing: string, settings = {}, turns = 100): number =>
  estimateUsage(draw(drawing, settings), { turns }).transitions;

describe('the usage model', () => {
  it('assumes the most expensive path', () => {
    const both = `start -> risky:condition -yes-> ask:approval -approved-> end
      risky -no-> quiet:end`;
    expect(transitionsOf(both)).toBe(transitionsOf('start -> ask:approval -approved-> end'));
    expect(transitionsOf('start -> end')).toBe(3);
  });

  it('counts the known iterations of a loop, else the assumed ones', () => {
    const loop = 'start -> each:loop -body-> nap:delay -> done:loop_end -> end';
    const lane = 1 + 3 + 3;
    const items = { each: { items_to_iterate: '{% $event.hosts %}' } };
    expect(transitionsOf(loop, items, 7)).toBe(3 + 1 + 2 + 7 * lane);
    expect(transitionsOf(loop, { each: { loop_type: 'count', count: 4 } }, 7)).toBe(6 + 4 * lane);
  });

  it('counts the windows of long loops', () => {
    const loop = 'start -> each:loop -body-> nap:delay -> done:loop_end -> end';
    const settings = { each: { loop_type: 'count', count: 2500 } };
    const window = 1 + 2 + 1 + 2 + 1;
    expect(transitionsOf(loop, settings)).toBe(3 + 1 + 2 + 3 * window + 2500 * 7);
  });

  it('counts further engine calls when one would exceed its time limit', () => {
    const loop = 'start -> each:loop -body-> check:condition -yes-> done:loop_end -> end';
    const settings = { each: { loop_type: 'count', count: 10_000 } };
    const ms = 10_000 * defaultAssumptions.nodeMs;
    expect(transitionsOf(loop, settings)).toBe(3 + 2 * Math.floor(ms / 600_000));
  });

  it('counts a mail for each approver and each recipient', () => {
    const graph = draw('start -> ask:approval -approved-> tell:notification -> end', {
      ask: { message: 'May it?', approvers: ['anna@example.com', 'ben@example.com'] },
      tell: { channel: 'email', to: ['anna@example.com'], subject: 'Done', message: 'Done.' },
    });
    expect(estimateUsage(graph).mails).toBe(3);
  });

  it('counts the index entry of the person who started a run', () => {
    const graph = draw('start -> end');
    const [manual, hook] = (['manual', 'webhook'] as const).map((trigger) =>
      estimateUsage(graph, { trigger }),
    );
    expect([manual?.indexUnits, hook?.indexUnits]).toEqual([6 + 6 + 2 + 1, 4 + 4 + 2 + 1 + 2]);
  });

  it('returns a usage for an unfinished graph', () => {
    expect(estimateUsage({ nodes: [], edges: [] }).transitions).toBe(3);
    const circle = draw('start -> a:http_request -> b:http_request -> a');
    expect(estimateUsage(circle).writes).toBeGreaterThan(0);
    expect(transitionsOf('start -> each:loop -body-> a:condition -yes-> end')).toBe(3);
  });

  it('handles graphs of thousands of nodes', () => {
    const nodes = Array.from({ length: 5000 }, (_, n) => `n${n}:condition -yes->`).join(' ');
    expect(transitionsOf(`start -> ${nodes} end`)).toBe(5);
  });

  it('counts one more function call for Python code', () => {
    const [python, call] = ['python_code', 'http_request'].map((kind) =>
      estimateUsage(draw(`start -> a:${kind} -> end`, { a: {} })),
    );
    expect((python?.calls ?? 0) - (call?.calls ?? 0)).toBe(1);
  });

  it('uses the memory sizes of the functions', () => {
    expect(functions['engine/advance'].memory).toBe(defaultAssumptions.gb * 1024);
    expect(functions.python.memory).toBe(functionGb.python * 1024);
  });
});

import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { check } from '#lib/engine/check.ts';
import { isCostlyToCheck } from '#lib/engine/check-aside.ts';
import { textReader } from '#lib/engine/check/texts.ts';
import { cachedCheck } from '#lib/engine/cached-check.ts';
import { limits } from '#lib/kernel/limits.ts';
import { draw } from '#test/support/drawing.ts';

const noOwnActions = async () => undefined;

/** A chain of conditions, each with an expression of its own. */
const conditions = (length: number): Graph => {
  const names = Array.from({ length }, (_, n) => `n${n}`);
  const ways = names.map((name) => `${name}:condition`).join(' -yes-> ');
  const settings = names.map((name, n) => [name, { expression: `{% $event.a${n} %}` }]);
  return draw(`start -> ${ways}`, Object.fromEntries(settings));
};

const isMuch = (graph: Graph) => isCostlyToCheck(graph, JSON.stringify(graph));

describe('the work of checking a graph', () => {
  it('is considered large only for bots with many nodes', () => {
    expect(isMuch(conditions(50))).toBe(false);
    expect(isMuch(conditions(limits.nodesPerBot - 1))).toBe(true);
  });

  it('depends on the expressions and their length, not on other texts', () => {
    const graphWith = (text: string) => draw('start -> a:http_request', { a: { body: text } });
    expect(isMuch(graphWith('x'.repeat(500_000)))).toBe(false);
    expect(isMuch(graphWith('{% $event.a %}'.repeat(1000)))).toBe(true);
    expect(isMuch(graphWith(`{% "${'x'.repeat(200_000)}" %}`))).toBe(true);
    expect(isMuch(graphWith('{% $event.a'))).toBe(true);
  });

  it('ends with a problem when a bot has too many expressions', () => {
    const saying = (count: number) => {
      const body = '{% $event.a %}'.repeat(count);
      const settings = { url: 'https://api.example.com/', method: 'POST', body };
      return check(draw('start -> a:http_request', { a: settings }));
    };
    expect(saying(limits.expressionsPerBot)).toEqual([]);
    expect(saying(limits.expressionsPerBot + 1)).toEqual([
      {
        message:
          'A bot has at most 5,000 expressions. ' +
          'Split it into several bots: one starts the next by calling its listener.',
      },
    ]);
  });

  it('includes parsing each text only once', () => {
    const readText = textReader();
    const first = readText('{% $nodes.Fetch.body %}');
    expect(first).toMatchObject({ nodes: new Set(['Fetch']) });
    expect(readText('{% $nodes.Fetch.body %}')).toBe(first);
  });
});

describe('a remembered check', () => {
  const countedCheck = () => {
    const checked: Graph[] = [];
    const judge = cachedCheck(({ graph }) => {
      checked.push(graph);
      return check(graph);
    }, noOwnActions);
    return { checked, judge };
  };

  it('checks graphs with the same content once', async () => {
    const { checked, judge } = countedCheck();
    const wrongGraph = draw('start -> risky:condition -maybe-> end');
    const problems = await judge(wrongGraph, 'org_1');
    expect(problems).toEqual(check(wrongGraph));
    expect(await judge(structuredClone(wrongGraph), 'org_1')).toEqual(problems);
    expect(checked).toHaveLength(1);
  });

  it('checks a graph again when its content differs', async () => {
    const { checked, judge } = countedCheck();
    const [first, second] = ['{% $event.a %}', '{% $event. %}'].map((expression) =>
      draw('start -> a:condition -yes-> end', { a: { expression } }),
    );
    expect(await judge(first!, 'org_1')).toEqual([]);
    expect(await judge(second!, 'org_1')).toHaveLength(1);
    expect(checked).toHaveLength(2);
  });

  it('checks a graph again after an error', async () => {
    let isBusy = true;
    const judge = cachedCheck(({ graph }) => {
      if (isBusy) throw new Error('busy');
      return check(graph);
    }, noOwnActions);
    const graph = draw('start -> end');
    await expect(judge(graph, 'org_1')).rejects.toThrow('busy');
    isBusy = false;
    expect(await judge(graph, 'org_1')).toEqual([]);
  });
});

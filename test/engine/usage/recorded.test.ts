import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { recordedUsage } from '#lib/engine/recorded-usage.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, withPolicy } from '#test/support/drawing.ts';
import { openHttpTarget } from '../http-target.ts';
import { measureUsage } from './measure-usage.ts';
import { referenceBots } from './reference-bots.ts';
import { compareUnits, countOf } from './counts.ts';

const database = openTestDatabase();
const target = openHttpTarget();

const post = (url: string) => ({ method: 'POST', url, body: 'x'.repeat(200) });

/** Bots whose runs do less, or more, than the costliest way through their graphs. */
const bots: Record<string, (url: string) => Graph> = {
  'a straight one': (url) =>
    draw('start -> look:http_request -> fix:http_request -> end', {
      look: post(url),
      fix: post(url),
    }),

  'a condition that takes the cheap way': (url) =>
    draw(
      `start -> risky:condition -yes-> ask:approval -approved-> fix:http_request -> end
       risky -no-> quiet:end`,
      { risky: { expression: '{% false %}' }, fix: post(url) },
    ),

  'a loop whose iterations differ': (url) =>
    draw(
      `start -> each:loop -body-> even:condition -yes-> fix:http_request -> done:loop_end -> end
       even -no-> done`,
      {
        each: { items_to_iterate: '{% [1..12] %}' },
        even: { expression: '{% $loop.index % 2 = 0 %}' },
        fix: post(url),
      },
    ),

  'a loop without iterations': (url) =>
    draw('start -> each:loop -body-> fix:http_request -> done:loop_end -> end', {
      each: { items_to_iterate: '{% [] %}' },
      fix: post(url),
    }),

  'two retries': (url) =>
    withPolicy(draw('start -> fix:http_request -> end', { fix: post(url) }), 'fix', {
      retries: 3,
    }),

  'a retry in a turn': (url) =>
    withPolicy(
      draw('start -> each:loop -body-> fix:http_request -> done:loop_end -> end', {
        each: { loop_type: 'count', count: 1 },
        fix: post(url),
      }),
      'fix',
      { retries: 3, retry_seconds: 1, backoff: 1 },
    ),

  'a failure': (url) => draw('start -> fix:http_request -> end', { fix: post(url) }),

  'an approval': referenceBots['12 nodes, one approval'],
};

/** How long peers are down at first; for `a failure` it is never up. */
const failedCallCounts: Record<string, number> = {
  'two retries': 2,
  'a retry in a turn': 2,
  'a failure': 9,
};

describe('the record of a run', () => {
  it.each(Object.keys(bots))(
    'contains the usage of the run: %s',
    async (name) => {
      target.answer = () =>
        target.seen.length <= (failedCallCounts[name] ?? 0)
          ? { status: 503, body: 'down' }
          : { body: 'y'.repeat(300) };
      const graph = bots[name]?.(target.url()) ?? draw('start -> end');
      const { used, record } = await measureUsage(database, graph, [target.pair()]);
      const usage = recordedUsage(graph)(record);
      expect(countOf(usage)).toEqual(countOf(used));
      expect(compareUnits(usage, used)).toBe('close');
    },
    30_000,
  );
});

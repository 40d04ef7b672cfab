import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { draw } from '#test/support/drawing.ts';

type Settings = Record<string, Record<string, unknown>>;

const chain = (kind: string, names: readonly string[]): string[] =>
  names.map((name) => `${name}:${kind}`);

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);

const body = 'x'.repeat(200);

/** Calls of a peer, each with a body of a few hundred bytes. */
const callSettings = (names: readonly string[], url: string): Settings =>
  Object.fromEntries(names.map((name) => [name, { method: 'POST', url, body }]));

const light = { expression: '{% $loop.index >= 0 %}' };

/** The bots by which costs are stated, and those with waiting lanes. */
export const referenceBots = {
  '5 nodes, webhook': (url: string): Graph => {
    const [first, second] = ['look', 'fix'];
    return draw(
      `start -> look:http_request -> risky:condition -yes-> fix:http_request -> end`,
      callSettings([first, second], url),
    );
  },

  '12 nodes, one approval': (url: string): Graph => {
    const [before, after] = [numbered('look', 4), numbered('fix', 5)];
    const drawing = [
      'start',
      ...chain('http_request', before),
      'ask:approval -approved-> fix0:http_request',
      ...chain('http_request', after.slice(1)),
      'end',
    ].join(' -> ');
    return draw(drawing, callSettings([...before, ...after], url));
  },

  'loop of 100 × 4 light nodes': (): Graph => {
    const names = numbered('check', 4);
    const drawing = `start -> each:loop -body-> ${chain('condition', names).join(' -yes-> ')}`;
    return draw(`${drawing} -yes-> done:loop_end -> end`, {
      each: { loop_type: 'count', count: 100, max_concurrency: 10 },
      ...Object.fromEntries(names.map((name) => [name, light])),
    });
  },

  'loop of 100 × 4 effects': (url: string): Graph => {
    const names = numbered('call', 4);
    const drawing = `start -> each:loop -body-> ${chain('http_request', names).join(' -> ')}`;
    return draw(`${drawing} -> done:loop_end -> end`, {
      each: { loop_type: 'count', count: 100, max_concurrency: 10 },
      ...callSettings(names, url),
    });
  },

  'forked loop of 5 approvals': (url: string): Graph =>
    draw(
      `start -> each:loop -body-> ask:approval -approved-> fix:http_request -> done:loop_end -> end`,
      { each: { loop_type: 'count', count: 5 }, ...callSettings(['fix'], url) },
    ),

  'parallel with a waiting branch': (url: string): Graph =>
    draw(
      `
      start -> both:parallel -branch-> ask:approval -approved-> all:merge -> end
      both -branch-> pause:delay -> all
      both -branch-> look:http_request -> all
      `,
      callSettings(['look'], url),
    ),

  'while that waits, three turns': (url: string): Graph =>
    draw('start -> again:loop -body-> nap:delay -> poll:http_request -> over:loop_end -> end', {
      again: { loop_type: 'while', condition: '{% $loop.index < 3 %}' },
      ...callSettings(['poll'], url),
    }),

  'a form': (url: string): Graph =>
    draw('start -> ask:user_input -> fix:http_request -> end', {
      ask: { message: 'Which one?', inputs: [{ id: 'which', label: 'Which' }] },
      ...callSettings(['fix'], url),
    }),
} satisfies Record<string, (url: string) => Graph>;

export type ReferenceBot = keyof typeof referenceBots;

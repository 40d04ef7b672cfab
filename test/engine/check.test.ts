import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { check } from '#lib/engine/check.ts';
import { draw } from '#test/support/drawing.ts';

type Settings = Record<string, Record<string, unknown>>;

/** The problems of a drawing, each as `node: sentence`. */
const problems = (drawing: string, settings: Settings = {}): string[] =>
  check(draw(drawing, settings)).map(({ node_id = '', message }) => `${node_id}: ${message}`);

it('checks thousands of nested loops', () => {
  const loops = Array.from({ length: 4000 }, (_, at) => `n${at}:loop`);
  const deep = problems(`start -> ${loops.join(' -body-> ')}`).filter((one) =>
    /too deep/.test(one),
  );
  expect(deep).toHaveLength(loops.length - limits.laneDepth);
});

describe('a graph without problems', () => {
  it.each([
    ['start -> end'],
    ['start -> risky:condition -yes-> ask:approval -approved-> end\nrisky -no-> end'],
    ['start -> a:condition -yes-> b:condition -yes-> end\na -no-> b\nb -no-> end'],
    ['start -> wait:delay'],
    ['start -> risky:condition -yes-> end'],
    ['start -> ask:approval -rejected-> end'],
  ])('passes the check: %s', (drawing) => {
    expect(problems(drawing)).toEqual([]);
  });

  it('may contain notes with any text and name', () => {
    const graph = draw('start -> end');
    const note = (id: string) => ({
      id,
      type: 'note' as const,
      name: 'end',
      position: { x: 0, y: 0 },
      settings: { text: 'No {% expression' },
    });
    expect(check({ ...graph, nodes: [...graph.nodes, note('n1'), note('n2')] })).toEqual([]);
  });

  it.each([
    ['a node in the body', 'in', { url: '{% $loop.item %}' }],
    ['a branch in the body', 'deep', { url: '{% $loop.item %}' }],
    ['the condition of a loop', 'each', { loop_type: 'while', condition: '{% $loop.index < 3 %}' }],
    ['a loop in a loop', 'inner', { items_to_iterate: '{% $loop.item.hosts %}' }],
  ])('may read $loop inside a loop: %s', (_what, id, settings) => {
    const drawing =
      'start -> each:loop -body-> in:http_request -> both:parallel -> deep:http_request -> ' +
      'one:merge -> inner:loop -body-> wait:delay -> turned:loop_end -> last:loop_end -> end';
    const loop = { items_to_iterate: '{% $event.hosts %}' };
    expect(problems(drawing, { each: loop, inner: loop, [id]: settings })).toEqual([]);
  });

  it('may have a node with blanks in its name that other nodes read', () => {
    const graph = draw('start -> a:http_request -> b:http_request', {
      b: { url: '{% $nodes."Fetch it".body.url %}' },
    });
    const namedNodes = graph.nodes.map((node) =>
      node.id === 'a' ? { ...node, name: 'Fetch it' } : node,
    );
    expect(check({ ...graph, nodes: namedNodes })).toEqual([]);
  });
});

describe('the check of the shape of a graph', () => {
  it.each<[string, string[]]>([
    ['', [': The bot has no start. Add a Start node.']],
    ['wait:delay -> end', [': The bot has no start. Add a Start node.']],
    [
      'start -> end\nother:start -> end',
      ['other: "other" is a second start; a bot has one. Remove it.'],
    ],
    [
      'start -> end\nlost:delay -> found:delay',
      [
        'lost: No path from the start leads to "lost". Connect it or remove it.',
        'found: No path from the start leads to "found". Connect it or remove it.',
      ],
    ],
    [
      'start -> ask:approval -approved-> fix:http_request -> ask',
      ['ask: "ask" leads back to itself through "fix". Remove an arrow.'],
    ],
    ['start -> a:delay -> a', ['a: "a" leads back to itself. Remove that arrow.']],
    [
      'start -> a:condition -yes-> b:delay -> a\na -no-> c:delay -> a',
      [
        'a: "a" leads back to itself through "b". Remove an arrow.',
        'a: "a" leads back to itself through "c". Remove an arrow.',
      ],
    ],
  ])('reports the problems of: %s', (drawing, expected) => {
    expect(problems(drawing)).toEqual(expected);
  });

  it('handles five thousand nodes in a row', () => {
    const names = Array.from({ length: 4998 }, (_, n) => `n${n}:delay`);
    expect(problems(`start -> ${names.join(' -> ')} -> end`)).toEqual([]);
    expect(problems(`start -> ${names.join(' -> ')} -> n0`)).toEqual([
      'n0: "n0" leads back to itself through "n4997". Remove an arrow.',
    ]);
  });

  it('reports duplicate names and ids', () => {
    const graph = draw('start -> fetch:http_request -> Fetch:http_request -> end');
    const twice = [...graph.nodes, { ...graph.nodes[3], name: 'other' }] as Graph['nodes'];
    expect(check({ ...graph, nodes: twice }).map(({ message }) => message)).toEqual([
      '"other" has the id of another node, "end". Use a new node instead.',
      'Another node is also named "Fetch". Names must be unique: rename one.',
    ]);
  });
});

describe('the check of the arrows of a graph', () => {
  it.each<[string, string[]]>([
    [
      'start -> risky:condition -maybe-> end',
      [
        'risky: The arrow from "risky" to "end" is wrong. ' +
          'It has no output named "maybe", only yes and no.',
      ],
    ],
    [
      'start -> risky:condition -> end',
      [
        'risky: The arrow from "risky" to "end" is wrong. ' +
          'It has no output named "next", only yes and no.',
      ],
    ],
    [
      'start -> risky:condition -yes-> a:end\nrisky -yes-> b:end',
      ['risky: "risky" has 2 arrows at "yes"; a run takes one. Keep one.'],
    ],
    ['start -> a:end\nstart -> b:end', ['start: "start" has 2 arrows; a run takes one. Keep one.']],
    [
      'start -> end -> late:delay',
      ['end: The arrow from "end" to "late" is wrong. No arrow can begin at an end.'],
    ],
    [
      'start -> note',
      ['start: The arrow from "start" to "note" is wrong. A note is not a part of the run.'],
    ],
    [
      'start -> end\nnote -> end',
      ['note: The arrow from "note" to "end" is wrong. A note is not a part of the run.'],
    ],
    [
      'start -> a:delay -> start',
      [
        'start: "start" leads back to itself through "a". Remove an arrow.',
        'a: The arrow from "a" to "start" is wrong. No arrow can lead to the start.',
      ],
    ],
  ])('reports the problems of: %s', (drawing, expected) => {
    expect(problems(drawing)).toEqual(expected);
  });

  it('reports arrows from or to missing nodes', () => {
    const graph = draw('start -> end');
    const edges = [
      { id: 'x', source: 'start', target: 'gone', sourceHandle: 'next2' },
      { id: 'y', source: 'gone', target: 'away' },
    ];
    expect(check({ ...graph, edges: [...graph.edges, ...edges] })).toEqual([
      {
        node_id: 'start',
        message: 'At "start" an arrow leads to or from a node that does not exist. Remove it.',
      },
      { message: 'Here an arrow leads to or from a node that does not exist. Remove it.' },
    ]);
  });
});

describe('an expression that reads a node inside a loop', () => {
  const wait = { mode: 'until', until: '{% $nodes.inner.body %}' };
  const loopProblems = (settings: Record<string, unknown>) =>
    problems('start -> each:loop -body-> inner:http_request -> last:loop_end -> wait:delay', {
      each: { items_to_iterate: '{% $event.hosts %}' },
      inner: { url: 'https://a.example' },
      wait: settings,
    });

  it('is refused after the loop unless its setting is unused', () => {
    expect(loopProblems(wait)).toEqual([
      'wait: "wait" reads the node "inner", which lies inside of "each". ' +
        'Read it from "last" afterwards.',
    ]);
    expect(loopProblems({ ...wait, mode: 'duration', seconds: 5 })).toEqual([]);
  });
});

describe('the check of the settings of a node', () => {
  const settingsProblems = (kind: string, settings: Record<string, unknown>) =>
    problems(kind === 'start' ? 'start -> end' : `start -> it:${kind}`, {
      it: settings,
      start: settings,
    });
  const trigger = { trigger_type: 'on_demand' };
  const nodeProblems = (kind: string, settings: Record<string, unknown>) =>
    problems(`start -> it:${kind}`, { it: settings, start: trigger }).map((text) => text.slice(4));

  it('requires a listener for an event-driven start', () => {
    expect(settingsProblems('start', { trigger_type: 'event_driven' })).toEqual([
      'start: "start", Listener: Choose the listener that starts it.',
    ]);
    expect(
      settingsProblems('start', { trigger_type: 'event_driven', listener_id: 'lst_1' }),
    ).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['condition', {}, ['"it", Expression: Enter an expression.']],
    [
      'condition',
      { expression: 'true' },
      ['"it", Expression: Write one expression between {% and %}.'],
    ],
    [
      'condition',
      { expression: '{% $event. %}' },
      [
        '"it", Expression: The expression "$event." cannot be read: ' +
          'Unexpected end of expression (at character 7).',
      ],
    ],
    [
      'condition',
      { expression: '{% $nodes.Fetch.body %}' },
      ['"it", Expression: It reads the node "Fetch", but no node has this name.'],
    ],
    [
      'condition',
      { expression: "{% $input.severity = 'HIGH' %}" },
      [expect.stringContaining('cannot be read: there is no variable $input.')],
    ],
    [
      'condition',
      { expression: '{% $loop.item.open %}' },
      [
        '"it", Expression: It reads $loop, but is not inside a loop. ' +
          'Move it inside, or read the end of the loop.',
      ],
    ],
    ['delay', { seconds: 0 }, ['"it", How long: Use at least 1.']],
    [
      'delay',
      { second: 5 },
      ['"it", settings: There is no setting "second". Correct or remove it in the JSON.'],
    ],
    ['delay', { mode: 'till' }, ['"it", Wait: "till" is not one of duration, until.']],
    [
      'http_request',
      { url: 'https://a.example', headers: 7 },
      ['"it", Headers: It is a number, but has to be a list.'],
    ],
    [
      'approval',
      { message: 'x'.repeat(10_001) },
      ['"it", Message: Write at most 10,000 characters.'],
    ],
    [
      'condition',
      { mode: 'rules', rules: [{ value: '1' }] },
      ['"it", Rules: Entry 1, operator: It is missing.'],
    ],
    ['delay', { seconds: '60' }, ['"it", How long: Write one expression between {% and %}.']],
    ['delay', { seconds: '{% $event.seconds %}' }, []],
    ['approval', {}, ['"it", Message: Enter a message.']],
    [
      'approval',
      { message: 'May it?', approvals_required: 0 },
      ['"it", Approvals required: Use at least 1.'],
    ],
    [
      'approval',
      { message: 'May it?', resources: '$event.hosts' },
      ['"it", Resources: Write one expression between {% and %}.'],
    ],
    ['http_request', {}, ['"it", URL: Enter a URL.']],
    ['http_request', { url: 'ftp://x.example' }, ['"it", URL: Start with https:// or http://.']],
    ['http_request', { url: '{% $site.url %}/x' }, []],
    [
      'http_request',
      { url: 'https://x.example', headers: [{ name: 'a b', value: '{% 1 + %}' }] },
      ['"it", Headers: Entry 1, name: Enter a header name: letters, digits and hyphens.'],
    ],
    [
      'http_request',
      { url: 'https://x.example', headers: [{ name: 'a', value: '{% 1 + %}' }] },
      [expect.stringContaining('"it", Headers: The expression "1 +" cannot be read')],
    ],
    [
      'http_request',
      { url: 'https://x.example', unknown: 1 },
      [expect.stringContaining('"it", settings: ')],
    ],
  ])('checks %s with %j', (kind, settings, expected) => {
    expect(nodeProblems(kind, settings)).toEqual(expected);
  });
});

// The tools with which a model draws on a copy of a draft, over the editor's own commands.
import * as fc from 'fast-check';
import { builderTools } from '#lib/domain/bot-builder/tool.schema.ts';
import { type Graph, graph as graphSchema } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeKinds } from '#lib/domain/bots/node-kinds.schema.ts';
import { check } from '#lib/engine/check.ts';
import { sampleLookUps } from '../../../bin/evaluate/sample-organisation.ts';
import { caseCount } from '#test/support/thorough.ts';
import { draw } from '#test/support/drawing.ts';
import { emptyGraph } from '#web/pages/bots/editor/document/canonical.ts';
import { callTool } from '#web/pages/bots/builder/drawing/tools.ts';

/** A draft and what the model was told about it; ids count up across calls. */
const openDraft = (graph: Graph = emptyGraph()) => {
  let ids = 0;
  const sheet = { graph, knownIds: new Set<string>(), newId: () => `b${(ids += 1)}` };
  return {
    sheet,
    call: async (tool_name: string, args: unknown = {}) => {
      const answer = await callTool(sheet, { tool_name, args }, sampleLookUps);
      if (answer.graph) sheet.graph = answer.graph;
      for (const id of answer.ids ?? []) sheet.knownIds.add(id);
      return answer;
    },
  };
};

const findNode = ({ nodes }: Graph, name: string) => nodes.find((node) => node.name === name);

const arrows = ({ nodes, edges }: Graph): string[] => {
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name;
  return edges.map(
    ({ source, sourceHandle = 'next', target }) =>
      `${nameOf(source)} -${sourceHandle}-> ${nameOf(target)}`,
  );
};

describe('drawing with the builder tools', () => {
  it('leads from the start to the end, with each node after the previous one', async () => {
    const { sheet, call } = openDraft();
    await call('add_node', {
      kind: 'condition',
      name: 'Is it severe?',
      after: 'Start',
      settings: { expression: '{% $event.severity > 7 %}' },
    });
    await call('add_node', { kind: 'end', name: 'Done', after: 'Is it severe?', way: 'no' });
    await call('add_node', { kind: 'approval', name: 'Ask', after: 'is it severe?' });
    await call('set_settings', { node: 'Ask', settings: { message: 'May it?' } });
    await call('connect', { from: 'Ask', way: 'approved', to: 'Done' });
    const last = await call('connect', { from: 'Ask', to: 'Done' });
    expect(last.content).toContain('approved to "Done"; rejected to "Done"');
    expect(arrows(sheet.graph).toSorted()).toEqual([
      'Ask -approved-> Done',
      'Ask -rejected-> Done',
      'Is it severe? -no-> Done',
      'Is it severe? -yes-> Ask',
      'Start -next-> Is it severe?',
    ]);
    expect(check(sheet.graph)).toEqual([]);
  });

  it('inserts a node into an existing way, and adds a loop with its loop end', async () => {
    const { sheet, call } = openDraft(draw('start -> end'));
    await call('add_node', { kind: 'loop', name: 'Each', after: 'start' });
    await call('add_node', { kind: 'delay', name: 'Wait', after: 'Each' });
    expect(arrows(sheet.graph)).toEqual(
      expect.arrayContaining(['start -next-> Each', 'Each -body-> Wait', 'Wait -next-> Loop end']),
    );
  });

  it('updates references when a node is renamed', async () => {
    const { sheet, call } = openDraft(
      draw('start -> fetch:http_request -> say:notification -> end', {
        say: { message: '{% $nodes.fetch.body %}' },
      }),
    );
    await call('set_settings', { node: 'fetch', name: 'Fetch hosts' });
    expect(findNode(sheet.graph, 'say')?.settings.message).toBe('{% $nodes.`Fetch hosts`.body %}');
  });

  it('changes the given settings, removes null settings, and sets a policy', async () => {
    const { sheet, call } = openDraft(draw('start -> get:http_request -> end'));
    await call('set_settings', {
      node: 'get',
      settings: { method: 'POST', body: 'x' },
      policy: { on_error: 'branch' },
    });
    await call('set_settings', { node: 'get', settings: { body: null } });
    const node = findNode(sheet.graph, 'get');
    expect(node?.settings).toMatchObject({ method: 'POST', url: 'https://api.example.com/' });
    expect(node?.settings).not.toHaveProperty('body');
    expect(node && handlesOf(node)).toEqual(['next', 'error']);
  });

  it('removes nodes with their arrows, and arrows alone', async () => {
    const { sheet, call } = openDraft(draw('start -> a:delay -> b:delay -> end'));
    await call('remove', { arrows: [{ from: 'start' }] });
    await call('remove', { nodes: ['b'] });
    expect(arrows(sheet.graph)).toEqual([]);
    expect(sheet.graph.nodes.map(({ name }) => name).toSorted()).toEqual(['a', 'end', 'start']);
  });
});

describe('an invalid tool call', () => {
  it.each([
    ['add_node', { kind: 'magic' }, 'Kind: "magic" is not one of'],
    ['add_node', { kind: 'delay', after: 'Nobody' }, 'There is no node "Nobody". There are:'],
    ['add_node', { kind: 'delay', name: 'ASK', after: 'start' }, 'Another node has this name.'],
    ['add_node', { kind: 'start' }, 'only one start node'],
    ['add_node', { kind: 'delay', after: 'end' }, 'has no way out'],
    ['add_node', { kind: 'note', after: 'start' }, 'leave out "after"'],
    ['add_node', { kind: 'end', after: 'start' }, 'already leads to a node'],
    ['add_node', { kind: 'delay', after: 'ask', way: 'maybe' }, 'Its ways out: approved, rejected.'],
    ['add_node', { kind: 'delay', settings: { secs: 3 } }, 'There are: '],
    ['set_settings', { node: 'ask' }, 'give settings, a policy or a name'],
    ['set_settings', { node: 'ask', settings: { approvals_required: 0 } }, '"approvals_required"'],
    ['set_settings', { node: 'ask', policy: { retries: 2 } }, 'has no policy'],
    ['set_settings', { node: 'get', policy: { retries: 99 } }, 'Policy: Retries'],
    [
      'set_settings',
      { node: 'start', settings: { listener_id: `lst_${'9'.repeat(32)}` } },
      'find_listeners',
    ],
    ['connect', { from: 'ask', to: 'ask', way: 'approved' }, 'cannot follow itself'],
    ['connect', { from: 'get', to: 'start' }, '"start" has no incoming arrow'],
    ['remove', {}, 'give nodes or arrows'],
    ['remove', { nodes: ['start'] }, 'The start node cannot be removed'],
    ['remove', { arrows: [{ from: 'get', to: 'ask' }] }, 'has no such outgoing arrow'],
    ['describe_action', { action: 'aws.nothing' }, 'find_actions'],
    ['read_library_bot', { library_bot: 'nothing' }, 'find_library_bots'],
    ['publish', {}, 'There is no tool "publish"'],
    ['__proto__', {}, 'There is no tool'],
    ['add_node', 'text', 'has to be'],
    ['add_node', { kind: 'delay', run: true }, '"run"'],
  ])('to %s with %j returns a sentence and changes nothing', async (tool, args, sentence) => {
    const before = draw(
      'start -> ask:approval -approved-> get:http_request -> end\nask -rejected-> end',
    );
    const { call } = openDraft(before);
    const answer = await call(tool, args);
    expect(answer).toMatchObject({ is_error: true });
    expect(answer.graph).toBeUndefined();
    expect(answer.content).toContain(sentence);
  });
});

describe('secrets in a draft', () => {
  const secret = 'hunter2-hunter2';
  const withSecret = () =>
    draw('start -> get:http_request -> end', {
      get: {
        url: `https://ada:${secret}@api.example.com/?api_key=${secret}&page=2`,
        headers: [{ name: 'Authorization', value: `Bearer ${secret}` }],
      },
    });

  it('are hidden from the model and stay in the draft', async () => {
    const { sheet, call } = openDraft(withSecret());
    const { content } = await call('read_draft');
    expect(content).not.toContain(secret);
    expect(content).toContain('[hidden]');
    expect(content).toContain('page=2');
    const back = await call('set_settings', {
      node: 'get',
      settings: { headers: [{ name: 'Authorization', value: '[hidden]' }] },
    });
    expect(back).toMatchObject({ is_error: true });
    await call('set_settings', { node: 'get', settings: { method: 'PUT' } });
    expect(JSON.stringify(sheet.graph)).toContain(`Bearer ${secret}`);
  });

  it('are not part of the integrations that a look-up returns', async () => {
    const { call } = openDraft();
    const { content } = await call('find_integrations', { type: 'slack' });
    expect(JSON.parse(content)).toEqual({
      alias: 'Company Slack',
      state: 'ACTIVE',
      use_as: { type: 'slack', id: `int_${'b'.repeat(32)}` },
    });
    const { content: models } = await call('find_integrations', { type: 'openai' });
    expect(JSON.parse(models)).toMatchObject({
      default_model: 'gpt-5-mini',
      models: ['gpt-5-mini'],
    });
  });
});

describe('looking up listeners, actions and library bots', () => {
  it('allows settings to use the ids that a look-up returned', async () => {
    const { sheet, call } = openDraft();
    const { content } = await call('find_listeners', { name: 'guardduty' });
    const { listener_id } = JSON.parse(content);
    const settings = { trigger_type: 'event_driven', listener_id };
    await call('set_settings', { node: 'Start', settings });
    expect(findNode(sheet.graph, 'Start')?.settings).toMatchObject(settings);
  });

  it('finds actions by words in any order, and returns their parameters', async () => {
    const { call } = openDraft();
    const { content } = await call('find_actions', {
      name: 'instances stop',
      integration_type: 'aws',
    });
    expect(content.split('\n')[0]).toContain('"action":"aws.stop_instances"');
    expect((await call('describe_action', { action: 'aws.stop_instances' })).content).toContain(
      '"parameters"',
    );
  });

  it('lists the available entries if a name is not found', async () => {
    const { content } = await openDraft().call('find_listeners', { name: 'Sentinel' });
    expect(content).toContain('None has this name.');
    expect(content).toContain('GuardDuty findings');
  });

  it('returns only ids of entries that the model was shown', async () => {
    const listeners = Array.from({ length: 40 }, (_, at) => ({
      _id: `lst_${String(at).padStart(32, '0')}`,
      name: `Listener ${at}`,
      learned_paths: Array.from(
        { length: 40 },
        (__, path) => `detail.${'deep.'.repeat(at)}${path}`,
      ),
    }));
    const lookUps = { ...sampleLookUps, listeners: async () => listeners };
    const { sheet } = openDraft();
    const tool = { tool_name: 'find_listeners', args: {} };
    const { content, ids = [] } = await callTool(sheet, tool, lookUps);
    expect(content).not.toContain('was left out');
    expect(content).toContain(`There are ${40 - ids.length} more`);
    expect(ids.length).toBeLessThan(25);
    expect(ids).toEqual(listeners.map(({ _id }) => _id).filter((id) => content.includes(id)));
  });

  it('returns library bots as drawings', async () => {
    const { call } = openDraft();
    const [first = ''] = (await call('find_library_bots')).content.split('\n');
    const { library_bot } = JSON.parse(first);
    expect((await call('read_library_bot', { library_bot })).content).toContain('"arrows"');
  });

  it.each(nodeKinds)('describes the kind %s with its settings', async (kind) => {
    const { content } = await openDraft().call('describe_kind', { kind });
    expect(JSON.parse(content)).toMatchObject({ kind, settings: { type: 'object' } });
    expect(content.length).toBeLessThan(12_000);
  });
});

const name = fc.constantFrom('Start', 'One', 'Two', 'Three', 'start', 'Nobody', '', '__proto__');
const way = fc.option(fc.constantFrom('next', 'yes', 'no', 'approved', 'body', 'branch', 'x'), {
  nil: undefined,
});
const settings = fc.option(
  fc.dictionary(fc.constantFrom('message', 'seconds', 'url', 'mode', 'nothing'), fc.jsonValue()),
  { nil: undefined },
);

/** A model's tool call: mostly sensible, sometimes not. */
const anyCall: fc.Arbitrary<{ tool: string; args: unknown }> = fc.oneof(
  fc.record({
    tool: fc.constant('add_node'),
    args: fc.record(
      {
        kind: fc.constantFrom(...nodeKinds),
        name: fc.constantFrom('One', 'Two', 'Three', 'Four'),
        after: name,
        way,
        settings,
      },
      { requiredKeys: ['kind'] },
    ),
  }),
  fc.record({
    tool: fc.constant('set_settings'),
    args: fc.record({ node: name, settings, name: fc.option(name, { nil: undefined }) }),
  }),
  fc.record({ tool: fc.constant('connect'), args: fc.record({ from: name, way, to: name }) }),
  fc.record({
    tool: fc.constant('remove'),
    args: fc.record({
      nodes: fc.array(name, { maxLength: 2 }),
      arrows: fc.array(fc.record({ from: name, way }), { maxLength: 2 }),
    }),
  }),
  fc.record({ tool: fc.constantFrom(...Object.keys(builderTools), 'run'), args: fc.jsonValue() }),
);

describe('any sequence of tool calls', () => {
  const isWellFormed = (graph: Graph) => {
    expect(graphSchema.safeParse(graph).error?.issues ?? []).toEqual([]);
    const ids = new Set(graph.nodes.map(({ id }) => id));
    expect(ids.size).toBe(graph.nodes.length);
    const names = new Set(graph.nodes.map((node) => node.name.toLowerCase()));
    expect(names.size).toBe(graph.nodes.length);
    expect(new Set(graph.edges.map(({ id }) => id)).size).toBe(graph.edges.length);
    expect(
      graph.edges.filter(({ source, target }) => !ids.has(source) || !ids.has(target)),
    ).toEqual([]);
    const ways = new Map(graph.nodes.map((node) => [node.id, handlesOf(node)]));
    const astray = graph.edges.filter(
      ({ source, sourceHandle = 'next' }) => !ways.get(source)?.includes(sourceHandle),
    );
    expect(astray).toEqual([]);
    expect(graph.nodes.filter(({ type }) => type === 'start')).toHaveLength(1);
    expect(check(graph).every(({ message }) => message.length > 0)).toBe(true);
  };

  it('leaves a well-formed graph that can be checked; refused calls change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 25 }), async (calls) => {
        const { sheet, call } = openDraft();
        for (const { tool, args } of calls) {
          const before = sheet.graph;
          const answer = await call(tool, args);
          expect(answer.content).not.toBe('');
          if (answer.is_error) expect(sheet.graph).toBe(before);
        }
        isWellFormed(sheet.graph);
      }),
      { numRuns: caseCount({ usual: 60, thorough: 1000 }) },
    );
  });
});

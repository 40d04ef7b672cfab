import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import {
  canBeEntered,
  closerOf,
  handlesOf,
  type KindBehaviour,
  nodeFacts,
  openerOf,
} from '#lib/domain/bots/node-facts.schema.ts';
import { nodeKinds } from '#lib/domain/bots/node-kinds.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import { check } from '#lib/engine/check.ts';
import { nodeRules } from '#lib/engine/nodes/kinds.ts';
import type { NodeRules } from '#lib/engine/nodes/node.ts';
import { plan, programOf, wholeWay } from '#lib/engine/plan.ts';
import { aQuestion, defaultSettings, draw } from '#test/support/drawing.ts';

/** Settings with which a node of the kind can begin, where drawings and defaults do not suffice. */
const minimalSettings: Partial<Record<NodeKind, Record<string, unknown>>> = {
  ...defaultSettings,
  loop: { loop_type: 'count', count: 2 },
  user_input: {
    inputs: [{ id: 'why', label: 'Why', type: 'text', required: false, options: [] }],
  },
  notification: { to: ['anna@example.com'], subject: 'Done', message: 'It is done.' },
  steampipe_query: { sql: 'select 1' },
  python_code: { code: 'result = 1' },
  ai_condition: { ...aQuestion, data: 'A port scan.' },
};

const beginTypes: Record<KindBehaviour, ReturnType<NodeRules['begin']>['type']> = {
  marks: 'done',
  decides: 'done',
  opens: 'fork',
  closes: 'done',
  waits: 'wait',
  asks: 'wait',
  acts: 'effect',
};

const nodeOf = (type: NodeKind) => ({
  id: 'one',
  type,
  name: 'one',
  position: { x: 0, y: 0 },
  settings: minimalSettings[type] ?? {},
});

/** The kind in the smallest graph that has it, with an arrow from one of its handles. */
const drawKind = (kind: NodeKind, handle: string): Graph => {
  const closer = closerOf(kind);
  const opener = openerOf(kind);
  const [openerHandle] = opener ? nodeFacts[opener].handles : [];
  const drawing =
    (kind === 'start' && `one:start -${handle}-> last:end`) ||
    (closer && `start -> one:${kind} -${handle}-> work:http_request -> last:${closer}`) ||
    (opener &&
      `start -> open:${opener} -${openerHandle}-> work:http_request -> one:${kind} -${handle}-> last:end`) ||
    `start -> one:${kind} -${handle}-> last:end`;
  const defaults = { open: opener && minimalSettings[opener], work: minimalSettings.http_request };
  return draw(drawing, {
    open: defaults.open ?? {},
    work: defaults.work ?? {},
    one: minimalSettings[kind] ?? {},
  });
};

const kindHandles = nodeKinds.flatMap((kind) =>
  nodeFacts[kind].handles.map((handle): [NodeKind, string] => [kind, handle]),
);

describe('the facts of node kinds', () => {
  it.each(nodeKinds)('match how a node of kind %s begins', (kind) => {
    const settings = { ...nodeSettings[kind].parse({ ...minimalSettings[kind] }) };
    const { type } = nodeRules[kind].begin({ node: nodeOf(kind), settings, now: 0 });
    expect(type).toBe(beginTypes[nodeFacts[kind].does]);
  });

  it('give effects only to acting kinds and resumption only to waiting kinds', () => {
    const kindsWith = (ruleName: keyof NodeRules) =>
      nodeKinds.filter((kind) => nodeRules[kind][ruleName]);
    const kindsDoing = (...behaviours: KindBehaviour[]) =>
      nodeKinds.filter((kind) => behaviours.includes(nodeFacts[kind].does));
    expect(kindsWith('perform')).toEqual(kindsDoing('acts'));
    // An action may be the work of an agent, which its run waits for.
    const waitingKinds = [...kindsDoing('waits', 'asks'), 'rest_api_action'].toSorted();
    expect(kindsWith('resume').toSorted()).toEqual(waitingKinds);
  });

  it.each(kindHandles)('let a run leave a node of kind %s by its handle "%s"', (kind, handle) => {
    const graph = drawKind(kind, handle);
    expect(check(graph)).toEqual([]);
    const start = graph.nodes.find(({ type }) => type === 'start')?.id ?? '';
    const node = (id: string) => graph.nodes.find((one) => one.id === id);
    const way = wholeWay(programOf(graph));
    const success = { status: 'SUCCEEDED' as const, handle };
    const results = new Map([[start, { ...success, handle: 'next' }]]);
    if (openerOf(kind)) results.set('open', success);
    expect(plan(way, results.set('one', success))).toEqual({ next: 'run', node: node('last') });
  });

  it.each(nodeKinds)('refuse wrong arrows from and to a node of kind %s', (kind) => {
    const wrongGraph = drawKind(kind, 'aside');
    expect(check(wrongGraph).map(({ node_id }) => node_id)).toContain('one');
    const entryProblems = check(draw(`start -> one:${kind}`, { one: minimalSettings[kind] ?? {} }));
    const isRefused = entryProblems.some(({ message }) =>
      /^The arrow from "start" .* is wrong/.test(message),
    );
    expect(isRefused).toBe(!canBeEntered(kind));
  });

  it.each(nodeKinds)('contain the handle that a dry run of kind %s takes', (kind) => {
    const settings = { ...nodeSettings[kind].parse({ ...minimalSettings[kind] }) };
    const outcome = nodeRules[kind].begin({ node: nodeOf(kind), settings, now: 0 });
    const dryOutcome = 'pretend' in outcome ? outcome.pretend : outcome;
    const handle = dryOutcome && 'handle' in dryOutcome ? dryOutcome.handle : undefined;
    expect([undefined, ...nodeFacts[kind].handles]).toContain(handle);
  });

  it.each(nodeKinds)('name only existing settings of kind %s', (kind) => {
    const facts = nodeFacts[kind];
    const settingNames = [
      ...(facts.does === 'asks' ? [facts.people] : []),
      ...(facts.does === 'acts' && facts.mails ? [facts.mails] : []),
      ...(nodeRules[kind].perTurn ?? []),
    ];
    expect(Object.keys(nodeSettings[kind].shape)).toEqual(expect.arrayContaining(settingNames));
  });

  it.each(nodeKinds)('allow an error handle only when kind %s acts', (kind) => {
    const policy = nodePolicy.parse({ on_error: 'branch' });
    const hasErrorHandle = handlesOf({ type: kind, policy }).includes('error');
    expect(hasErrorHandle).toBe(nodeFacts[kind].does === 'acts');
  });

  it('pair each opener with a closer', () => {
    const openers = nodeKinds.filter((kind) => nodeFacts[kind].does === 'opens');
    const closers = nodeKinds.filter((kind) => nodeFacts[kind].does === 'closes');
    expect(openers.map(closerOf).toSorted()).toEqual(closers.toSorted());
    expect(closers.map(openerOf).toSorted()).toEqual(openers.toSorted());
  });
});

import * as fc from 'fast-check';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import { emptyGraph } from '#web/pages/bots/editor/document/canonical.ts';
import type { Edit } from '#web/pages/bots/editor/document/edit.ts';
import {
  type Command,
  createEditorState,
  type EditorState,
  reduceEditor,
} from '#web/pages/bots/editor/document/editor-state.ts';
import {
  clipboardText,
  fragmentOf,
  readClipboard,
} from '#web/pages/bots/editor/document/fragment.ts';
import { commandOf } from '#web/pages/bots/editor/document/key-commands.ts';
import type { Shortcut } from '#web/pages/bots/editor/document/shortcuts.ts';
import { tidyGraph } from '#web/components/graph/tidy.ts';
import { draw } from './graph-drawing.ts';

const kinds = Object.keys(nodeSettings) as NodeKind[];

/** One user action: numbers choose among what is available at that moment. */
type Act = { what: (typeof acts)[number]; a: number; b: number; text: string };

const acts = [
  'addAt',
  'addAfter',
  'addInto',
  'connect',
  'move',
  'tidy',
  'rename',
  'type',
  'branch',
  'pin',
  'paste',
  'copyAll',
  'select',
  'cutArrow',
  'key',
] as const;

const keys: Shortcut[] = [
  'undo',
  'redo',
  'duplicate',
  'selectAll',
  'delete',
  'disable',
  'clear',
  'left',
  'right',
];

const pick = <T,>(items: readonly T[], at: number): T | undefined => items[at % items.length];

let ids = 0;
const id = () => `i${(ids += 1)}`;

const editOf = ({ graph }: EditorState, { what, a, b, text }: Act): Edit | undefined => {
  const node = pick(graph.nodes, a);
  const kind = pick(kinds, b) ?? 'delay';
  const edge = pick(graph.edges, a);
  const at = { x: a * 37, y: b * 23 };
  if (what === 'addAt') return { do: 'add', kind, id: id(), insertPoint: { at } };
  if (what === 'addInto') {
    return edge && { do: 'add', kind, id: id(), insertPoint: { into: edge.id } };
  }
  if (what === 'cutArrow') return { do: 'delete', nodes: [], edges: edge ? [edge.id] : [] };
  if (what === 'tidy') {
    const to = Object.fromEntries(tidyGraph(graph).nodes.map((one) => [one.id, one.position]));
    return { do: 'move', to };
  }
  if (what === 'copyAll') {
    const fragment = readClipboard(clipboardText(graph));
    return fragment && { do: 'paste', fragment, seed: id(), offset: at };
  }
  if (!node) return undefined;
  switch (what) {
    case 'addAfter':
      return { do: 'add', kind, id: id(), insertPoint: { after: node.id } };
    case 'connect': {
      const target = pick(graph.nodes, b)?.id ?? '';
      const sourceHandle = pick(nodeFacts[node.type].handles, b);
      return { do: 'connect', id: id(), source: node.id, sourceHandle, target };
    }
    case 'move':
      return { do: 'move', to: { [node.id]: at } };
    case 'rename':
      return { do: 'rename', id: node.id, name: text || 'x' };
    case 'type':
      return { do: 'configure', id: node.id, settings: { ...node.settings, message: text } };
    case 'branch': {
      const policy = nodePolicy.parse({ on_error: b % 2 ? 'branch' : 'stop' });
      return { do: 'setPolicy', id: node.id, policy };
    }
    case 'pin':
      return { do: 'pin', id: node.id, pinned: b % 2 ? { output: text } : undefined };
    case 'paste': {
      const fragment = fragmentOf(graph, new Set([node.id, pick(graph.nodes, b)?.id ?? '']));
      return { do: 'paste', fragment, seed: id(), offset: at };
    }
    default:
      return undefined;
  }
};

const commandFor = (state: EditorState, action: Act): Command | undefined => {
  if (action.what === 'key')
    return commandOf(state, pick(keys, action.a) ?? 'undo', action.b % 2 === 0);
  if (action.what === 'select') {
    return { do: 'select', nodes: [pick(state.graph.nodes, action.a)?.id ?? ''] };
  }
  const edit = editOf(state, action);
  if (!edit) return undefined;
  // Letters typed into one field are one action.
  return { do: 'edit', edit, ...(action.what === 'type' && { mergeKey: 'one field' }) };
};

const anyActs = fc.array(
  fc.record({
    what: fc.constantFrom(...acts),
    a: fc.nat(60),
    b: fc.nat(60),
    text: fc.string({ maxLength: 8 }),
  }),
  { maxLength: 40 },
);

const playActions = (graph: Graph, all: readonly Act[]): EditorState[] => {
  const states = [createEditorState(graph)];
  for (const action of all) {
    const state = states.at(-1);
    const command = state && commandFor(state, action);
    if (state && command && state.graph.nodes.length < 150)
      states.push(reduceEditor(state, command));
  }
  return states;
};

const repeatCommand = (state: EditorState, command: Command, times: number): EditorState => {
  let now = state;
  for (let n = 0; n < times; n += 1) now = reduceEditor(now, command);
  return now;
};

const numberEdges = ({ nodes, edges }: Graph): Graph => ({
  nodes,
  edges: edges.map((edge, n) => ({ ...edge, id: `e${n}` })),
});

const starts: [string, Graph][] = [
  ['an empty bot', emptyGraph()],
  [
    'a bot with loops and branches',
    numberEdges(
      draw(
        'start -> each:loop -body-> both:parallel -branch-> call:http_request -> meet:merge',
        'both -branch-> wait:delay -> meet -> turned:loop_end -> risky:condition -yes-> end',
        'risky -no-> no:end',
      ),
    ),
  ],
];

describe.each(starts)('any series of actions on %s', (_name, graph) => {
  it('is undone to the start and redone to the end', () => {
    fc.assert(
      fc.property(anyActs, (all) => {
        const end = playActions(graph, all).at(-1);
        if (!end) throw new Error('Nothing was played.');
        const start = repeatCommand(end, { do: 'undo' }, end.past.length);
        expect(start.graph).toBe(graph);
        const redoneState = repeatCommand(
          start,
          { do: 'redo' },
          start.future.length - end.future.length,
        );
        expect(redoneState.graph).toBe(end.graph);
      }),
      { numRuns: 150 },
    );
  });

  it('adds at most one history entry per action and none without a change', () => {
    fc.assert(
      fc.property(anyActs, (all) => {
        playActions(graph, all).reduce((before, after) => {
          const growth = after.past.length - before.past.length;
          expect(growth).toBeLessThanOrEqual(1);
          if (after.graph === before.graph) expect(growth).toBe(0);
          return after;
        });
      }),
      { numRuns: 100 },
    );
  });

  it('keeps ids unique and arrows between existing nodes', () => {
    fc.assert(
      fc.property(anyActs, (all) => {
        for (const state of playActions(graph, all)) {
          const { nodes, edges } = state.graph;
          const nodeIds = new Set(nodes.map((node) => node.id));
          expect(nodeIds.size).toBe(nodes.length);
          const loose = edges.filter(
            ({ source, target }) => !nodeIds.has(source) || !nodeIds.has(target),
          );
          expect(loose).toEqual([]);
          expect(new Set(edges.map((edge) => edge.id)).size).toBe(edges.length);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('undoing a delete', () => {
  const line = draw('start -> wait:delay -> end');

  it('restores the arrows and selects the restored nodes', () => {
    const edit = { do: 'delete', nodes: ['wait'], edges: [] } as const;
    const deletedState = reduceEditor(createEditorState(line), { do: 'edit', edit });
    expect(deletedState.graph.edges).toEqual([]);
    const back = reduceEditor(deletedState, { do: 'undo' });
    expect([back.graph, back.selected.nodes]).toEqual([line, ['wait']]);
    expect(reduceEditor(back, { do: 'redo' }).graph).toBe(deletedState.graph);
  });
});

describe('disabling selected nodes', () => {
  const graph = draw('start -> wait:delay -> call:http_request -> end');
  const offIn = (state: EditorState) =>
    state.graph.nodes.filter(({ disabled }) => disabled).map((node) => node.id);
  const press = (state: EditorState): EditorState => {
    const command = commandOf(state, 'disable', false);
    return command ? reduceEditor(state, command) : state;
  };
  const all = reduceEditor(createEditorState(graph), {
    do: 'select',
    nodes: graph.nodes.map((n) => n.id),
  });

  it('disables the kinds that runs can skip and enables them again', () => {
    const off = press(all);
    expect(offIn(off)).toEqual(['wait', 'call']);
    const on = press(off);
    expect(on.graph).toEqual(graph);
    expect(on.past).toHaveLength(2);
  });

  it('disables all nodes when some of the nodes are enabled', () => {
    const mixedState = press(reduceEditor(all, { do: 'select', nodes: ['wait'] }));
    expect(
      offIn(press(reduceEditor(mixedState, { do: 'select', nodes: ['wait', 'call'] }))),
    ).toEqual(['wait', 'call']);
  });

  it('ignores kinds that no run can skip', () => {
    const start = reduceEditor(all, { do: 'select', nodes: ['start'] });
    expect(press(start)).toBe(start);
  });
});

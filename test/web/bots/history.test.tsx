import * as fc from 'fast-check';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import { emptyGraph } from '#web/pages/bots/editor/document/canonical.ts';
import type { Edit } from '#web/pages/bots/editor/document/edit.ts';
import {
  type Command,
  createEditorState,
  reduceEditor,
} from '#web/pages/bots/editor/document/editor-state.ts';
import { fragmentOf } from '#web/pages/bots/editor/document/fragment.ts';
import { tidyPositions } from '#web/components/graph/tidy.ts';
import { describeGraph, draw } from './graph-drawing.ts';

const play = (graph: Graph, ...commands: Command[]) =>
  commands.reduce(reduceEditor, createEditorState(graph));
const edit = (edit: Edit, actionKey?: string): Command => ({
  do: 'edit',
  edit,
  ...(actionKey && { mergeKey: actionKey }),
});
const undo: Command = { do: 'undo' };
const redo: Command = { do: 'redo' };

const line = draw('start -> wait:delay -> end');
const addDelay = edit({ do: 'add', kind: 'delay', id: 'new', insertPoint: { after: 'start' } });

const setSeconds = (seconds: number, field: string) =>
  edit({ do: 'configure', id: 'wait', settings: { seconds } }, field);
const renameWait = (text: string) => edit({ do: 'rename', id: 'wait', name: text }, 'name of wait');

describe('the history of the editor', () => {
  it('undoes and redoes a delete including its arrows', () => {
    const deleted = edit({ do: 'delete', nodes: ['wait'], edges: [] });
    expect(play(line, deleted, undo).graph).toBe(line);
    expect(describeGraph(play(line, deleted, undo, redo).graph)).toEqual(['end', 'start']);
  });

  it('records typing in one field as one entry', () => {
    const typed = play(
      line,
      setSeconds(1, 'a'),
      setSeconds(12, 'a'),
      setSeconds(120, 'a'),
      setSeconds(5, 'b'),
    );
    expect(typed.past).toHaveLength(2);
    expect(reduceEditor(typed, undo).graph.nodes[1]?.settings).toEqual({ seconds: 120 });
  });

  it('begins a new entry when the selection changes', () => {
    const typed = play(line, renameWait('w'), { do: 'select', nodes: ['end'] }, renameWait('wa'));
    expect(typed.past).toHaveLength(2);
  });

  it('records no entry for an edit that changes nothing', () => {
    const state = play(line, edit({ do: 'rename', id: 'wait', name: 'wait' }), undo);
    expect(state.past).toHaveLength(0);
    expect(state.graph).toBe(line);
  });

  it('discards undone edits after a new edit', () => {
    const state = play(line, addDelay, undo, edit({ do: 'rename', id: 'end', name: 'Done' }));
    expect(reduceEditor(state, redo)).toBe(state);
  });

  it('selects an added node and deselects the node after an undo', () => {
    const added = play(line, addDelay);
    expect(added.selected.nodes).toEqual(['new']);
    expect(reduceEditor(added, undo).selected.nodes).toEqual([]);
  });

  it('is cleared when a graph is loaded', () => {
    const state = play(line, addDelay, { do: 'load', graph: emptyGraph() });
    expect(state).toEqual(createEditorState(emptyGraph()));
  });
});

/** Commands as numbers: which one, and the node, arrow or place it uses. */
const step = fc.tuple(fc.nat(9), fc.nat(), fc.nat());

const policyOf = (number: number) =>
  nodePolicy.parse({ on_error: number % 2 === 0 ? 'branch' : 'stop', retries: number % 3 });

const commandAt = (graph: Graph, [kind, a, b]: [number, number, number], seed: string): Command => {
  const node = (index: number) => graph.nodes[index % graph.nodes.length]?.id ?? 'none';
  const edge = graph.edges[a % (graph.edges.length || 1)]?.id ?? 'none';
  const kinds = ['end', 'condition', 'parallel', 'loop', 'http_request', 'note'] as const;
  const added = kinds[b % kinds.length] ?? 'end';
  const commands: Command[] = [
    edit({ do: 'add', kind: added, id: seed, insertPoint: { after: node(a) } }),
    edit({ do: 'add', kind: added, id: seed, insertPoint: { into: edge } }),
    edit({ do: 'connect', id: seed, source: node(a), target: node(b) }),
    edit({ do: 'move', to: { [node(a)]: { x: b % 1000, y: a % 1000 } } }, `move ${b % 2}`),
    edit({ do: 'rename', id: node(a), name: `n${b % 20}` }, `name of ${node(a)}`),
    edit({ do: 'configure', id: node(a), settings: { seconds: b } }),
    edit({ do: 'delete', nodes: [node(a)], edges: [edge] }),
    edit({
      do: 'paste',
      fragment: fragmentOf(graph, new Set([node(a), node(b)])),
      seed,
      offset: { x: 40, y: 40 },
    }),
    edit({ do: 'move', to: Object.fromEntries(tidyPositions(graph)) }),
    edit({ do: 'setPolicy', id: node(a), policy: policyOf(b) }),
  ];
  return commands[kind] ?? undo;
};

describe('any series of commands', () => {
  it('is undone and redone completely and leaves no loose arrows', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const start = draw('start -> risky:condition -yes-> end', 'risky -no-> wait:delay');
        const end = steps.reduce(
          (state, numbers, index) =>
            reduceEditor(state, commandAt(state.graph, numbers, `n${index}`)),
          createEditorState(start),
        );
        const ids = new Set(end.graph.nodes.map(({ id }) => id));
        expect(ids.size).toBe(end.graph.nodes.length);
        for (const { source, target } of end.graph.edges) {
          expect(ids.has(source) && ids.has(target)).toBe(true);
        }
        let state = end;
        while (state.past.length > 0) state = reduceEditor(state, undo);
        expect(state.graph).toBe(start);
        while (state.future.length > 0) state = reduceEditor(state, redo);
        expect(state.graph).toBe(end.graph);
      }),
      { numRuns: 200 },
    );
  });
});

import { findDifferences } from '#web/pages/bots/editor/document/differences.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { changedNodeIds } from '#web/pages/bots/trial/changed-nodes.ts';
import { draw } from './graph-drawing.ts';

describe('the differences between two versions', () => {
  const yourGraph = draw('start -> wait:delay -> end');

  it('list nodes that changed or exist in only one version', () => {
    const slower = applyEdit(yourGraph, { do: 'configure', id: 'wait', settings: { seconds: 5 } });
    const theirGraph = applyEdit(slower, {
      do: 'add',
      kind: 'note',
      id: 'n',
      insertPoint: { at: { x: 0, y: 900 } },
    });
    const withoutEnd = applyEdit(theirGraph, { do: 'delete', nodes: ['end'], edges: [] });
    expect(findDifferences(yourGraph, withoutEnd)).toEqual([
      { name: 'wait', kind: 'changed' },
      { name: 'end', kind: 'only in yours' },
      { name: 'Note', kind: 'only in theirs' },
    ]);
  });

  it('name who changed each node when the common base is known', () => {
    const before = draw('start -> mine:delay -> theirs:delay -> ours:delay -> end');
    const slower = (graph: typeof before, id: string, seconds: number) =>
      applyEdit(graph, { do: 'configure', id, settings: { seconds } });
    const mine = slower(slower(before, 'mine', 5), 'ours', 5);
    const withoutEnd = applyEdit(mine, { do: 'delete', nodes: ['end'], edges: [] });
    const theirGraph = slower(slower(before, 'theirs', 5), 'ours', 9);
    const point = { at: { x: 0, y: 900 } };
    const noted = applyEdit(theirGraph, { do: 'add', kind: 'note', id: 'n', insertPoint: point });
    expect(findDifferences(withoutEnd, noted, before)).toEqual([
      { name: 'mine', kind: 'changed', by: 'you' },
      { name: 'theirs', kind: 'changed', by: 'them' },
      { name: 'ours', kind: 'changed', by: 'both' },
      { name: 'end', kind: 'only in theirs', by: 'you' },
      { name: 'Note', kind: 'only in theirs', by: 'them' },
    ]);
  });

  it('ignore the positions of nodes', () => {
    const movedGraph = applyEdit(yourGraph, { do: 'move', to: { wait: { x: 1, y: 2 } } });
    expect(findDifferences(yourGraph, movedGraph)).toEqual([]);
  });
});

describe('the nodes changed since the version of a run', () => {
  const runGraph = draw('start -> wait:delay -> end');
  const changedIds = (graph: typeof runGraph) => [...changedNodeIds(runGraph, graph)];

  it('include added and reconfigured nodes', () => {
    const slower = applyEdit(runGraph, { do: 'configure', id: 'wait', settings: { seconds: 5 } });
    const point = { after: 'wait' };
    const editedGraph = applyEdit(slower, {
      do: 'add',
      kind: 'approval',
      id: 'ask',
      insertPoint: point,
    });
    expect(changedIds(editedGraph).sort()).toEqual(['ask', 'wait']);
  });

  it('exclude moved nodes, pinned nodes and notes', () => {
    const movedGraph = applyEdit(runGraph, { do: 'move', to: { wait: { x: 1, y: 2 } } });
    const pinned = applyEdit(movedGraph, { do: 'pin', id: 'wait', pinned: { output: {} } });
    const point = { at: { x: 0, y: 900 } };
    expect(
      changedIds(applyEdit(pinned, { do: 'add', kind: 'note', id: 'n', insertPoint: point })),
    ).toEqual([]);
  });
});

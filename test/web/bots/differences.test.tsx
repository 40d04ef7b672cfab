import { findDifferences } from '#web/pages/bots/editor/document/differences.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { changedNodeIds } from '#web/pages/bots/trial/changed-nodes.ts';
import { draw } from './graph-drawing.ts';

describe('the differences between two versions', () => {
  const yours = draw('start -> wait:delay -> end');

  it('list nodes that changed or exist in only one version', () => {
    const slower = applyEdit(yours, { do: 'configure', id: 'wait', settings: { seconds: 5 } });
    const theirs = applyEdit(slower, {
      do: 'add',
      kind: 'note',
      id: 'n',
      insertPoint: { at: { x: 0, y: 900 } },
    });
    const without = applyEdit(theirs, { do: 'delete', nodes: ['end'], edges: [] });
    expect(findDifferences(yours, without)).toEqual([
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
    const without = applyEdit(mine, { do: 'delete', nodes: ['end'], edges: [] });
    const theirs = slower(slower(before, 'theirs', 5), 'ours', 9);
    const where = { at: { x: 0, y: 900 } };
    const noted = applyEdit(theirs, { do: 'add', kind: 'note', id: 'n', insertPoint: where });
    expect(findDifferences(without, noted, before)).toEqual([
      { name: 'mine', kind: 'changed', by: 'you' },
      { name: 'theirs', kind: 'changed', by: 'them' },
      { name: 'ours', kind: 'changed', by: 'both' },
      { name: 'end', kind: 'only in theirs', by: 'you' },
      { name: 'Note', kind: 'only in theirs', by: 'them' },
    ]);
  });

  it('ignore the positions of nodes', () => {
    const moved = applyEdit(yours, { do: 'move', to: { wait: { x: 1, y: 2 } } });
    expect(findDifferences(yours, moved)).toEqual([]);
  });
});

describe('the nodes changed since the version of a run', () => {
  const ran = draw('start -> wait:delay -> end');
  const since = (drawn: typeof ran) => [...changedNodeIds(ran, drawn)];

  it('include added and reconfigured nodes', () => {
    const slower = applyEdit(ran, { do: 'configure', id: 'wait', settings: { seconds: 5 } });
    const where = { after: 'wait' };
    const drawn = applyEdit(slower, { do: 'add', kind: 'approval', id: 'ask', insertPoint: where });
    expect(since(drawn).sort()).toEqual(['ask', 'wait']);
  });

  it('exclude moved nodes, pinned nodes and notes', () => {
    const moved = applyEdit(ran, { do: 'move', to: { wait: { x: 1, y: 2 } } });
    const pinned = applyEdit(moved, { do: 'pin', id: 'wait', pinned: { output: {} } });
    const where = { at: { x: 0, y: 900 } };
    expect(
      since(applyEdit(pinned, { do: 'add', kind: 'note', id: 'n', insertPoint: where })),
    ).toEqual([]);
  });
});

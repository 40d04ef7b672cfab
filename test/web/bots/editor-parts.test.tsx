import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import {
  emptyGraph,
  hasSameContent,
  hasSamePicture,
} from '#web/pages/bots/editor/document/canonical.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { shortcutOf } from '#web/pages/bots/editor/document/shortcuts.ts';
import { type Direction, findNodeInDirection } from '#web/components/graph/walk.ts';
import { tidyGraph } from '#web/components/graph/tidy.ts';
import { draw } from './graph-drawing.ts';

const line = draw('start -> wait:delay -> end');

describe('comparing graphs', () => {
  it('ignores order, arrow ids and omitted defaults', () => {
    const copy = structuredClone(line);
    copy.nodes.reverse();
    copy.edges.reverse();
    copy.edges.forEach((edge, index) => Object.assign(edge, { id: `e${index}` }));
    copy.nodes.forEach((node) => Object.assign(node, { settings: {} }));
    expect(hasSamePicture(line, copy)).toBe(true);
  });

  it('distinguishes a moved node from a changed setting', () => {
    const movedGraph = applyEdit(line, { do: 'move', to: { wait: { x: 5, y: 5 } } });
    expect([hasSameContent(line, movedGraph), hasSamePicture(line, movedGraph)]).toEqual([
      true,
      false,
    ]);
    const slower = applyEdit(line, { do: 'configure', id: 'wait', settings: { seconds: 61 } });
    expect(hasSameContent(line, slower)).toBe(false);
  });

  it('treats a policy equal to the defaults as no policy', () => {
    const [start, wait, end] = line.nodes;
    const withPolicy = (retries: number) => ({
      ...line,
      nodes: [start, { ...wait, policy: nodePolicy.parse({ retries }) }, end] as Graph['nodes'],
    });
    expect(hasSameContent(line, withPolicy(0))).toBe(true);
    expect(hasSameContent(line, withPolicy(1))).toBe(false);
  });

  it('detects an arrow that leaves by another exit', () => {
    const yes = draw('start -> risky:condition -yes-> end');
    const no = draw('start -> risky:condition -no-> end');
    expect(hasSameContent(yes, no)).toBe(false);
  });
});

describe('the arrow keys', () => {
  const forked = draw('start -> risky:condition -yes-> ask:approval', 'risky -no-> end');
  const graph = tidyGraph(forked);
  const ways: [from: string | undefined, direction: Direction, to: string][] = [
    [undefined, 'down', 'start'],
    ['start', 'down', 'risky'],
    ['risky', 'down', 'ask'],
    ['ask', 'right', 'end'],
    ['end', 'left', 'ask'],
    ['end', 'up', 'risky'],
    ['end', 'down', 'end'],
    ['start', 'up', 'start'],
  ];
  it.each(ways)('move from %s %s to %s', (from, direction, to) => {
    expect(findNodeInDirection(graph, from, direction)).toBe(to);
  });

  it('reach a note without arrows', () => {
    const noted = draw('start', 'note');
    const beside = applyEdit(noted, { do: 'move', to: { note: { x: 300, y: 0 } } });
    expect(findNodeInDirection(beside, 'start', 'right')).toBe('note');
  });
});

const key = (key: string, modifier = '') => ({
  key,
  ctrlKey: modifier === 'ctrl',
  metaKey: modifier === 'meta',
  shiftKey: modifier === 'shift',
  altKey: modifier === 'alt',
});

describe('a key on the canvas', () => {
  it.each([
    [key('z', 'ctrl'), 'undo'],
    [key('z', 'meta'), 'undo'],
    [{ ...key('Z', 'ctrl'), shiftKey: true }, 'redo'],
    [key('y', 'ctrl'), 'redo'],
    [key('d', 'ctrl'), 'duplicate'],
    [key('d'), 'disable'],
    [key('D'), 'disable'],
    [key('D', 'shift'), undefined],
    [key('Tab'), 'addNode'],
    [key('Tab', 'shift'), undefined],
    [key('/', 'shift'), 'addNode'],
    [key('?', 'shift'), 'help'],
    [key('ArrowRight', 'shift'), 'right'],
    [key('ArrowRight', 'alt'), undefined],
    [key('q'), undefined],
  ])('maps %j to %s', (pressed, shortcut) => expect(shortcutOf(pressed)).toBe(shortcut));
});

it('a new bot has a start and nothing else', () => {
  expect(emptyGraph().nodes.map(({ id, type }) => [id, type])).toEqual([['start', 'start']]);
});

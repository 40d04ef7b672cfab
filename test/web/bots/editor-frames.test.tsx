import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { bodiesOf, framesOf } from '#web/components/graph/bodies.ts';
import { flowEdges, flowNodes, mergeEdges } from '#web/components/graph/flow.ts';
import { readView, storeView } from '#web/components/graph/stored-views.ts';
import { type Box, boxOf } from '#web/components/graph/node-size.ts';
import { tidyGraph } from '#web/components/graph/tidy.ts';
import { draw } from './graph-drawing.ts';

const nested = draw(
  'start -> each:loop -body-> both:parallel -branch-> call:http_request -> meet:merge',
  'both -branch-> wait:delay -> meet -> turned:loop_end -> end',
);

const framesIn = (graph: Graph) =>
  framesOf(bodiesOf(graph), new Map(graph.nodes.map((node) => [node.id, boxOf(node)])));

const isInside = (outer: Box, inner: Box): boolean =>
  outer.x < inner.x &&
  outer.y < inner.y &&
  inner.x + inner.width < outer.x + outer.width &&
  inner.y + inner.height < outer.y + outer.height;

describe('the frames of loops and parallels', () => {
  it('name their body and are drawn from the outside in', () => {
    expect(framesIn(nested).map(({ text }) => text)).toEqual(['Each iteration', 'Branches']);
  });

  it('contain only the nodes and frames of their body', () => {
    const graph = tidyGraph(nested);
    const [loop, parallel] = framesIn(graph);
    if (!loop || !parallel) throw new Error('A frame is missing.');
    expect(isInside(loop, parallel)).toBe(true);
    const idsInside = (frame: Box) =>
      graph.nodes.filter((node) => isInside(frame, boxOf(node))).map(({ id }) => id);
    expect(idsInside(parallel).sort()).toEqual(['call', 'wait']);
    expect(idsInside(loop).sort()).toEqual(['both', 'call', 'meet', 'wait']);
  });

  it('are absent for empty bodies and in graphs without bodies', () => {
    expect(framesIn(draw('start -> each:loop -body-> turned:loop_end -> end'))).toEqual([]);
    expect(bodiesOf(draw('start -> end'))).toEqual([]);
  });

  it('are drawn in a draft with unfinished or unconnected loops', () => {
    const draft = draw('start -> each:loop -body-> wait:delay', 'again:loop -body-> rest:delay');
    expect(framesIn(draft).map(({ opener }) => opener)).toEqual(['again', 'each']);
  });
});

describe('redrawing the canvas', () => {
  it('replaces only the changed arrow out of 200', () => {
    const many = draw(
      ['start', ...Array.from({ length: 199 }, (_, n) => `n${n}:delay`)].join(' -> '),
    );
    const previousEdges = flowEdges(many, {}, [], new Map());
    const settings = { seconds: 5 };
    const edited = applyEdit(many, { do: 'configure', id: 'n7', settings });
    const merged = mergeEdges(previousEdges, flowEdges(edited, {}, ['n7_next'], new Map()));
    expect(merged.filter((edge, n) => edge !== previousEdges[n]).map(({ id }) => id)).toEqual([
      'n7_next',
    ]);
  });
});

describe('the label of a disabled node', () => {
  const off = applyEdit(nested, { do: 'disable', nodes: ['call', 'each'], disabled: true });
  const labelIn = (marks: object) =>
    flowNodes(off, marks, [], undefined).find(({ id }) => id === 'call')?.ariaLabel;

  it('says "disabled" until a run shows the state of the node', () => {
    expect(labelIn({})).toBe('HTTP request: call, disabled');
    expect(labelIn({ states: { call: 'SUCCEEDED' } })).toBe('HTTP request: call, Succeeded');
  });
});

describe('the last view of a graph', () => {
  it('is stored for the last fifty graphs', () => {
    storeView('first', { x: 1, y: 2, zoom: 0.5 });
    for (let n = 0; n < 49; n += 1) storeView(`bot ${n}`, { x: n, y: 0, zoom: 1 });
    expect(readView('first')).toEqual({ x: 1, y: 2, zoom: 0.5 });
    storeView('one more', { x: 0, y: 0, zoom: 1 });
    expect(readView('first')).toBeUndefined();
    expect(readView('bot 0')).toEqual({ x: 0, y: 0, zoom: 1 });
  });
});

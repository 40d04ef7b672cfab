import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { flowEdges, flowNodes, mergeNodes } from '#web/components/graph/flow.ts';
import { openingView, viewOfNode, viewWithNodes } from '#web/components/graph/use-opening-view.ts';
import { draw } from '../../bots/graph-drawing.ts';

const graph = draw('start -> risky:condition -yes-> end');

describe('a graph on the canvas', () => {
  it('labels each node with its kind, name, state and issues', () => {
    const marks = {
      issues: new Map([['risky', 2]]),
      states: { start: 'SUCCEEDED', risky: 'WAITING_FOR_APPROVAL' } as const,
    };
    const labels = flowNodes(graph, marks, [], undefined).map(({ ariaLabel }) => ariaLabel);
    expect(labels).toEqual([
      'Start: start, Succeeded',
      'Condition: risky, Waiting for approval, 2 issues',
      'End: end',
    ]);
  });

  it('labels each arrow with its source, handle and target', () => {
    expect(flowEdges(graph, {}, [], new Map()).map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Arrow from start to risky',
      'Arrow from risky by yes to end',
    ]);
  });

  it('puts one node in the tab order', () => {
    const nodes = flowNodes(graph, {}, ['risky'], 'risky');
    expect(nodes.filter(({ domAttributes }) => domAttributes?.tabIndex === 0)).toHaveLength(1);
  });

  it('offers to add a node at a handle without an arrow', () => {
    const openHandles = flowNodes(graph, {}, [], undefined).map(({ data }) => data.openHandles);
    expect(openHandles).toEqual(['', 'no', '']);
  });

  it('always offers another branch, and the error handle that a policy adds', () => {
    const both = draw('start -> both:parallel -branch-> ask:http_request -> meet:merge');
    const nodes = both.nodes.map((node) =>
      node.id === 'ask' ? { ...node, policy: nodePolicy.parse({ on_error: 'branch' }) } : node,
    );
    const visibleNodes = flowNodes({ ...both, nodes }, {}, [], undefined);
    expect(visibleNodes.map(({ data }) => [data.handles, data.openHandles])).toEqual([
      ['next', ''],
      ['branch', 'branch'],
      ['next error', 'error'],
      ['next', 'next'],
    ]);
  });

  it('redraws only the edited node of 200 nodes', () => {
    const many = draw(...Array.from({ length: 200 }, (_, index) => `n${index}:delay`));
    const previousNodes = flowNodes(many, {}, [], undefined);
    const edited = applyEdit(many, { do: 'rename', id: 'n7', name: 'Wait' });
    const merged = mergeNodes(previousNodes, flowNodes(edited, {}, [], undefined));
    expect(
      merged.filter((node, index) => node !== previousNodes[index]).map(({ id }) => id),
    ).toEqual(['n7']);
  });

  it('computes the ends of arrows without measuring the cards', () => {
    const places = flowNodes(graph, {}, [], undefined).map(({ handles = [] }) =>
      handles.map(({ id, type, x, y, width = 0, height = 0 }) => [
        id ?? type,
        x + width / 2,
        Math.round(y + height / 2),
      ]),
    );
    expect(places).toEqual([
      [['next', 110, 70]],
      [
        ['target', 110, 2],
        ['yes', 56, 70],
        ['no', 164, 70],
      ],
      [['target', 110, 2]],
    ]);
  });
});

describe('opening a graph', () => {
  const long = draw(['start', ...Array.from({ length: 20 }, (_, i) => `n${i}:delay`)].join(' -> '));

  it('shows the whole graph at 100 % at most if it fits', () => {
    const view = openingView(graph, { width: 1600, height: 800 });
    expect(view?.zoom).toBe(1);
  });

  it('shows the beginning of a graph that is too large to be read as a whole', () => {
    expect(openingView(long, { width: 800, height: 400 })).toMatchObject({ zoom: 0.6, y: 64 });
  });

  it('includes the notes above the start if both fit into the view', () => {
    const [start] = long.nodes;
    if (!start) throw new Error('A drawn graph has a start.');
    const noted = (y: number) => {
      const note = { ...start, id: 'note', type: 'note' as const, position: { x: 0, y } };
      return openingView({ nodes: [note, ...long.nodes] }, { width: 800, height: 400 });
    };
    const { x, y } = start.position;
    expect([x, noted(y - 200)?.y]).toEqual([x, 64 + (200 - y) * 0.6]);
    expect(noted(y - 2000)).toMatchObject({ y: 64 });
  });

  it('keeps the start visible however wide or tall the graph is', () => {
    const size = { width: 600, height: 800 };
    const placed = (x: number, y = 0) => ({
      ...long,
      nodes: long.nodes.map((node, n) => ({
        ...node,
        position: n === 0 ? { x, y } : { x: n * 300, y: 200 },
      })),
    });
    const startsAt = (x: number) => {
      const view = openingView(placed(x), size);
      return view && view.x + x * view.zoom;
    };
    const cardWidth = 220 * 0.6;
    expect(startsAt(0)).toBe(24);
    expect(startsAt(3000)).toBeCloseTo((600 - cardWidth) / 2);
    expect(startsAt(6000)).toBeCloseTo(600 - 24 - cardWidth);
    const tall = openingView(
      { ...long, nodes: placed(0, 2000).nodes },
      { width: 9000, height: 600 },
    );
    expect(tall && tall.y + 2000 * tall.zoom).toBeCloseTo(600 - 64 - 72 * 0.6);
  });

  it('waits until the canvas has a size', () => {
    expect(openingView(graph, { width: 0, height: 0 })).toBeUndefined();
  });

  it('restores the last view if it shows a node, or else shows the beginning', () => {
    const size = { width: 800, height: 400 };
    const view = { x: 400, y: 24, zoom: 0.5 };
    expect(viewWithNodes(long, view, size)).toEqual(view);
    const beside = { ...view, x: 4000 };
    expect(viewWithNodes(long, beside, size)).toEqual(openingView(long, size));
  });

  describe('at one of its nodes', () => {
    const size = { width: 400, height: 800 };
    const node = (id: string) => {
      const found = long.nodes.find((one) => one.id === id);
      if (!found) throw new Error(id);
      return found;
    };

    it('keeps the view if the whole node is readable', () => {
      const view = { x: 24, y: 400, zoom: 0.5 };
      expect(viewOfNode(node('start'), view, size)).toEqual(view);
    });

    it.each([
      ['elsewhere', 'n19', { x: 24, y: 400, zoom: 0.8 }, 0.8],
      ['cut off', 'start', { x: -50, y: 400, zoom: 1 }, 1],
      ['too small to read', 'start', { x: 24, y: 400, zoom: 0.1 }, 0.5],
    ])('moves the node to the middle when the node was %s', (_where, id, previousView, zoom) => {
      const { x, y } = node(id).position;
      const view = viewOfNode(node(id), previousView, size);
      expect(view.zoom).toBe(zoom);
      expect(view.x + (x + 110) * zoom).toBeCloseTo(200);
      expect(view.y + (y + 36) * zoom).toBeCloseTo(400);
    });
  });
});

import {
  choicesOf,
  choicesParam,
  createLaneMap,
  formatChoices,
} from '#web/components/run/lane-map.ts';
import { inputSources } from '#web/components/run/input-sources.ts';
import { draw } from '../../bots/graph-drawing.ts';

const graph = draw(
  'start -> both:parallel -branch-> each:loop -body-> inner:loop -body-> deep:delay',
  'deep -> inner_end:loop_end -> each_end:loop_end -> meet:merge -> end',
  'both -branch-> side:delay -> meet',
);
const map = createLaneMap(graph);

describe('the lane of a node', () => {
  it.each([
    ['start', {}, ''],
    ['both', {}, ''],
    ['side', {}, 'both.000001'],
    ['each', {}, 'both.000000'],
    ['inner', {}, 'both.000000/each.000000'],
    ['inner', { each: 4 }, 'both.000000/each.000004'],
    ['deep', { each: 4, inner: 2 }, 'both.000000/each.000004/inner.000002'],
    ['inner_end', { each: 4, inner: 2 }, 'both.000000/each.000004'],
    ['meet', { each: 4 }, ''],
  ])('of %s with the iterations %j is %j', (node, choices, lane) => {
    expect(map.laneAt(node, choices)).toBe(lane);
  });

  it('is read separately for every chosen iteration but not for other branches', () => {
    expect(map.turnLanes({ each: 1, inner: 3 })).toEqual([
      'both.000000/each.000001',
      'both.000000/each.000001/inner.000003',
    ]);
    expect(map.isInTurn('both.000001')).toBe(false);
    expect(map.isInTurn('both.000000/each.000001')).toBe(true);
  });

  it('exists when its outermost loop has begun', () => {
    const lane = 'both.000000/each.000001/inner.000003';
    expect([map.hasBegun(lane, {}), map.hasBegun(lane, { each: 1 })]).toEqual([false, true]);
    expect(map.hasBegun('both.000001', { both: 1 })).toBe(false);
  });

  it('reports the loops around a node and the nodes outside of loops', () => {
    expect(map.loopsAround('deep')).toEqual(['each', 'inner']);
    expect(map.loopsAround('side')).toEqual([]);
    expect(['start', 'both', 'side', 'end'].map(map.isOutside)).toEqual([true, true, false, true]);
    expect([map.branchName('both', 1), map.branchName('both', 7)]).toEqual(['side', 'Branch 8']);
  });
});

describe('iterations in an address', () => {
  it('count from 1, as people do', () => {
    expect(choicesParam.parse('each.3,inner.1')).toEqual({ each: 2, inner: 0 });
    expect(formatChoices({ each: 2, inner: 0 })).toBe('each.3,inner.1');
    expect(choicesOf('both.000001/each.000017')).toEqual({ both: 1, each: 17 });
  });

  it.each(['', 'each', 'each.0', 'each.-1', 'each.x', '.3', 'a b.3', 'each.99999999', undefined])(
    'ignore invalid text: %j',
    (text) => expect(choicesParam.parse(text)).toEqual({}),
  );
});

describe("the sources of a node's input", () => {
  const node = (settings: Record<string, unknown>) => ({
    id: 'now',
    type: 'http_request' as const,
    name: 'now',
    position: { x: 0, y: 0 },
    settings,
  });
  const renamedGraph = {
    ...graph,
    nodes: graph.nodes.map((one) => (one.id === 'side' ? { ...one, name: 'Side step' } : one)),
  };
  const sources = (settings: Record<string, unknown>) => {
    const { nodes, event, turn } = inputSources(renamedGraph, node(settings));
    return [...nodes.map(({ id }) => id), ...(event ? ['$event'] : []), ...(turn ? ['$loop'] : [])];
  };

  it.each([
    [{ url: 'https://api.example.com/$event' }, []],
    [{ url: '{% $nodes.deep.url %}' }, ['deep']],
    [{ url: '{% $nodes.deeper.url %}' }, []],
    [{ headers: [{ value: '{% $nodes.`Side step`.token %}' }] }, ['side']],
    [{ body: '{% $nodes."Side step" %}' }, ['side']],
    [{ body: '{% $event.id %}', url: '{% $loop.item.url %}' }, ['$event', '$loop']],
    [{}, []],
  ])('are read from its expressions: %j', (settings, expected) => {
    expect(sources(settings)).toEqual(expected);
  });
});

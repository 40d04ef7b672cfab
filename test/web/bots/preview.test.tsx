import * as engine from '#lib/engine/expression.ts';
import { firstTurn } from '#lib/engine/first-turn.ts';
import { lanePage } from '#lib/domain/executions/lanes/lane-view.schema.ts';
import { executionView, type ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { createLaneMap } from '#web/components/run/lane-map.ts';
import { chosenLane, chosenTurn } from '#web/pages/bots/trial/chosen-turn.ts';
import { previewOf } from '#web/pages/bots/trial/preview.ts';
import { type Reader, sampleOfPins, sampleOfRun } from '#web/pages/bots/trial/sample.ts';
import { testDataOf } from '#web/pages/bots/trial/use-node-test.ts';
import { readJson } from '#web/components/json/read-json.ts';
import { draw } from './graph-drawing.ts';

const expressions = { ...engine, firstTurn };

const graph = draw('start -> ask:http_request -> large:http_request -> later:delay -> end');
const at = '2026-11-21T10:00:00.000Z';
const done = { status: 'SUCCEEDED', attempt: 1, started_at: at } as const;

const runWith = (trigger: ExecutionView['trigger']): ExecutionView =>
  executionView.parse({
    _id: 'exc_1',
    bot_id: 'bot_1',
    bot_name: 'Watch',
    version: 1,
    state: 'SUCCEEDED',
    trigger,
    input: { severity: 'HIGH' },
    results: {
      ask: { ...done, output: { status: 200 } },
      large: { ...done, output_ref: 'files/large' },
    },
    waits: [],
    created_at: at,
    updated_at: at,
    deadline_at: at,
  });

/** Records the reads beyond the run itself. */
const reader = () => {
  const asked: string[] = [];
  const read: Reader = {
    event: async (...ids) => {
      asked.push(ids.join(' '));
      return { alarm: 'disk full' };
    },
    output: async (...ids) => {
      asked.push(ids.join(' '));
      return { rows: 3 };
    },
  };
  return { asked, read };
};

const manual = { type: 'manual', user_id: 'usr_1' } as const;
const byEvent = { type: 'event', listener_id: 'lst_1', event_id: 'evt_1' } as const;

describe('previewing an expression with the data of a run', () => {
  it('returns the value of the engine and loads no unnamed data', async () => {
    const { asked, read } = reader();
    const sample = sampleOfRun(runWith(manual), graph, read);
    const text = "{% $nodes.ask.status = 200 and $event.severity = 'HIGH' %}";
    expect(await previewOf(expressions, text, sample)).toEqual({ value: true, notes: [] });
    expect(asked).toEqual([]);
  });

  it('loads the event that a manual run was started with', async () => {
    const { asked, read } = reader();
    const event = { listener_id: 'lst_1', event_id: 'evt_2' };
    const sample = sampleOfRun(runWith({ ...manual, event }), graph, read);
    expect(await previewOf(expressions, '{% $event.alarm %}', sample)).toMatchObject({
      value: 'disk full',
    });
    expect(asked).toEqual(['lst_1 evt_2']);
  });

  it('loads outputs stored in files and events when the expression names them', async () => {
    const { asked, read } = reader();
    const sample = sampleOfRun(runWith(byEvent), graph, read);
    const text = '{% $nodes.large.rows %} rows after {% $nodes.start.alarm %}';
    expect(await previewOf(expressions, text, sample)).toEqual({
      value: '3 rows after disk full',
      notes: [],
    });
    expect(asked).toEqual(['exc_1 large', 'lst_1 evt_1']);
  });

  it('names the nodes without data in the run', async () => {
    const sample = sampleOfRun(runWith(manual), graph, reader().read);
    const answer = await previewOf(expressions, '{% $nodes.later.until %}', sample);
    expect(answer).toEqual({ value: undefined, notes: ['There is no data for "later".'] });
  });

  it('explains why there is no value', async () => {
    const sample = sampleOfRun(runWith(manual), graph, reader().read);
    const answer = await previewOf(expressions, "{% $number('x') %}", sample);
    expect(answer).toEqual({ problem: expect.stringMatching(/has no value/) });
  });
});

describe('pinned data as sample data', () => {
  const pinned = applyEdit(graph, { do: 'pin', id: 'ask', pinned: { output: { status: 404 } } });

  it('replaces outputs and is used with a given event only', async () => {
    const sample = sampleOfPins(pinned, async () => ({ severity: 'LOW' }));
    const text = '{% $nodes.ask.status & $event.severity & $nodes.large.rows %}';
    expect(await previewOf(expressions, text, sample)).toEqual({
      value: '404LOW',
      notes: ['There is no data for "large".'],
    });
  });

  it('is sent with the test of a node when it is chosen', () => {
    const nodes = { ask: { status: 404 } };
    expect(testDataOf({ kind: 'none' }, pinned)).toEqual({});
    expect(testDataOf({ kind: 'pinned' }, pinned)).toEqual({ nodes });
    expect(testDataOf({ kind: 'json', text: '[1]' }, pinned)).toEqual({ nodes, event: [1] });
    const received = { kind: 'event', listener_id: 'lst_1', id: 'evt_1', name: 'Event' } as const;
    const from_event = { listener_id: 'lst_1', event_id: 'evt_1' };
    expect(testDataOf(received, pinned)).toEqual({ nodes, from_event });
    expect(testDataOf({ kind: 'run', id: 'exc_1', name: '' }, pinned)).toEqual({
      from_execution: 'exc_1',
    });
  });
});

describe('previewing an expression inside a loop', () => {
  const looped = draw('start -> each:loop -body-> ask:http_request -> turned:loop_end -> end');
  const items = { items_to_iterate: '{% $event.hosts %}' };
  const configured = applyEdit(looped, { do: 'configure', id: 'each', settings: items });
  const hosts = [{ id: 'i-1' }, { id: 'i-2' }];
  const text = '{% $loop.item.id %}';

  it('uses the first item by default or explains why there is none', async () => {
    const at = { graph: configured, nodeId: 'ask', turn: undefined };
    const sample = { ...sampleOfPins(configured, async () => ({ hosts })), at };
    expect(await previewOf(expressions, text, sample)).toEqual({ value: 'i-1', notes: [] });
    const emptySample = { ...sampleOfPins(configured, async () => ({})), at };
    expect(await previewOf(expressions, text, emptySample)).toMatchObject({
      value: undefined,
      notes: [expect.stringMatching(/with this data "each" has no items\. Choose a saved run/)],
    });
    const outside = { ...sample, at: { ...at, nodeId: 'end' } };
    expect(await previewOf(expressions, text, outside)).toMatchObject({
      notes: [expect.stringMatching(/is not inside a loop/)],
    });
  });

  const lookAt = (index: number): Parameters<typeof chosenTurn>[0] => {
    const map = createLaneMap(configured);
    const results = { each: done };
    const lane = 'each.000001';
    const turn = lanePage.parse({
      items: [{ lane, index: 1, state: 'FAILED', item: hosts[1], created_at: at, updated_at: at }],
    });
    const lanes = new Map(turn.items.map((one) => [one.lane, one]));
    return { graph: configured, map, choices: { each: index }, lanes, results };
  };

  it('uses the item of the chosen iteration', async () => {
    const view = lookAt(1);
    expect(chosenLane(view, 'ask')).toBe('each.000001');
    const turn = chosenTurn(view, 'ask');
    expect(turn).toEqual({ turn: { index: 1, item: { id: 'i-2' } } });
    const sample = { ...sampleOfPins(configured), at: { graph: configured, nodeId: 'ask', turn } };
    expect(await previewOf(expressions, text, sample)).toEqual({ value: 'i-2', notes: [] });
  });

  it('reports that the chosen iteration has no data', () => {
    expect(chosenTurn(lookAt(6), 'ask')).toEqual({
      unknown: 'There is no data for iteration  7 of "each". Choose another.',
    });
    expect(chosenLane(lookAt(6), 'ask')).toBeUndefined();
  });
});

describe('previewing an unknown field', () => {
  const output = { status: 200, body: [{ id: 1 }, { id: 2, 'a b': [] }] };
  const pinned = applyEdit(graph, { do: 'pin', id: 'ask', pinned: { output } });
  const cases: [code: string, notes: string[]][] = [
    ['$nodes.ask.body.id', []],
    ['$nodes.ask.statsu', ['"statsu" has no value: the fields of $nodes.ask are status, body.']],
    [
      '$count($nodes.ask.body[0].idd)',
      ['"idd" has no value: the fields of $nodes.ask.body are id, `a b`.'],
    ],
    ['$nodes.ask.status.code', ['"code" has no value: $nodes.ask.status is a number.']],
    ['$event.severity', ['There is no event in this data.']],
  ];
  it.each(cases)('names the existing fields: %s', async (code, notes) => {
    const answer = await previewOf(expressions, `{% ${code} %}`, sampleOfPins(pinned));
    expect(answer).toMatchObject({ notes });
  });
});

it('reads JSON text or explains why the text is not JSON', () => {
  expect(readJson('null')).toEqual({ value: null });
  expect(readJson('{')).toEqual({ problem: expect.stringMatching(/^This is not JSON\./) });
});

import * as expressions from '#lib/engine/expression.ts';
import { executionView, type ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { applyEdit } from '#web/pages/bots/editor/edit.ts';
import { previewOf } from '#web/pages/bots/trial/preview.ts';
import { type Reader, sampleOfPins, sampleOfRun } from '#web/pages/bots/trial/sample.ts';
import { readJson } from '#web/pages/bots/trial/source.ts';
import { testData } from '#web/pages/bots/trial/use-node-test.ts';
import { draw } from './picture.ts';

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

/** What was read beyond the run itself. */
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

describe('a preview with the data of a run', () => {
  it('yields what the engine would, and reads no more than the text names', async () => {
    const { asked, read } = reader();
    const sample = sampleOfRun(runWith(manual), graph, read);
    const text = "{% $nodes.ask.status = 200 and $event.severity = 'HIGH' %}";
    expect(await previewOf(expressions, text, sample)).toEqual({ value: true, missing: [] });
    expect(asked).toEqual([]);
  });

  it('reads outputs that lie in files, and events, where they are named', async () => {
    const { asked, read } = reader();
    const sample = sampleOfRun(runWith(byEvent), graph, read);
    const text = '{% $nodes.large.rows %} rows after {% $nodes.start.alarm %}';
    expect(await previewOf(expressions, text, sample)).toEqual({
      value: '3 rows after disk full',
      missing: [],
    });
    expect(asked).toEqual(['exc_1 large', 'lst_1 evt_1']);
  });

  it('names the nodes that the run has no data of', async () => {
    const sample = sampleOfRun(runWith(manual), graph, reader().read);
    const answer = await previewOf(expressions, '{% $nodes.later.until %}', sample);
    expect(answer).toEqual({ value: undefined, missing: ['later'] });
  });

  it('says in a sentence why there is no value', async () => {
    const sample = sampleOfRun(runWith(manual), graph, reader().read);
    const answer = await previewOf(expressions, "{% $number('x') %}", sample);
    expect(answer).toEqual({ problem: expect.stringMatching(/has no value/) });
  });
});

describe('pinned data', () => {
  const pinned = applyEdit(graph, { do: 'pin', id: 'ask', pinned: { output: { status: 404 } } });

  it('stands for outputs, beside a given event and nothing else', async () => {
    const sample = sampleOfPins(pinned, 'Watch', { severity: 'LOW' });
    const text = '{% $nodes.ask.status & $event.severity & $nodes.large.rows %}';
    expect(await previewOf(expressions, text, sample)).toEqual({
      value: '404LOW',
      missing: ['large'],
    });
  });

  it('is what a test of one node is given, where it was chosen', () => {
    const nodes = { ask: { status: 404 } };
    expect(testData({ kind: 'none' }, pinned)).toEqual({});
    expect(testData({ kind: 'pinned' }, pinned)).toEqual({ nodes });
    expect(testData({ kind: 'json', text: '[1]' }, pinned)).toEqual({ nodes, event: [1] });
    expect(testData({ kind: 'run', id: 'exc_1', name: '' }, pinned)).toEqual({
      from_execution: 'exc_1',
    });
  });
});

it('JSON is read, or it is said why not', () => {
  expect(readJson('null')).toEqual({ value: null });
  expect(readJson('{')).toEqual({ problem: expect.stringMatching(/^This is not JSON\./) });
});

import { join } from 'node:path';
import { nodeResult } from '#lib/domain/executions/execution.schema.ts';
import { reusableResults } from '#lib/domain/executions/runs/resume.rules.ts';
import { listenerEventStore } from '#lib/domain/listeners/listener-event.store.ts';
import { runRecord } from '#lib/engine/run/record.ts';
import { openFiles } from '#lib/local/files.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase();
const target = openHttpTarget();
const open = () => engineWorld(database, [target.pair()]);
const files = () => openFiles(join(database.folder, 'data'));

const json = { 'content-type': 'application/json' };
const answerOf = (bytes: number) => ({
  headers: json,
  body: JSON.stringify({ text: 'x'.repeat(bytes) }),
});

const chain = (count: number) => {
  const names = Array.from({ length: count }, (_, n) => `n${n}`);
  const settings = Object.fromEntries(names.map((name) => [name, { url: target.url(name) }]));
  const drawing = `start -> ${names.map((name) => `${name}:http_request`).join(' -> ')} -> end`;
  return draw(drawing, settings);
};

describe('the results of a run', () => {
  it('are stored in the record of the run while they are small', async () => {
    const world = open();
    target.answer = () => answerOf(1000);
    const run = await world.drive(await world.start(chain(1)));
    expect(run.results.n0).toMatchObject({ output: { body: { text: 'x'.repeat(1000) } } });
    expect(run.results.n0?.output_ref).toBeUndefined();
    expect(run.inline_bytes).toBeGreaterThan(1000);
  });

  it('are stored in a file when one result is large', async () => {
    const world = open();
    target.answer = () => answerOf(50_000);
    const id = await world.start(chain(1));
    const { n0 } = (await world.drive(id)).results;
    const key = `${tenant}/${id}/n0.json`;
    expect([n0?.output, n0?.output_ref]).toEqual([undefined, key]);
    const text = await files().get(key);
    const output = { status: 200, body: { text: 'x'.repeat(50_000) } };
    expect(JSON.parse(text ?? '')).toMatchObject(output);
    expect(n0?.output_bytes).toBe(Buffer.byteLength(text ?? ''));
  });

  it('are partly stored in files when they are large together', async () => {
    const world = open();
    target.answer = () => answerOf(20_000);
    const { results, inline_bytes } = await world.drive(await world.start(chain(10)));
    const inlineResults = Object.values(results).filter(({ output }) => output !== undefined);
    const fileResults = Object.values(results).filter(({ output_ref }) => output_ref !== undefined);
    expect([inlineResults.length, fileResults.length]).toEqual([6, 4]);
    expect(inline_bytes).toBeLessThan(140_000);
  });

  it('are read from files only by expressions that refer to them', async () => {
    const world = open();
    target.answer = ({ path }) => (path === '/big' ? answerOf(50_000) : { body: 'ok' });
    const graph = draw(
      'start -> big:http_request -> ask:approval -approved-> sum:condition -yes-> other:condition',
      {
        big: { url: target.url('big') },
        sum: { expression: '{% $length($nodes.big.body.text) = 50000 %}' },
        other: { expression: "{% $nodes.ask.status = 'approved' %}" },
      },
    );
    const readKeys: string[] = [];
    const id = await world.start(graph);
    const run = await world.drive(id, { onRead: (key) => readKeys.push(key) });
    expect(drawRun(graph, run)).toBe('start -> big -> ask -approved-> sum -yes-> other: SUCCEEDED');
    expect(readKeys).toEqual([`${tenant}/${id}/big.json`]);
  });

  it('fail the run when they exceed 50 MB', async () => {
    const world = open();
    target.answer = () => answerOf(1_040_000);
    const graph = chain(60);
    const run = await world.drive(await world.start(graph));
    expect(run.state).toBe('FAILED');
    expect(run.errors[0]).toMatch(
      /^"n\d\d" failed. With its result, this run would have more than 50 MB. Fetch less, or split/,
    );
    expect(target.seen.length).toBeLessThan(54);
  });

  it.each([
    ['inline', 'each:loop -> get:http_request -> done:loop_end', { loop_type: 'count', count: 60 }],
    [
      'waiting',
      'each:loop -> get:http_request -> wait:delay -> done:loop_end',
      { loop_type: 'while', condition: '{% $loop.index < 60 %}' },
    ],
  ])(
    'fail a loop with %s iterations as soon as they exceed 50 MB',
    async (_, loopDrawing, each) => {
      const world = open();
      target.answer = () => answerOf(1_040_000);
      const get = { url: target.url('get') };
      const graph = draw(`start -> ${loopDrawing} -> end`, { each, get, wait: { seconds: 1 } });
      const run = await world.drive(await world.start(graph));
      expect(run.errors).toEqual([expect.stringMatching(/^"each" failed. .*more than 50 MB/)]);
      expect(target.seen.length).toBeLessThan(54);
    },
  );

  it('count together across concurrent branches towards the limit', async () => {
    const world = open();
    target.answer = () => answerOf(1_040_000);
    const names = (branch: string) => Array.from({ length: 30 }, (_, n) => `${branch}${n}`);
    const branchPath = (branch: string) =>
      names(branch)
        .map((name) => `${name}:http_request`)
        .join(' -> ');
    const branches = ['a', 'b', 'c'];
    const settings = Object.fromEntries(
      branches.flatMap(names).map((name) => [name, { url: target.url(name) }]),
    );
    const drawing = branches.map((one) => `split -> ${branchPath(one)} -> all`);
    const outerEdges = ['start -> split:parallel', 'all:merge -> end'];
    const graph = draw([...outerEdges, ...drawing].join('\n'), settings);
    const run = await world.drive(await world.start(graph));
    expect(run.errors).toEqual([expect.stringMatching(/^"split" failed. .*more than 50 MB/)]);
    expect(target.seen.length).toBeLessThan(54);
  });

  it('still fail a resumed run when its loop exceeded the limit', async () => {
    const world = open();
    target.answer = () => answerOf(1_040_000);
    const graph = draw(
      'start -> each:loop -> get:http_request -> done:loop_end -> use:delay -> end',
      {
        each: { loop_type: 'count', count: 30 },
        get: { url: target.url('get') },
        use: { seconds: 1 },
      },
    );
    const first = await world.drive(await world.start(graph));
    expect(first.errors).toEqual([expect.stringMatching(/^"each" failed. .*more than 50 MB/)]);
    const reusedResults = reusableResults(first, graph);
    const options = { resumed_from: first._id };
    const resumedRun = await world.drive(await world.startAgain(first, options, reusedResults));
    expect([resumedRun.state, resumedRun.results.use]).toEqual(['FAILED', undefined]);
    expect(target.seen.length).toBe(30);
  });

  it('are refused before the record of the run is full', async () => {
    const key = { tenant_id: tenant, bot_exc_id: 'exc_1', lane: '' };
    const record = runRecord(key, { results: {}, inline_bytes: 320 * 1024 - 50 }, files());
    const result = { status: 'SUCCEEDED', attempt: 1, started_at: '2026-03-01T10:00:00.000Z' };
    await expect(record.add('last', nodeResult.parse(result))).rejects.toThrow(
      'This run went through more nodes than one run can record.',
    );
    expect(record.pending.size).toBe(0);
  });

  it('keep the resources of a large approval in a file until people are asked', async () => {
    const world = open();
    const note = 'x'.repeat(100);
    const hosts = Array.from({ length: 900 }, (_, n) => ({ id: `host-${n}`, note }));
    target.answer = () => ({ headers: json, body: JSON.stringify({ hosts }) });
    const graph = draw('start -> list:http_request -> ask:approval -approved-> end', {
      list: { url: target.url('list') },
      ask: { message: 'May it?', resources: '{% $nodes.list.body.hosts %}' },
    });
    const id = await world.start(graph);
    await world.advance(id);
    expect((await world.read(id)).results.ask?.input).toBeUndefined();
    const run = await world.drive(id);
    expect(drawRun(graph, run)).toBe('start -> list -> ask -approved-> end: SUCCEEDED');
    const [approvalId = ''] = world.messages.approvals[0]?.split(' ') ?? [];
    expect((await world.approvals().get(approvalId))?.resources).toEqual(hosts);
  });
});

describe('the event that started a run', () => {
  const listener = 'lst_1';
  const received = async (event_id: string, body: string, inFile = false) => {
    const body_ref = `${tenant}/${listener}/${event_id}.json`;
    if (inFile) await files().put(body_ref, body);
    await listenerEventStore(database.db, tenant, listener).create({
      _id: event_id,
      received_at: '2026-03-01T10:00:00.000Z',
      body_sha256: '',
      ...(inFile ? { body_ref } : { body }),
      bot_exc_ids: [],
      expires_at: 2_000_000_000,
    });
    return { type: 'event' as const, listener_id: listener, event_id };
  };
  const graph = draw('start -> high:condition -yes-> found:end\nhigh -no-> end', {
    high: { expression: "{% $event.severity = 'HIGH' and $nodes.start.id = 'f-1' %}" },
  });
  const body = JSON.stringify({ id: 'f-1', severity: 'HIGH' });

  it.each([false, true])('is read once from where it is stored (in a file: %s)', async (inFile) => {
    const world = open();
    const trigger = await received(`evt_${inFile}`, body, inFile);
    const readKeys: string[] = [];
    const id = await world.start(graph, undefined, trigger);
    const run = await world.drive(id, { onRead: (key) => readKeys.push(key) });
    expect(readKeys.length).toBe(inFile ? 1 : 0);
    expect(drawRun(graph, run)).toBe('start -> high -yes-> found: SUCCEEDED');
    // The run contains only a reference, not a copy.
    expect(JSON.stringify(run)).not.toContain('f-1');
  });

  it('is not read by a run whose expressions do not use it', async () => {
    const world = open();
    const trigger = { type: 'event' as const, listener_id: listener, event_id: 'evt_gone' };
    const plainGraph = draw('start -> it:condition -yes-> end');
    const run = await world.drive(await world.start(plainGraph, undefined, trigger));
    expect(run.state).toBe('SUCCEEDED');
  });

  it('fails the node that reads it when it is no longer stored', async () => {
    const world = open();
    const trigger = { type: 'event' as const, listener_id: listener, event_id: 'evt_gone' };
    const run = await world.drive(await world.start(graph, undefined, trigger));
    expect(run.errors).toEqual([
      '"high" failed. The event that started this run is no longer kept.',
    ]);
  });
});

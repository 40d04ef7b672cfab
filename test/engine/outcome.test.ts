import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();

type Plan = Parameters<ReturnType<typeof engineWorld>['drive']>[1];
type Settings = Parameters<typeof draw>[1];

const twoHosts: object = { hosts: [{ id: 'a' }, { id: 'b' }] };

/** Runs a drawing to its end; returns the outcome in the stored run. */
const outcomeOf = async (
  drawing: string,
  settings: Settings,
  plan: Plan = {},
  input = twoHosts,
) => {
  const world = engineWorld(database);
  const id = await world.start(draw(drawing, settings), input);
  await world.drive(id, plan);
  const run = await world.read(id);
  const { state, outcome, decision, results } = run;
  return { state, outcome, decision, results, run };
};

const askDrawing = 'start -> ask:approval -approved-> end';
const handled = 'start -> ask:approval -approved-> end\nask -rejected-> end';
const message = 'May it?';
const askTwo = { ask: { message, resources: '{% $event.hosts %}' } };

describe('the outcome of a run', () => {
  it('is absent when nobody was asked', async () => {
    const { state, outcome, decision } = await outcomeOf('start -> end', {});
    expect([state, outcome, decision]).toEqual(['SUCCEEDED', undefined, undefined]);
  });

  it('is "approved" with the names of the approvers', async () => {
    const { state, outcome, decision } = await outcomeOf(askDrawing, askTwo);
    expect([state, outcome]).toEqual(['SUCCEEDED', 'approved']);
    expect(decision).toEqual({
      kind: 'approved',
      approved: 2,
      asked: 2,
      of: 'resources',
      by: ['anna@example.com'],
      message: 'Go ahead.',
    });
  });

  it('is "partly_approved" with the approved share', async () => {
    const plan = { decisions: { ask: { approve: ['b'] } } };
    const { outcome, decision } = await outcomeOf(askDrawing, askTwo, plan);
    expect(outcome).toBe('partly_approved');
    expect(decision).toMatchObject({ approved: 1, asked: 2 });
  });

  it('is "partly_approved" when an earlier question was rejected', async () => {
    const twice = `start -> ask:approval -rejected-> sure:approval -approved-> end
      ask -approved-> end`;
    const plan = { decisions: { ask: 'reject' as const } };
    const settings = { ask: { message }, sure: { message } };
    const { outcome, decision } = await outcomeOf(twice, settings, plan);
    expect(outcome).toBe('partly_approved');
    expect(decision).toMatchObject({ approved: 1, asked: 2 });
  });

  it.each([
    ['ends there', askDrawing, 'CANCELLED'],
    ['continues at "rejected"', handled, 'SUCCEEDED'],
  ])('is "rejected" with person and reason when the run %s', async (_name, drawing, ended) => {
    const plan = { decisions: { ask: 'reject' as const } };
    const { state, outcome, decision } = await outcomeOf(drawing, askTwo, plan);
    expect([state, outcome]).toEqual([ended, 'rejected']);
    expect(decision).toMatchObject({
      kind: 'rejected',
      approved: 0,
      asked: 2,
      by: ['anna@example.com'],
      message: 'Too risky.',
    });
  });

  it('is "expired" when nobody decided', async () => {
    const plan = { decisions: { ask: 'ignore' as const } };
    const { state, outcome, decision } = await outcomeOf(askDrawing, askTwo, plan);
    expect([state, outcome]).toEqual(['CANCELLED', 'expired']);
    expect(decision?.by).toEqual([]);
  });

  it('is "failed" with the earlier decision when a later node fails', async () => {
    const drawing = 'start -> ask:approval -approved-> fix:approval -approved-> end';
    const fix = { message: '{% $number($event.hosts) %}' };
    const { state, outcome, decision } = await outcomeOf(drawing, { ...askTwo, fix });
    expect([state, outcome, decision?.kind]).toEqual(['FAILED', 'failed', 'approved']);
  });

  it('is "rejected" when the later of two questions is rejected', async () => {
    const drawing = 'start -> ask:approval -approved-> sure:approval -approved-> end';
    const plan = { decisions: { sure: 'reject' as const } };
    const { outcome } = await outcomeOf(drawing, { ...askTwo, sure: { message } }, plan);
    expect(outcome).toBe('rejected');
  });

  it('stays "partly_approved" when the next question is approved', async () => {
    const drawing = 'start -> ask:approval -approved-> sure:approval -approved-> end';
    const plan = { decisions: { ask: { approve: ['a'] } } };
    const { decision } = await outcomeOf(drawing, { ...askTwo, sure: { message } }, plan);
    expect(decision).toMatchObject({ kind: 'partly_approved', approved: 1, asked: 2 });
  });
});

describe('a loop whose iterations ask for approval', () => {
  const drawing = `
    start -> each:loop -> ask:approval -approved-> done:loop_end -> end
  `;
  const settings = (on_iteration_failure: string) => ({
    each: { items_to_iterate: '{% $event.hosts %}', on_iteration_failure },
    ask: { message },
  });
  const hosts = Array.from({ length: 14 }, (_, n) => `h${n}`);
  const firstTwo = (lane: string) => (/\.00000[01]$/.test(lane) ? 'approve' : 'reject');

  it('counts its approved iterations', async () => {
    const plan = { decisions: { ask: firstTwo } } as const;
    const { state, outcome, decision, results } = await outcomeOf(
      drawing,
      settings('continue'),
      plan,
      { hosts },
    );
    expect([state, outcome]).toEqual(['SUCCEEDED', 'partly_approved']);
    expect(decision).toMatchObject({ approved: 2, asked: 14, message: 'Too risky.' });
    expect(results.done?.output).toMatchObject({
      turns: 14,
      succeeded: 2,
      rejected: 12,
      failed: 0,
      skipped: 0,
    });
  });

  it('counts rejected iterations apart from failed ones', async () => {
    const plan = { decisions: { ask: () => 'reject' as const } };
    const { run, results } = await outcomeOf(drawing, settings('fail_all'), plan, { hosts });
    expect(run.state).toBe('CANCELLED');
    expect(run.outcome).toBe('rejected');
    expect(results.each?.lanes).toMatchObject({ succeeded: 0, failed: 0 });
    expect(results.each?.lanes?.rejected).toBeGreaterThan(0);
  });
});

describe('a run that is aborted', () => {
  it('is cancelled and has no outcome', async () => {
    const world = engineWorld(database);
    const drawing = 'start -> ask:approval -approved-> sure:approval -approved-> end';
    const id = await world.start(draw(drawing, { ...askTwo, sure: { message } }), twoHosts);
    const deps = world.deps(database.db);
    const abort = { state: 'CANCELLED' as const, cause: 'Aborted by a@example.com.', now: 0 };
    let aborted: Promise<boolean> | undefined;
    await world.drive(id, {
      decisions: { sure: 'ignore' },
      onPause: (run, nodeId) => {
        if (nodeId === 'sure') aborted = closeRun(deps, run, abort);
      },
    });
    expect(await aborted).toBe(true);
    const { state, outcome, decision } = await world.read(id);
    expect([state, outcome, decision?.kind]).toEqual(['CANCELLED', undefined, 'approved']);
  });
});

import { CallQueue } from '#lib/local/runner/call-queue.ts';
import type { TaskFunction } from '#lib/local/runner/states/state.ts';
import { openMachines } from '#lib/local/machines.ts';
import { openLedger } from '#lib/local/ledger.ts';
import {
  botRun,
  ids,
  machineOf,
  neverReturns,
  noon,
  openMachine,
  runPendingTasks,
  scriptedEngine,
  taskOf,
} from '#test/support/state-machine.ts';

const work = machineOf({ Work: taskOf() });

const calling = (call: TaskFunction) => ({ definition: work, functions: { work: call } });

/** A function whose calls end when the test says. */
function gate() {
  const startedIds: string[] = [];
  const waiting: (() => void)[] = [];
  return {
    startedIds,
    call: (payload: unknown) =>
      new Promise<void>((resolve) => {
        startedIds.push(Object(payload).id);
        waiting.push(resolve);
      }),
    endFirst: async () => {
      waiting.shift()?.();
      await runPendingTasks();
    },
  };
}

describe('many runs at a time', () => {
  it('call a limited number of functions at a time, in order of arrival', async () => {
    const { startedIds, call, endFirst } = gate();
    const { runner } = openMachine({ ...calling(call), calls: new CallQueue(2) });
    for (const id of ['1', '2', '3', '4']) await runner.start(`run-${id}`, { id });
    await runPendingTasks();
    expect(startedIds).toEqual(['1', '2']);
    await endFirst();
    expect(startedIds).toEqual(['1', '2', '3']);
    await endFirst();
    await endFirst();
    await endFirst();
    await runner.idle();
    expect(startedIds).toEqual(['1', '2', '3', '4']);
    expect(runner.countOpen()).toBe(0);
  });

  it('of one organisation leave room for those of another, even with long calls', async () => {
    const { startedIds, call } = gate();
    const pauseStep = { next: 'pause', node_id: 'ask', timeout_seconds: 60 };
    const { functions, tokens, asked } = scriptedEngine([pauseStep]);
    const advance: TaskFunction = async (payload) =>
      Object(payload).tenant_id === 'org_slow' ? call(payload) : functions.advance?.(payload);
    const { runner } = openMachine({ definition: botRun(), functions: { ...functions, advance } });
    for (let n = 0; n < 500; n += 1) await runner.start(`slow-${n}`, { tenant_id: 'org_slow' });
    await runPendingTasks();
    const busy = startedIds.length;
    await runner.start('asks', { ...ids, tenant_id: 'org_quick' });
    await runPendingTasks();
    expect(asked).toEqual(['advance', 'pause ask']);
    expect(await runner.resume(tokens[0] ?? '')).toBe('resumed');
    await runPendingTasks();
    expect(runner.status('asks')?.status).toBe('SUCCEEDED');
    expect(startedIds).toHaveLength(busy);
  });

  it('are not delayed by scans, even those of their own organisation', async () => {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    let scanning = 0;
    const plan = () => {
      scanning += 1;
      return neverReturns();
    };
    const answerDone = async () => ({ next: 'done' });
    const machines = openMachines({
      database: openLedger(':memory:'),
      clock: () => noon,
      log,
      folder: 'statemachines',
      machines: {
        'bot-run': {
          functions: {
            'engine/advance': answerDone,
            'engine/pause': answerDone,
            'engine/fail': answerDone,
          },
        },
        'inventory-run': {
          functions: {
            'inventory/plan': plan,
            'inventory/collect': answerDone,
            'inventory/evaluate': answerDone,
            'inventory/publish': answerDone,
            'inventory/fail': answerDone,
          },
        },
      },
    });
    for (let n = 0; n < 500; n += 1) {
      await machines['inventory-run'].start(`scan-${n}`, { ...ids, scan_id: `iex_${n}` });
    }
    await runPendingTasks();
    const busy = scanning;
    await machines['bot-run'].start('run-1', ids);
    await runPendingTasks();
    expect(machines['bot-run'].status('run-1')?.status).toBe('SUCCEEDED');
    expect(scanning).toBe(busy);
    expect(busy).toBeLessThan(500);
  });

  it('of a later organisation start as soon as any call ends', async () => {
    const { startedIds, call, endFirst } = gate();
    const { runner } = openMachine({ ...calling(call), calls: new CallQueue(4) });
    const start = (tenant_id: string, n: number) =>
      runner.start(`${tenant_id}-${n}`, { tenant_id, id: tenant_id });
    for (const org of ['a', 'b', 'c']) for (const n of [1, 2, 3, 4]) await start(org, n);
    await runPendingTasks();
    expect([...startedIds].sort().join('')).toBe('aabc');
    await start('d', 1);
    await endFirst();
    expect(startedIds.at(-1)).toBe('d');
    for (let n = 0; n < 13; n += 1) await endFirst();
    await runner.idle();
    expect(runner.countOpen()).toBe(0);
  });

  it('release the place of a call that times out', async () => {
    const { startedIds, call } = gate();
    const { runner, later } = openMachine({
      definition: machineOf({ Work: taskOf({ TimeoutSeconds: 5 }) }),
      functions: { work: call },
      calls: new CallQueue(1),
    });
    for (const id of ['1', '2']) await runner.start(`run-${id}`, { id });
    await runPendingTasks();
    void later(5);
    await runPendingTasks();
    expect(startedIds).toEqual(['1', '2']);
    await later(5);
    expect(runner.countOpen()).toBe(0);
  });

  it('make no call for a run that was stopped while it waited', async () => {
    const { startedIds, call, endFirst } = gate();
    const { runner } = openMachine({ ...calling(call), calls: new CallQueue(1) });
    for (const id of ['1', '2']) await runner.start(`run-${id}`, { id });
    await runPendingTasks();
    await runner.stop('run-2', 'Aborted.');
    await endFirst();
    await runner.idle();
    expect(startedIds).toEqual(['1']);
  });

  it('ignore the result of a call whose run was stopped', async () => {
    const { call, endFirst } = gate();
    const { runner } = openMachine({ definition: work, functions: { work: call } });
    await runner.start('run-1', { id: '1' });
    await runPendingTasks();
    await runner.stop('run-1', 'Aborted.');
    await endFirst();
    expect(runner.status('run-1')?.status).toBe('ABORTED');
  });

  it('let other work run in between, even if none of them waits', async () => {
    const loop = machineOf({ Work: taskOf({ Next: 'Work' }) });
    const { runner } = openMachine({ definition: loop, functions: { work: async () => ({}) } });
    await runner.start('run-1', {});
    await runPendingTasks();
    await runner.stop('run-1', 'Aborted.');
    await runner.idle();
    expect(runner.status('run-1')?.status).toBe('ABORTED');
  });

  it('fail at the number of events that Step Functions allows', async () => {
    const loop = machineOf({ A: { Type: 'Pass', Next: 'A' } });
    const { runner, history } = openMachine({ definition: loop, functions: {} });
    await runner.start('run-1', {});
    await runner.idle();
    expect(history.length).toBeGreaterThan(25_000);
    expect(runner.status('run-1')).toEqual({
      status: 'FAILED',
      error: 'States.Runtime',
      cause: 'The execution reached the maximum number of history events (25000).',
    });
  });

  it('of several state machines share one database', async () => {
    const passDefinition = machineOf({ A: { Type: 'Pass', Output: 'done', End: true } });
    const one = openMachine({ definition: work, functions: { work: async () => 'worked' } });
    const otherMachine = one.restart({ definition: passDefinition, machine: 'inventory-run' });
    for (const { runner } of [one, otherMachine]) {
      expect(await runner.start('run-1', {})).toBe('started');
      await runner.idle();
    }
    expect(one.runner.status('run-1')?.output).toBe('worked');
    expect(otherMachine.runner.status('run-1')?.output).toBe('done');
  });

  it('release their names ninety days after their end', async () => {
    const definition = machineOf({ A: { Type: 'Succeed' } });
    const { runner, later } = openMachine({ definition, functions: {} });
    await runner.start('run-1', {});
    await runner.idle();
    await later(89 * 24 * 3600);
    await runner.forget();
    expect(await runner.start('run-1', {})).toBe('already exists');
    await later(2 * 24 * 3600);
    await runner.forget();
    expect(await runner.start('run-1', {})).toBe('started');
  });

  it('are deleted in several turns of the event loop, while others continue', async () => {
    const definition = machineOf({ A: { Type: 'Succeed' } });
    const { runner, later, database } = openMachine({ definition, functions: {} });
    for (let n = 0; n < 1200; n += 1) await runner.start(`old-${n}`, {});
    await runner.idle();
    await later(91 * 24 * 3600);
    const forgotten = runner.forget();
    const counts: unknown[] = [];
    const count = database.prepare("select count(*) as n from runner_runs where name like 'old-%'");
    const newRun = runner.start('new', {});
    for (const during of [newRun, forgotten]) {
      await during;
      counts.push(count.get()?.n);
    }
    expect(counts).toEqual([700, 0]);
    expect(runner.status('new')?.status).toBe('SUCCEEDED');
  });
});

describe('draining the runner', () => {
  it('finishes running calls, stores their results and starts no other', async () => {
    const { startedIds, call, endFirst } = gate();
    const twice = machineOf({ One: taskOf({ Next: 'Two' }), Two: taskOf() });
    const { runner, restart } = openMachine({ definition: twice, functions: { work: call } });
    await runner.start('run-1', { id: '1' });
    await runPendingTasks();
    const drained = runner.drain(10_000);
    await endFirst();
    await drained;
    expect(startedIds).toHaveLength(1);
    const next = restart({ functions: { work: async () => 'two' } });
    expect(next.runner.recover()).toBe(1);
    await next.runner.idle();
    expect(next.runner.status('run-1')?.output).toBe('two');
  });

  it('abandons calls that do not end in time; the next process repeats them', async () => {
    const { call, endFirst } = gate();
    const { runner, restart } = openMachine({ definition: work, functions: { work: call } });
    await runner.start('run-1', { id: '1' });
    await runPendingTasks();
    await runner.drain(1);
    await endFirst();
    expect(runner.status('run-1')?.status).toBe('RUNNING');
    const next = restart({ functions: { work: async () => 'again' } });
    next.runner.recover();
    await next.runner.idle();
    expect(next.runner.status('run-1')?.output).toBe('again');
  });

  it('leaves a run that is started meanwhile to the next process', async () => {
    const { runner, restart } = openMachine({
      definition: work,
      functions: { work: async () => 'worked' },
    });
    await runner.drain(0);
    expect(await runner.start('run-1', { id: '1' })).toBe('started');
    const next = restart();
    expect(next.runner.recover()).toBe(1);
    await next.runner.idle();
    expect(next.runner.status('run-1')?.output).toBe('worked');
  });
});

import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import {
  performTask,
  reportKey,
  taskInputKey,
  type Work,
} from '#lib/domain/executions/runs/task.service.ts';
import { lease } from '#lib/domain/pauses/claim.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { openFiles } from '#lib/local/files.ts';
import type { LongTask, LongTasks } from '#lib/ports/tasks.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { linesLog } from '#test/support/local-bus.ts';

export type OpenTasks = {
  tasks: LongTasks;
  /** Makes those calls again that threw or died, as another process. */
  again(): Promise<unknown>;
  /** Settles when every call has ended. */
  idle(): Promise<unknown>;
  close(): unknown;
};

export type Perform = (task: LongTask) => Promise<void>;

const hour = 3600_000;

type Begun = {
  input: unknown;
  signal: AbortSignal;
  end(output: unknown): void;
  fail(error: unknown): void;
};

/** A census: work that the test ends, counts and watches. */
const openCensus = () => {
  const begun: Begun[] = [];
  const waiting: { count: number; resolve(): void }[] = [];
  const work: Work = (_, input, signal) =>
    new Promise((end, fail) => {
      begun.push({ input, signal, end, fail });
      for (const { count, resolve } of waiting) if (begun.length >= count) resolve();
    });
  /** Settles when the work was begun so often. */
  const times = (count: number) =>
    new Promise<void>((resolve) => {
      if (begun.length >= count) resolve();
      else waiting.push({ count, resolve });
    });
  return { begun, work, times };
};

/** What every adapter of long tasks does, together with what they call. */
export const tasksContract = (
  adapter: string,
  open: (perform: () => Perform) => Promise<OpenTasks>,
): void => {
  describe(`long tasks on ${adapter}`, () => {
    const world = openTestDatabase('disk');
    let opened: OpenTasks;
    let census: ReturnType<typeof openCensus>;
    let now: number;
    let lines: string[];
    let beats: Set<() => Promise<void>>;
    let task: LongTask;
    let resumed: string[];
    let told: () => void;
    let count = 0;
    const files = openFiles(world.folder);

    /** A process that can die: then its heart stops, and what it does ends nowhere. */
    const process = (): Perform => {
      const own = new Set<() => Promise<void>>();
      beats = own;
      const output = linesLog();
      ({ lines } = output);
      const perform = performTask({
        db: world.db,
        files,
        clock: () => now,
        log: output.log,
        runner: {
          resume: async (token) => {
            resumed.push(token);
            told();
            return 'resumed';
          },
        },
        work: census.work,
        every: (beat) => {
          own.add(beat);
          return () => own.delete(beat);
        },
      });
      return perform;
    };
    const beat = () => Promise.all([...beats].map((one) => one()));
    const report = async () => JSON.parse((await files.get(reportKey(task))) ?? 'null') as unknown;
    const pauses = () => pauseStore(world.db, task.tenant_id);
    /** Settles when the run was told once more. */
    const heard = () =>
      new Promise<void>((resolve) => {
        told = resolve;
      });

    beforeEach(async () => {
      now = Date.UTC(2026, 8, 1, 12);
      count += 1;
      resumed = [];
      told = () => undefined;
      census = openCensus();
      const place = { bot_exc_id: `exc_${count}`, lane: '', node_id: 'scan' };
      task = { tenant_id: 'org_1', ...place, until: isoTime(now + hour) };
      await pauses().put(place, 'the token');
      await files.put(taskInputKey(task), JSON.stringify({ account: '111122223333' }));
      opened = await open(process);
    });

    afterEach(async () => {
      for (const { end } of census.begun) end('at the end of the test');
      await opened.idle();
      await opened.close();
    });

    it('are done, reported and end the wait of their run', async () => {
      const done = heard();
      await opened.tasks.begin(task);
      await census.times(1);
      expect(census.begun[0]?.input).toEqual({ account: '111122223333' });
      expect(await report()).toBeNull();
      census.begun[0]?.end({ rows: 3 });
      await done;
      expect(await report()).toEqual({ output: { rows: 3 } });
      expect(resumed).toEqual(['the token']);
    });

    it.each([
      ['a refusal', notFound('account'), { error: notFound('account').message }],
      ['a defect', new TypeError('rows is not iterable'), { error: expect.not.stringMatching(/rows/) }],
    ])('end the wait with a sentence after %s', async (_, error, expected) => {
      const done = heard();
      await opened.tasks.begin(task);
      await census.times(1);
      census.begun[0]?.fail(error);
      await done;
      expect(await report()).toEqual(expected);
    });

    it('are one task, begun twice', async () => {
      const done = heard();
      await opened.tasks.begin(task);
      await census.times(1);
      await opened.tasks.begin(task);
      await pauses().put(task, 'another token');
      await opened.again();
      census.begun[0]?.end('once');
      await done;
      expect(census.begun).toHaveLength(1);
      expect(resumed).toEqual(['another token']);
    });

    it('are cancelled by what ends the wait', async () => {
      await opened.tasks.begin(task);
      await census.times(1);
      await beat();
      expect(census.begun[0]?.signal.aborted).toBe(false);
      await pauses().delete(task);
      await beat();
      expect(census.begun[0]?.signal.aborted).toBe(true);
      census.begun[0]?.end('too late');
      await opened.idle();
      expect([await report(), resumed]).toEqual([null, []]);
    });

    it('are cancelled when their time is over', async () => {
      await opened.tasks.begin(task);
      await census.times(1);
      now += hour;
      await beat();
      expect(census.begun[0]?.signal.aborted).toBe(true);
      census.begun[0]?.end('too late');
      await opened.idle();
      expect(await report()).toBeNull();
    });

    it('are begun again once after a death, and not while they are at work', async () => {
      await opened.tasks.begin(task);
      await census.times(1);
      now += lease - 1;
      await beat();
      now += lease - 1;
      await opened.again();
      expect(census.begun).toHaveLength(1);
      now += 2;
      const done = heard();
      await opened.again();
      await census.times(2);
      census.begun[1]?.end('after all');
      await done;
      expect(await report()).toEqual({ output: 'after all' });
      expect(lines.join()).not.toContain('error');
    });

    it('fail with a sentence after a second death', async () => {
      await opened.tasks.begin(task);
      await census.times(1);
      now += lease + 1;
      await opened.again();
      await census.times(2);
      now += lease + 1;
      const done = heard();
      await opened.again();
      await done;
      expect(census.begun).toHaveLength(2);
      expect(await report()).toEqual({ error: expect.stringContaining('cut off twice') });
    });

    it('are not begun for nobody', async () => {
      await pauses().delete(task);
      await opened.tasks.begin(task);
      await opened.idle();
      expect(census.begun).toEqual([]);
    });
  });
};

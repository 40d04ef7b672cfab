import { writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { createLog } from '#lib/kernel/log.ts';
import { explainWriteFailure, outageOf, retryUntilStored } from '#lib/local/write-failure.ts';
import { groupCommit } from '#lib/local/group-commit.ts';
import { openLedger } from '#lib/local/ledger.ts';
import { botRun, ids, openMachine, scriptedEngine } from '#test/support/state-machine.ts';
import { reportCrash } from '../../bin/crash.ts';

const log = { info: () => {}, warn: () => {}, error: jest.fn() };

/** A database that has no room for what `store` writes until `free` is called. */
const openFull = () => {
  const database: DatabaseSync = openLedger(':memory:');
  database.exec('CREATE TABLE notes (text TEXT)');
  database.exec('PRAGMA max_page_count = 3');
  const insert = database.prepare('INSERT INTO notes VALUES (?)');
  return {
    store: () => groupCommit(database)(() => void insert.run('x'.repeat(100_000))),
    free: () => database.exec('PRAGMA max_page_count = 1000'),
  };
};

const failureOf = (work: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

describe('a run whose engine cannot store anything', () => {
  it('retries until there is space again, and does not fail', async () => {
    const disk = openFull();
    let calls = 0;
    const advance = async () => {
      calls += 1;
      if (calls === 10) disk.free();
      await disk.store();
      return { next: 'done' };
    };
    const { functions, asked } = scriptedEngine([]);
    const { runner } = openMachine({
      definition: botRun(),
      functions: { ...functions, advance: retryUntilStored(advance, { log, every: 1 }) },
    });
    await runner.start('run-1', ids);
    await runner.idle();
    expect(runner.status('run-1')).toEqual({ status: 'SUCCEEDED', output: {} });
    expect([calls, asked]).toEqual([10, []]);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  it('does not retry after another error', async () => {
    const call = jest.fn(async () => Promise.reject(new Error('Another.')));
    await expect(retryUntilStored(call, { log })({})).rejects.toThrow('Another.');
    expect(call).toHaveBeenCalledTimes(1);
  });
});

const failingWrites = {
  full: () => openFull().store(),
  noSpace: () => writeFileSync('/dev/full', 'x'),
  readOnly: () => {
    const database = openLedger(':memory:');
    database.exec('CREATE TABLE notes (text TEXT); PRAGMA query_only = ON');
    database.exec("INSERT INTO notes VALUES ('x')");
  },
};

describe('a write that cannot be stored', () => {
  it.each([
    ['a full database', failingWrites.full, /folder is full\..*to free space on it, and try again/],
    ['a full disk', failingWrites.noSpace, /folder is full\..*to free space on it, and try again/],
    [
      'a read-only folder',
      failingWrites.readOnly,
      /cannot be written\..*to make it writable, and try again/,
    ],
  ])('returns 503 with the cause, a remedy and a retry time, for %s', async (_, work, sentence) => {
    const error = await failureOf(work);
    for (const outage of [outageOf(error), outageOf(new Error('No file.', { cause: error }))]) {
      expect(outage).toMatchObject({ status: 503, extra: { headers: { 'retry-after': '10' } } });
      expect(outage?.message).toMatch(sentence);
    }
  });

  it.each([
    ['a defect', new Error('Another.')],
    ['an error number of another service', Object.assign(new Error('Another.'), { code: 13 })],
    ['a thrown text', 'ENOSPC'],
  ])('is not reported as a storage failure for %s', (_, error) => {
    expect(outageOf(error)).toBeUndefined();
  });
});

describe('the last message of a process that cannot write its data folder', () => {
  const messageOf = (error: unknown) => Object(explainWriteFailure(error, '/srv/data')).message;

  it.each([
    ['a full database', failingWrites.full, 'database or disk is full'],
    ['a full disk', failingWrites.noSpace, 'ENOSPC: no space left on device, write'],
    ['a read-only folder', failingWrites.readOnly, 'attempt to write a readonly database'],
  ])('names the folder and the remedy, for %s', async (_, work, reason) => {
    const error = await failureOf(work);
    const expected =
      `Cloudwarden stops: its data folder /srv/data cannot be written (${reason}). Free space there, ` +
      'or make it writable, and start again. It continues from what was stored.';
    expect(messageOf(error)).toBe(expected);
    expect(messageOf(new Error('Cannot lock.', { cause: error }))).toBe(expected);
  });

  it('leaves other errors unchanged', () => {
    const error = new Error('Another.');
    expect(explainWriteFailure(error, '/srv/data')).toBe(error);
  });
});

describe('the crash of a server', () => {
  const crashOutputOf = (error: unknown) => {
    const lines: string[] = [];
    const printed: unknown[] = [];
    const { error: print } = console;
    console.error = (line: unknown) => printed.push(line);
    try {
      const log = createLog({ write: (line) => lines.push(line), clock: () => 0 });
      reportCrash(error, '/srv/data', log);
    } finally {
      console.error = print;
    }
    return { lines, printed };
  };

  it("by a defect logs the error's type and place, without quoting its message", () => {
    const { lines, printed } = crashOutputOf(new TypeError('Unexpected token: canary'));
    expect(printed).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', error: 'TypeError' });
    expect(lines[0]).not.toContain('canary');
    expect(lines[0]).toContain('write-failure.test');
  });

  it('by a full disk prints a sentence for the operator', () => {
    const { lines, printed } = crashOutputOf(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect(lines).toEqual([]);
    expect(printed).toEqual([expect.stringContaining('its data folder /srv/data cannot')]);
  });
});

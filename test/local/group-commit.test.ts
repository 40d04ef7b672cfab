import type { DatabaseSync } from 'node:sqlite';
import { groupCommit } from '#lib/local/group-commit.ts';
import { openLedger } from '#lib/local/ledger.ts';

let database: DatabaseSync;

beforeEach(() => {
  database = openLedger(':memory:');
  database.exec("CREATE TABLE notes (text TEXT NOT NULL CHECK (text <> ''))");
});

const note = (text: string) => database.prepare('INSERT INTO notes VALUES (?)').run(text);
const notes = () =>
  database
    .prepare('SELECT text FROM notes')
    .all()
    .map(({ text }) => text);

describe('the database work of one turn of the event loop', () => {
  it('is committed in one transaction', async () => {
    const committed: unknown[] = [];
    const one = groupCommit(database)(() => note('one')).then(() => committed.push(notes()));
    const two = groupCommit(database)(() => note('two')).then(() => committed.push(notes()));
    expect(notes()).toEqual([]);
    await Promise.all([one, two]);
    expect(committed).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ]);
  });

  it('is committed at once by a flush', async () => {
    const commit = groupCommit(database);
    const work = commit(() => note('one'));
    commit.flush();
    expect(notes()).toEqual(['one']);
    await work;
    commit.flush();
    expect(notes()).toEqual(['one']);
  });

  it('fails alone when its own function throws', async () => {
    const commit = groupCommit(database);
    const bad = commit(() => {
      throw new Error('Not this one.');
    });
    const good = commit(() => note('good'));
    await expect(bad).rejects.toThrow('Not this one.');
    await good;
    expect(notes()).toEqual(['good']);
  });

  it('fails as a whole when the database refuses a part of it, also on a flush', async () => {
    const commit = groupCommit(database);
    const works = [commit(() => note('good')), commit(() => note(''))];
    const ended = Promise.allSettled(works);
    expect(() => commit.flush()).toThrow('CHECK');
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(notes()).toEqual([]);
    await commit(() => note('later'));
    expect(notes()).toEqual(['later']);
  });

  it('keeps its reads, which see nothing of what was rolled back', async () => {
    const commit = groupCommit(database);
    await commit(() => note('before'));
    const works = [
      commit(() => note('undone')),
      commit(notes, 'reads'),
      commit(() => note('')),
      commit(() => database.prepare('SELECT * FROM nothing'), 'reads'),
    ];
    const [, read, ...others] = await Promise.allSettled(works);
    expect(read).toEqual({ status: 'fulfilled', value: ['before'] });
    expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('keeps its reads when the database cannot be written', async () => {
    const commit = groupCommit(database);
    await commit(() => note('before'));
    database.exec('PRAGMA query_only = ON');
    const works = [commit(() => note('more')), commit(notes, 'reads')];
    const [write, read] = await Promise.allSettled(works);
    expect([write?.status, read]).toEqual(['rejected', { status: 'fulfilled', value: ['before'] }]);
  });
});

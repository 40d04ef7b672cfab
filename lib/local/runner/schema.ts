/**
 * One row for each run: open while `ended_at` is null. `position` is JSON and changes with every
 * transition; a finished run keeps its status and its result. One row for each iteration of a Map
 * in progress: open while `result` is null; all are deleted when the Map is left. Tokens are stored
 * as hashes, apart from the runs, and deleted as soon as they are of no use; their `name` is that
 * of the run, followed by the path of the iteration.
 */
export const schema = `
create table if not exists runner_runs (
  machine text not null,
  name text not null,
  status text not null,
  started_at integer not null,
  ended_at integer,
  input text,
  position text,
  result text,
  primary key (machine, name)
) without rowid;
create index if not exists runner_runs_ended on runner_runs (machine, ended_at);
create table if not exists runner_iterations (
  machine text not null,
  name text not null,
  path text not null,
  position text,
  result text,
  primary key (machine, name, path)
) without rowid;
create table if not exists runner_tokens (
  hash text not null primary key,
  machine text not null,
  name text not null
) without rowid;
create index if not exists runner_tokens_run on runner_tokens (machine, name);
`;

export const sql = {
  exists: 'select 1 from runner_runs where machine = ? and name = ?',
  insert: `insert into runner_runs (machine, name, status, started_at, input, position)
    values (?, ?, 'RUNNING', ?, ?, ?)`,
  move: 'update runner_runs set position = ? where machine = ? and name = ?',
  finish: `update runner_runs set status = ?, ended_at = ?, result = ?, position = null
    where machine = ? and name = ?`,
  find: 'select * from runner_runs where machine = ? and name = ?',
  open: 'select name from runner_runs where machine = ? and ended_at is null order by started_at',
  forget: `delete from runner_runs where machine = ?1 and name in
    (select name from runner_runs where machine = ?1 and ended_at < ?2 order by ended_at limit ?3)`,
  begin: 'insert into runner_iterations (position, machine, name, path) values (?, ?, ?, ?)',
  step: 'update runner_iterations set position = ? where machine = ? and name = ? and path = ?',
  end: `update runner_iterations set result = ?, position = null
    where machine = ? and name = ? and path = ?`,
  iterations: `select path, position, result from runner_iterations
    where machine = ? and name = ? and path >= ? and path < ? order by path`,
  dropIterations: `delete from runner_iterations
    where machine = ? and name = ? and path >= ? and path < ?`,
  addToken: 'insert into runner_tokens (hash, machine, name) values (?, ?, ?)',
  ownerOfToken: 'select name from runner_tokens where hash = ? and machine = ?',
  dropTokens: 'delete from runner_tokens where machine = ? and name = ?',
  dropTokensBelow: 'delete from runner_tokens where machine = ? and name >= ? and name < ?',
} as const;

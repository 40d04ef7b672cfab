// Loaded into the product by tests (`node --import`). Reads from the file KILL_PLAN after how many
// writes to disk the process is to be killed, and records the last write.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

/** Counts writes from the one that creates a run or a scan, or from the start of the process. */
export type KillPlan = {
  from: 'run' | 'scan' | 'start';
  /** The process dies once this many writes are on disk; never if absent. */
  after?: number;
  /** Counts only writes whose text contains this. */
  of?: string;
  /** A file that receives one line per write. */
  trace?: string;
  /** A file that receives the write after which the process was killed. */
  killed: string;
};

const file = process.env.KILL_PLAN ?? '';
let text = '';
let plan: KillPlan | undefined;
let writes = 0;

const readPlan = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const loadPlan = (from: KillPlan['from']): void => {
  text = readPlan();
  const found: KillPlan | undefined = text === '' ? undefined : JSON.parse(text);
  plan = found?.from === from ? found : undefined;
  writes = 0;
};

/** The writes from which counting starts. */
const countingStarts = {
  run: 'INSERT INTO "executions"',
  scan: 'INSERT INTO "inventory_executions"',
};

/** Right after a write is on disk, and before the product knows. */
const onWrite = (writeText: string): void => {
  const parts = writeText.split('; ');
  if (parts.includes(countingStarts.run)) loadPlan('run');
  if (parts.includes(countingStarts.scan)) loadPlan('scan');
  if (!plan) return;
  if (writeText.includes(plan.of ?? '')) writes += 1;
  if (plan.trace) appendFileSync(plan.trace, `${writeText}\n`);
  // Removing or replacing the plan cancels it.
  if (writes !== plan.after || readPlan() !== text) return;
  writeFileSync(plan.killed, writeText);
  rmSync(file);
  process.kill(process.pid, 'SIGKILL');
};

/** Each commit of a database file that changed something, and each statement outside of one. */
const watchWrites = (): void => {
  const { exec, prepare } = DatabaseSync.prototype;
  const { run } = StatementSync.prototype;
  const owners = new WeakMap<StatementSync, DatabaseSync>();
  let changes: string[] = [];
  DatabaseSync.prototype.prepare = function (sql, ...options) {
    const statement = prepare.call(this, sql, ...options);
    owners.set(statement, this);
    return statement;
  };
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    const result: ReturnType<typeof run> = Reflect.apply(run, this, values);
    if (result.changes === 0) return result;
    const [writeText = ''] = /\b(insert|update|delete)\b[^\n(=?]*/i.exec(this.sourceSQL) ?? [];
    if (owners.get(this)?.isTransaction) changes.push(writeText.trim());
    else onWrite(writeText.trim());
    return result;
  };
  DatabaseSync.prototype.exec = function (sql) {
    if (/^begin/i.test(sql)) changes = [];
    exec.call(this, sql);
    if (/^commit/i.test(sql) && changes.length > 0) onWrite(changes.join('; '));
  };
};

if (isMainThread && process.argv[1]?.endsWith('bin/local.ts') && file !== '') {
  watchWrites();
  loadPlan('start');
}

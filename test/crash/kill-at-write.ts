// Loaded into the product by tests (`node --import`). Reads from the file KILL_PLAN after how many
// writes to disk the process is to be killed, and says there what was written last.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread, Worker } from 'node:worker_threads';
import type { DatabaseAnswer, DatabaseCall } from '#lib/local/dynalite-worker.ts';

/** Counts writes from the one that makes a run, or from the start of the process. */
export type KillPlan = {
  from: 'run' | 'start';
  /** The process dies when so many writes are on disk; never where it is absent. */
  after?: number;
  /** Takes a line a write. */
  trace?: string;
  /** Takes the write after which the process was killed. */
  killed: string;
};

const file = process.env.KILL_PLAN ?? '';
let text = '';
let plan: KillPlan | undefined;
let writes = 0;

const readPlan = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const take = (from: KillPlan['from']): void => {
  text = readPlan();
  const found: KillPlan | undefined = text === '' ? undefined : JSON.parse(text);
  plan = found?.from === from ? found : undefined;
  writes = 0;
};

/** Right after a write is on disk, and before the product knows. */
const written = (what: string): void => {
  if (what === 'PutItem executions') take('run');
  if (!plan) return;
  writes += 1;
  if (plan.trace) appendFileSync(plan.trace, `${what}\n`);
  // Whoever removes the plan, or makes another one, calls it off.
  if (writes !== plan.after || readPlan() !== text) return;
  writeFileSync(plan.killed, what);
  rmSync(file);
  process.kill(process.pid, 'SIGKILL');
};

/** Of the ledger: each commit that changed something, and each statement outside of one. */
const watchLedger = (): void => {
  const { exec, prepare } = DatabaseSync.prototype;
  const { run } = StatementSync.prototype;
  const owners = new WeakMap<StatementSync, DatabaseSync>();
  let changes: string[] = [];
  DatabaseSync.prototype.prepare = function (sql, ...more) {
    const statement = prepare.call(this, sql, ...more);
    owners.set(statement, this);
    return statement;
  };
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    const result: ReturnType<typeof run> = Reflect.apply(run, this, values);
    if (result.changes === 0) return result;
    const [what = ''] = /\b(insert|update|delete)\b[^\n(=?]*/i.exec(this.sourceSQL) ?? [];
    if (owners.get(this)?.isTransaction) changes.push(what.trim());
    else written(what.trim());
    return result;
  };
  DatabaseSync.prototype.exec = function (sql) {
    if (/^begin/i.test(sql)) changes = [];
    exec.call(this, sql);
    if (/^commit/i.test(sql) && changes.length > 0) written(changes.join('; '));
  };
};

const change = /\.(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems)$/;

/** Of the database: each call that has changed an item, when its thread has answered. */
const watchDatabase = (): void => {
  const { postMessage, emit } = Worker.prototype;
  const open = new Map<number, string>();
  Worker.prototype.postMessage = function (message: DatabaseCall, ...more) {
    const [, action] = change.exec(message.headers?.['x-amz-target'] ?? '') ?? [];
    if (action) open.set(message.id, `${action} ${JSON.parse(message.body).TableName ?? ''}`);
    return postMessage.call(this, message, ...more);
  };
  Worker.prototype.emit = function (event: string | symbol, ...values: unknown[]) {
    const [{ id, statusCode } = {}] = values as Partial<DatabaseAnswer>[];
    const what = event === 'message' && id !== undefined ? open.get(id) : undefined;
    if (what && id !== undefined) {
      open.delete(id);
      if (statusCode === 200) written(what);
    }
    return Reflect.apply(emit, this, [event, ...values]);
  };
};

if (isMainThread && process.argv[1]?.endsWith('bin/local.ts') && file !== '') {
  watchLedger();
  watchDatabase();
  take('start');
}

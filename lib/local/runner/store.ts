import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod';
import { Run } from './run.ts';
import type { Position, Trace } from './run.ts';
import { schema, sql } from './schema.ts';

/** What a finished run ended with. */
export type RunResult = { output?: unknown; error?: string; cause?: string };
export type RunStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

const row = z.object({
  name: z.string(),
  status: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'ABORTED']),
  started_at: z.number(),
  input: z.string().nullable(),
  position: z.string().nullable(),
  result: z.string().nullable(),
});

const hasTokens = ({ phase }: Position): boolean =>
  phase.kind === 'calling' || phase.kind === 'paused';

/** The only file that knows sqlite. Each method is one commit. */
export class RunStore {
  private readonly database: DatabaseSync;
  private readonly machine: string;
  private readonly statements: Record<keyof typeof sql, StatementSync>;
  /** Runs with tokens stored, so that the others save a statement. */
  private readonly tokenHolders = new Set<string>();

  constructor(database: DatabaseSync, machine: string) {
    this.database = database;
    this.machine = machine;
    database.exec(schema);
    const prepare = (key: keyof typeof sql) => database.prepare(sql[key]);
    this.statements = {
      insert: prepare('insert'),
      move: prepare('move'),
      finish: prepare('finish'),
      find: prepare('find'),
      open: prepare('open'),
      forget: prepare('forget'),
      addToken: prepare('addToken'),
      ownerOfToken: prepare('ownerOfToken'),
      dropTokens: prepare('dropTokens'),
    };
  }

  /** False when the name was used before. */
  insert({ name, startedAt, input, position }: Run): boolean {
    const [inputText, positionText] = [JSON.stringify(input), JSON.stringify(position)];
    const { insert } = this.statements;
    return insert.run(this.machine, name, startedAt, inputText, positionText).changes === 1;
  }

  /** Writes where the run is; tokens go when it has left the pause they stand for. */
  save(run: Run): void {
    const text = JSON.stringify(run.position);
    this.commit(run, !hasTokens(run.position), () => {
      this.statements.move.run(text, this.machine, run.name);
    });
  }

  /** Writes the pause and the token that ends it; earlier tokens of the pause stay good. */
  pause(run: Run, hash: string): void {
    this.tokenHolders.add(run.name);
    const text = JSON.stringify(run.position);
    this.transaction(() => {
      this.statements.addToken.run(hash, this.machine, run.name);
      this.statements.move.run(text, this.machine, run.name);
    });
  }

  finish(run: Run, status: RunStatus, result: RunResult, endedAt: number): void {
    const text = JSON.stringify(result);
    this.commit(run, true, () => {
      this.statements.finish.run(status, endedAt, text, this.machine, run.name);
    });
  }

  /** The name of the run whose pause the token ends. */
  ownerOfToken(hash: string): string | undefined {
    const found = this.statements.ownerOfToken.get(hash, this.machine);
    return found && z.object({ name: z.string() }).parse(found).name;
  }

  find(name: string): ({ status: RunStatus } & RunResult) | undefined {
    const found = this.statements.find.get(this.machine, name);
    if (!found) return undefined;
    const { status, result } = row.parse(found);
    return { status, ...JSON.parse(result ?? '{}') };
  }

  /** The open runs, oldest first. */
  *open(trace: Trace | undefined): Generator<Run> {
    for (const found of this.statements.open.all(this.machine)) yield this.toRun(found, trace);
  }

  openRun(name: string, trace: Trace | undefined): Run | undefined {
    const found = this.statements.find.get(this.machine, name);
    return found && found.ended_at === null ? this.toRun(found, trace) : undefined;
  }

  /** Drops runs that ended before; their names may be used again. */
  forget(before: number): void {
    this.statements.forget.run(this.machine, before);
  }

  private toRun(found: object, trace: Trace | undefined): Run {
    const { name, started_at: startedAt, input, position } = row.parse(found);
    const at: Position = JSON.parse(position ?? 'null');
    if (hasTokens(at)) this.tokenHolders.add(name);
    const began = { machine: this.machine, name, startedAt, input: JSON.parse(input ?? 'null') };
    return new Run(began, at, trace);
  }

  private commit(run: Run, tokensEnd: boolean, write: () => void): void {
    if (!tokensEnd || !this.tokenHolders.has(run.name)) return write();
    this.transaction(() => {
      write();
      this.statements.dropTokens.run(this.machine, run.name);
    });
    this.tokenHolders.delete(run.name);
  }

  private transaction(write: () => void): void {
    this.database.exec('begin immediate');
    try {
      write();
      this.database.exec('commit');
    } catch (error) {
      this.database.exec('rollback');
      throw error;
    }
  }
}

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod';
import { groupCommit } from '../group-commit.ts';
import { Run } from './run.ts';
import type { Position, Trace } from './run.ts';
import { schema, sql } from './schema.ts';
import { TurnWrites } from './turn-writes.ts';

/** The result of a finished run. */
export type RunResult = { output?: unknown; error?: string; cause?: string };
export type RunStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

/** A run as seen from outside; times in milliseconds, UTC. */
export type RunRecord = {
  status: RunStatus;
  input: unknown;
  startedAt: number;
  endedAt: number | null;
  result: RunResult;
};

/** How an iteration ended. */
export type IterationEnd = { output: unknown } | { failed: { error?: string; cause?: string } };

/** A stored iteration; `events` is the run's number of events at its end. */
export type StoredIteration =
  { index: number; position: Position } | { index: number; end: IterationEnd; events: number };

const row = z.object({
  name: z.string(),
  status: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'ABORTED']),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  input: z.string().nullable(),
  position: z.string().nullable(),
  result: z.string().nullable(),
});

const nameRow = z.object({ name: z.string() });

const iterationRow = z.object({
  path: z.string(),
  position: z.string().nullable(),
  result: z.string().nullable(),
});

const hasTokens = ({ phase }: Position): boolean =>
  phase.kind === 'calling' || phase.kind === 'paused';

/** The holder under which a token is stored. */
const tokenHolderOf = ({ name, path }: Run): string => name + path;

/** All texts that begin with `path/` lie between these bounds, since `0` follows `/`. */
const descendantRange = (path: string): [string, string] => [`${path}/`, `${path}0`];

/**
 * The only module that knows the runner's tables. Writes wait for the commit of the turn; methods
 * that read commit them first.
 */
export class RunStore {
  /** The writes waiting to be committed. */
  readonly writes: TurnWrites;
  private readonly machine: string;
  private readonly statements: Record<keyof typeof sql, StatementSync>;
  /** The holders of stored tokens; for others a delete statement is saved. */
  private readonly tokenHolders = new Set<string>();
  /** The names of runs that wait to be inserted. */
  private readonly inserted = new Set<string>();

  constructor(database: DatabaseSync, machine: string) {
    this.machine = machine;
    this.writes = new TurnWrites(groupCommit(database));
    database.exec(schema);
    const prepared = Object.entries(sql).map(([key, text]) => [key, database.prepare(text)]);
    this.statements = Object.fromEntries(prepared) as Record<keyof typeof sql, StatementSync>;
  }

  /** Returns false if the name was used before. */
  insert({ name, startedAt, input, position }: Run): boolean {
    const { exists, insert } = this.statements;
    if (this.inserted.has(name) || exists.get(this.machine, name)) return false;
    this.inserted.add(name);
    const [inputText, positionText] = [JSON.stringify(input), JSON.stringify(position)];
    this.writes.add(() => {
      this.inserted.delete(name);
      insert.run(this.machine, name, startedAt, inputText, positionText);
    });
    return true;
  }

  /** Stores the run's position; drops the tokens or iterations of a phase that it has left. */
  save(run: Run): void {
    const isMapping = run.position.phase.kind === 'mapping';
    this.writePosition(run);
    this.drop(run, { tokens: !hasTokens(run.position), iterations: !isMapping });
  }

  /** Stores the pause and the token that ends it; earlier tokens of the pause stay valid. */
  pause(run: Run, hash: string): void {
    const holder = tokenHolderOf(run);
    this.tokenHolders.add(holder);
    this.writes.add(() => this.statements.addToken.run(hash, this.machine, holder));
    this.writePosition(run);
  }

  finish(run: Run, status: RunStatus, result: RunResult, endedAt: number): void {
    const text = JSON.stringify(result);
    this.writes.replace(tokenHolderOf(run), () =>
      this.statements.finish.run(status, endedAt, text, this.machine, run.name),
    );
    this.drop(run, { tokens: true, iterations: true });
  }

  /** Stores the start of a Map's iterations. */
  begin(runs: Run[]): void {
    for (const { name, path, position } of runs) {
      const text = JSON.stringify(position);
      this.writes.add(() => this.statements.begin.run(text, this.machine, name, path));
    }
  }

  /** Stores the end of an iteration; its row stays until the Map is left. */
  endIteration(run: Run, end: IterationEnd): void {
    const text = JSON.stringify({ ...end, events: run.root.position.events });
    this.writes.replace(tokenHolderOf(run), () =>
      this.statements.end.run(text, this.machine, run.name, run.path),
    );
    this.drop(run, { tokens: true, iterations: true });
  }

  /** The iterations of the Map that the run is in, in order. */
  *iterations({ name, path }: Run): Generator<StoredIteration> {
    const depth = path.length + '/000000'.length;
    this.writes.flush();
    const found = this.statements.iterations.all(this.machine, name, ...descendantRange(path));
    for (const one of found) {
      const { path: at, position, result } = iterationRow.parse(one);
      // Deeper paths are iterations of nested Maps.
      if (at.length !== depth) continue;
      const index = Number(at.slice(-6));
      if (position !== null) yield { index, position: JSON.parse(position) };
      else {
        const { events, ...end } = JSON.parse(result ?? '{}');
        yield { index, end, events };
      }
    }
  }

  /** The outputs of a Map's iterations, in order, after it has succeeded. */
  outputs(run: Run): unknown[] {
    const ends = [...this.iterations(run)].map((one) => ('end' in one ? one.end : undefined));
    return ends.map((end) => (end && 'output' in end ? end.output : null));
  }

  /** The name of the run whose pause the token ends, followed by the path of the iteration. */
  ownerOfToken(hash: string): string | undefined {
    this.writes.flush();
    const found = this.statements.ownerOfToken.get(hash, this.machine);
    return found && nameRow.parse(found).name;
  }

  find(name: string): RunRecord | undefined {
    const found = this.read(name);
    if (!found) return undefined;
    const { status, input, started_at: startedAt, ended_at: endedAt, result } = row.parse(found);
    const [parsedInput, parsedResult] = [input ?? 'null', result ?? '{}'].map((text) =>
      JSON.parse(text),
    );
    return { status, input: parsedInput, startedAt, endedAt, result: parsedResult };
  }

  /** The names of the open runs, oldest first. */
  openNames(): string[] {
    this.writes.flush();
    return this.statements.open.all(this.machine).map((found) => nameRow.parse(found).name);
  }

  openRun(name: string, trace: Trace | undefined): Run | undefined {
    const found = this.read(name);
    return found && found.ended_at === null ? this.toRun(found, trace) : undefined;
  }

  /** Removes up to `maxRuns` runs that ended before this, freeing their names; returns how many. */
  forget(before: number, maxRuns: number): Promise<number> {
    const { forget } = this.statements;
    return this.writes.whenCommitted(() =>
      Number(forget.run(this.machine, before, maxRuns).changes),
    );
  }

  /** Must be called for a run loaded from the store, to note whether it holds tokens. */
  know(run: Run): void {
    if (hasTokens(run.position)) this.tokenHolders.add(tokenHolderOf(run));
  }

  private toRun(found: object, trace: Trace | undefined): Run {
    const { name, started_at: startedAt, input, position } = row.parse(found);
    const runStart = { machine: this.machine, name, startedAt, input: JSON.parse(input ?? 'null') };
    const run = new Run(runStart, JSON.parse(position ?? 'null'), trace);
    this.know(run);
    return run;
  }

  private read(name: string) {
    this.writes.flush();
    return this.statements.find.get(this.machine, name);
  }

  private writePosition(run: Run): void {
    const { move, step } = this.statements;
    const { machine } = this;
    const { name, path, position } = run;
    if (run.iteration) position.events = run.root.position.events;
    const text = JSON.stringify(position);
    this.writes.replace(tokenHolderOf(run), () =>
      run.iteration ? step.run(text, machine, name, path) : move.run(text, machine, name),
    );
  }

  private drop(run: Run, targets: DeletableParts): void {
    const holder = tokenHolderOf(run);
    const { dropTokens, dropTokensBelow, dropIterations } = this.statements;
    if (targets.iterations && run.iterations !== undefined) {
      this.writes.add(() => {
        dropIterations.run(this.machine, run.name, ...descendantRange(run.path));
        dropTokensBelow.run(this.machine, ...descendantRange(holder));
      });
    }
    if (!targets.tokens || !this.tokenHolders.has(holder)) return;
    this.tokenHolders.delete(holder);
    this.writes.add(() => dropTokens.run(this.machine, holder));
  }
}

/** What can be deleted. */
type DeletableParts = { tokens: boolean; iterations: boolean };

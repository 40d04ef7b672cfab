import { limits } from '#lib/kernel/limits.ts';
import { yieldToOthers } from '#lib/kernel/yield-to-others.ts';
import { Overrun } from './errors.ts';
import { waitForTurn } from './scheduling.ts';

const MB = 1024 * 1024;

/** Limits of one evaluation besides its time. Bytes are estimates; a character counts as one. */
export const evaluationLimits = {
  steps: 500_000,
  /** Evaluations begun and not ended: the depth of recursion and the width of its branches. */
  open: 10_000,
  entries: 100_000,
  depth: 200,
  /** Bytes of one value; parts that it shares count as often as they occur. */
  value: 8 * MB,
  /** Bytes of all values created during the evaluation. */
  created: 64 * MB,
  output: 1 * MB,
} as const;

/** Milliseconds after which an evaluation yields to other work of its thread. */
const sliceMs = 10;

type Size = { bytes: number; depth: number };

const scalar: Size = { bytes: 8, depth: 0 };

/** Whether a value is a function of JSONata or of the host. */
export const isFunction = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' &&
    value !== null &&
    functionMarks.some((mark) => Object.hasOwn(value, mark)));

/** The properties with which JSONata marks its own functions; data with one would pass for one. */
export const functionMarks = ['_jsonata_lambda', '_jsonata_function'] as const;

/**
 * Milliseconds of CPU time of this thread, so that other load on the machine does not count against
 * an expression. In browsers it is wall-clock time.
 */
const usedCpuMs = (): number => {
  if (typeof process === 'undefined') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const tooLarge = 'it makes a value that is too large. Select less of the data.';

/**
 * The resources that one evaluation has used, with their limits. Every step, every call of a
 * function and every new value is reported here; above a limit, and after `close`, an `Overrun` is
 * thrown. Values must not change after they were measured.
 */
export class Budget {
  /** Milliseconds worked before the current slice, which began at `#begun` (CPU time). */
  #used = 0;
  #begun = usedCpuMs();
  #sliceEnds = performance.now() + sliceMs;
  /** CPU time passes no faster than wall-clock time, so before this moment no check is needed. */
  #nextLook = performance.now() + limits.expression;
  #pause: Promise<void> | undefined;
  #endTurn: (() => void) | undefined;
  readonly #sizes = new WeakMap<object, Size>();
  #steps = 0;
  #open = 0;
  #created = 0;
  #output = 0;
  #closed = false;

  /** Must be called before each step, and before a call that makes no steps. */
  tick(): void {
    if (this.#closed) throw new Overrun('the evaluation was ended.');
    if (performance.now() > this.#nextLook) this.#look();
  }

  #look(): void {
    const remainingMs = limits.expression - this.#used - (usedCpuMs() - this.#begun);
    if (remainingMs <= 0)
      throw new Overrun(`it needs more than ${limits.expression} ms. Simplify it.`);
    this.#nextLook = performance.now() + remainingMs;
  }

  /** Returns a promise of the next slice when this one is used up; all branches share it. */
  giveWay(): Promise<void> | undefined {
    if (performance.now() > this.#sliceEnds) this.#pause ??= this.#rest();
    return this.#pause;
  }

  async #rest(): Promise<void> {
    this.#used += usedCpuMs() - this.#begun;
    this.#endTurn ??= await waitForTurn();
    if (this.#closed) this.#endTurn();
    await yieldToOthers();
    this.#begun = usedCpuMs();
    this.#sliceEnds = performance.now() + sliceMs;
    this.#look();
    this.#pause = undefined;
  }

  enter(): void {
    this.tick();
    this.#steps += 1;
    this.#open += 1;
    if (this.#steps > evaluationLimits.steps) {
      throw new Overrun(`it needs more than ${evaluationLimits.steps} steps. Simplify it.`);
    }
    if (this.#open > evaluationLimits.open) {
      throw new Overrun('it calls itself too deeply. Check where its recursion ends.');
    }
  }

  exitCall(): void {
    this.#open -= 1;
  }

  /** Counts a new value and returns it; throws an `Overrun` where it is too large. */
  countCreated<T>(value: T): T {
    if (typeof value === 'string') this.#create(value.length);
    this.measure(value);
    return value;
  }

  #create(bytes: number): void {
    this.#created += bytes;
    if (this.#created > evaluationLimits.created) throw new Overrun(tooLarge);
  }

  /** Bytes and depth of a value; throws an `Overrun` above the limits. */
  measure(value: unknown): Size {
    if (typeof value === 'string') return this.#bounded({ bytes: value.length + 2, depth: 0 });
    if (typeof value !== 'object' || value === null || isFunction(value)) return scalar;
    const cachedSize = this.#sizes.get(value);
    if (cachedSize) return cachedSize;
    const size = this.#bounded(Array.isArray(value) ? this.#sizeOf(value) : this.#ofObject(value));
    this.#sizes.set(value, size);
    return size;
  }

  #ofObject(value: object): Size {
    const keys = Object.keys(value);
    const { bytes, depth } = this.#sizeOf(Object.values(value));
    return { bytes: keys.reduce((sum, key) => sum + key.length + 3, bytes), depth };
  }

  #sizeOf(entries: readonly unknown[]): Size {
    if (entries.length > evaluationLimits.entries) {
      throw new Overrun(`it makes a list of more than ${evaluationLimits.entries} entries.`);
    }
    this.#create(16 + 8 * entries.length);
    let bytes = 16;
    let depth = 0;
    for (const entry of entries) {
      const size = this.measure(entry);
      bytes += size.bytes + 1;
      if (size.depth > depth) depth = size.depth;
    }
    return { bytes, depth: depth + 1 };
  }

  #bounded(size: Size): Size {
    if (size.bytes > evaluationLimits.value) throw new Overrun(tooLarge);
    if (size.depth > evaluationLimits.depth) {
      throw new Overrun(`it makes a value nested deeper than ${evaluationLimits.depth} levels.`);
    }
    return size;
  }

  /** Counts bytes of the result; throws an `Overrun` above the limit. */
  give(bytes: number): void {
    this.#output += bytes;
    if (this.#output > evaluationLimits.output) {
      throw new Overrun('it yields more than 1 MB. Select less of the data.');
    }
  }

  /** Ends the evaluation: work that still runs in the background throws at its next step. */
  close(): void {
    this.#closed = true;
    this.#endTurn?.();
  }
}

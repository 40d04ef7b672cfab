import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { limits } from '#lib/kernel/limits.ts';
import { watchMemory } from './resident-memory.ts';

const ready = 'ready\n';

/** Code is interrupted at its time limit; a silent sandbox is killed this much later (ms). */
const grace = 400;

/** The product itself has priority on a busy machine. */
const niceness = 5;

/** Escapes may make an error text longer than any result. */
const maxAnswerBytes = ready.length + 2 * limits.pythonResult;

/** Collects a stream up to a limit; what follows is read and dropped. */
const collect = (stream: Readable, maxBytes: number) => {
  const chunks: Buffer[] = [];
  let remainingBytes = maxBytes;
  stream.on('data', (chunk: Buffer) => {
    if (remainingBytes > 0) chunks.push(chunk.subarray(0, remainingBytes));
    remainingBytes -= chunk.length;
  });
  return { text: () => Buffer.concat(chunks).toString(), isOver: () => remainingBytes < 0 };
};

export type SandboxResult = {
  printed: string;
  /** Its answer as written, which must not be trusted. */
  answer: string;
  /** The limit for which it was killed. */
  killed?: 'time' | 'memory';
};

/** A process that runs code once. Everything it outputs may come from that code. */
export type Sandbox = {
  /** Rejects if the process does not become ready. */
  isReady: Promise<void>;
  run(request: string, timeMs: number): Promise<SandboxResult>;
  kill(): void;
};

/** The streams of a child that was started with these pipes. */
type Pipes = [Writable, Readable, null, Readable, undefined];

const whenReady = async (answers: Readable, closed: Promise<unknown>): Promise<void> => {
  const closedFirst = closed.then(() => false);
  if (await Promise.race([once(answers, 'data').then(() => true), closedFirst])) return;
  throw new Error('Python could not be started; the next run tries again.');
};

/** Starts a sandbox; it ends with this process, or soon after, however this process ends. */
export const startSandbox = (args: string[]): Sandbox => {
  const child = spawn(process.execPath, args, {
    env: {},
    cwd: '/',
    // In a process group of its own: Ctrl-C goes to the product, which ends runs in order.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const [requests, prints, , answers] = child.stdio as Pipes;
  // Writing to a sandbox that is gone fails; its end is reported elsewhere.
  requests.on('error', () => undefined);
  const printed = collect(prints, 2 * limits.pythonPrinted);
  const answer = collect(answers, maxAnswerBytes);
  const isReady = whenReady(answers, closed);
  isReady.catch(() => undefined);
  if (child.pid !== undefined) setPriority(child.pid, niceness);

  return {
    isReady,
    kill: () => void child.kill('SIGKILL'),
    run: async (request, timeMs) => {
      let killed: SandboxResult['killed'];
      const killFor = (limit: 'time' | 'memory') => {
        killed ??= limit;
        child.kill('SIGKILL');
      };
      await isReady;
      const timer = setTimeout(killFor, timeMs + grace, 'time');
      const stop = watchMemory(child.pid ?? 0, limits.pythonMemory, () => killFor('memory'));
      requests.write(`${request}\n`);
      await closed;
      clearTimeout(timer);
      stop();
      const text = answer.isOver() ? '' : answer.text().slice(ready.length);
      return { printed: printed.text(), answer: text, ...(killed && { killed }) };
    },
  };
};

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
const collect = (stream: Readable, most: number) => {
  const parts: Buffer[] = [];
  let room = most;
  stream.on('data', (part: Buffer) => {
    if (room > 0) parts.push(part.subarray(0, room));
    room -= part.length;
  });
  return { text: () => Buffer.concat(parts).toString(), isOver: () => room < 0 };
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
  const end = closed.then(() => false);
  if (await Promise.race([once(answers, 'data').then(() => true), end])) return;
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

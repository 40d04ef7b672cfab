import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export type Child = {
  /** Resolves when the child has written something to its standard output. */
  waitForOutput: () => Promise<void>;
  /** Kills the process (`kill -9`) and waits until it has ended. */
  kill: () => Promise<void>;
  /** Its exit code; null if it was killed. */
  ended: () => Promise<number | null>;
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Runs a script of `test/support` in a Node process of its own. */
export const runChild = (script: string, ...args: string[]): Child => {
  const path = resolve('test/support', script);
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const ended = async () => {
    if (!hasEnded(child)) await exit;
    return child.exitCode;
  };
  return {
    waitForOutput: async () => {
      await Promise.race([once(child.stdout, 'data'), exit]);
      if (hasEnded(child)) throw new Error(`${script} ended early: ${child.exitCode}`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended();
    },
    ended,
  };
};

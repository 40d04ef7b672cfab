import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openEmbedded } from '#test/support/embedded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import type { KillPlan } from './kill-at-write.ts';

const waitForExit = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

/** The embedded product, killed by plan and restarted each time it dies. */
export const openKillableProduct = async (env: Record<string, string>) => {
  const { folder, remove } = temporaryFolder();
  const planFile = join(folder, 'plan.json');
  const killedFile = join(folder, 'killed');
  const traceFile = join(folder, 'trace');
  const hook = pathToFileURL(resolve('test/crash/kill-at-write.ts')).href;
  const product = await openEmbedded({
    ...env,
    NODE_OPTIONS: `--import=${hook}`,
    KILL_PLAN: planFile,
  });

  const starts: number[] = [];

  const plan = (next: Pick<KillPlan, 'from' | 'after' | 'of' | 'trace'>): void =>
    writeFileSync(planFile, JSON.stringify({ ...next, killed: killedFile }));

  const lastWritten = (): string => {
    if (!existsSync(killedFile)) return 'a call that was not answered';
    const writeText = readFileSync(killedFile, 'utf8');
    rmSync(killedFile);
    return writeText;
  };

  /**
   * Starts the product whenever it has died, until `end` is called, which returns the write before
   * each kill. `secondKillAfter`: the first start is killed once more, after this many writes.
   */
  const keepUp = (secondKillAfter: number | undefined) => {
    const { promise: stopSignal, resolve: finish } = Promise.withResolvers<void>();
    const killed: string[] = [];
    let isOver = false;
    const watch = async () => {
      for (;;) {
        await Promise.race([waitForExit(product.child()), stopSignal]);
        if (isOver) return;
        killed.push(lastWritten());
        if (killed.length === 1 && secondKillAfter) plan({ from: 'start', after: secondKillAfter });
        const started = performance.now();
        // It may die before it reports that it is ready.
        const isUp = await product.start().then(
          () => true,
          () => false,
        );
        if (isUp) starts.push(performance.now() - started);
      }
    };
    const watching = watch();
    return {
      killed,
      end: async () => {
        rmSync(planFile, { force: true });
        isOver = true;
        finish();
        await watching;
      },
    };
  };

  return {
    product,
    keepUp,
    /** How long each start after a kill took until the product answered (ms). */
    starts,
    /** Kills the next run once `writes` writes since its creation, with this text, are on disk. */
    killAfter: (writes: number, of = '') => plan({ from: 'run', after: writes, of }),
    /** The same for the next scan. */
    killScanAfter: (writes: number, of: string) => plan({ from: 'scan', after: writes, of }),
    /** Kills the process at once (`kill -9`). */
    kill: async () => {
      product.child().kill('SIGKILL');
      await waitForExit(product.child());
    },
    /** Records the writes of the next run. */
    trace: () => plan({ from: 'run', trace: traceFile }),
    traced: () => readFileSync(traceFile, 'utf8').trim().split('\n'),
    close: async () => {
      await product.close();
      remove();
    },
  };
};

export type KillableProduct = Awaited<ReturnType<typeof openKillableProduct>>;

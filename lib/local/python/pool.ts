import { rm } from 'node:fs/promises';
import { sandboxArguments, type SandboxFiles } from './sandbox-command.ts';
import { type Sandbox, type SandboxResult, startSandbox } from './sandbox-process.ts';
import { findSnapshot } from './snapshot.ts';

/** How long (ms) after the last run a started sandbox is kept before its memory is freed. */
const warmMs = 60_000;

/** Never settles: work interrupted by closing is repeated after a start, so nothing is reported. */
const neverSettles = new Promise<never>(() => undefined);

/** Sandboxes: one for each run, and one started in advance if code ran lately. */
export const openPool = (files: SandboxFiles) => {
  const sandboxes = new Set<Sandbox>();
  let snapshot: Promise<string> | undefined;
  let warm: Sandbox | undefined;
  let coolTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const start = (path: string): Sandbox => {
    const sandbox = startSandbox(sandboxArguments(files, path));
    sandboxes.add(sandbox);
    return sandbox;
  };

  const cool = (): void => {
    warm?.kill();
    if (warm) sandboxes.delete(warm);
    warm = undefined;
  };

  const warmUp = (path: string): void => {
    clearTimeout(coolTimer);
    coolTimer = setTimeout(cool, warmMs);
    coolTimer.unref();
    warm ??= start(path);
  };

  /** If no sandbox starts from the snapshot, it is created anew once; then the error is thrown. */
  const acquire = async (): Promise<{ sandbox: Sandbox; path: string }> => {
    for (let isFirst = true; ; isFirst = false) {
      snapshot ??= findSnapshot(files);
      const path = await snapshot.catch((error: unknown) => {
        snapshot = undefined;
        throw error;
      });
      if (isClosed) return neverSettles;
      const sandbox = warm ?? start(path);
      warm = undefined;
      try {
        await sandbox.isReady;
        return { sandbox, path };
      } catch (error) {
        sandboxes.delete(sandbox);
        if (isClosed) return neverSettles;
        if (!isFirst) throw error;
        snapshot = undefined;
        await rm(path, { force: true });
      }
    }
  };

  return {
    run: async (request: string, timeMs: number): Promise<SandboxResult> => {
      const { sandbox, path } = await acquire();
      const result = await sandbox.run(request, timeMs);
      sandboxes.delete(sandbox);
      if (isClosed) return neverSettles;
      warmUp(path);
      return result;
    },
    close: (): void => {
      isClosed = true;
      clearTimeout(coolTimer);
      for (const sandbox of sandboxes) sandbox.kill();
    },
  };
};

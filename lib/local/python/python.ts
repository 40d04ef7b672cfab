import { outcomeOf, type Python, pythonRequest, readAnswer, timeOf } from '#lib/ports/python.ts';
import { openPool } from './pool.ts';
import type { SandboxFiles } from './sandbox-command.ts';
import { openSlots } from './slots.ts';

export type EmbeddedPython = Python & {
  /** Ends all running code; its callers get no result, as the process is about to end. */
  close(): void;
};

/** Python as Pyodide in hardened processes, one for each run. */
export const openPython = (files: SandboxFiles): EmbeddedPython => {
  const pool = openPool(files);
  const whenFree = openSlots({ most: 4, mostPerTenant: 2 });
  return {
    run: (asked) =>
      whenFree(asked.tenant_id, async () => {
        const ms = timeOf(asked);
        const request = JSON.stringify(pythonRequest(asked, ms));
        const { killed, answer, printed } = await pool.run(request, ms);
        const said = killed ? { ended: killed } : readAnswer(answer);
        return { ...outcomeOf(said, ms), stdout: printed };
      }),
    close: pool.close,
  };
};

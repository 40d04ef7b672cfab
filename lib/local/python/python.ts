import {
  parsePythonAnswer,
  type Python,
  pythonOutcomeOf,
  pythonRequest,
  timeLimitOf,
} from '#lib/ports/python.ts';
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
        const ms = timeLimitOf(asked);
        const request = JSON.stringify(pythonRequest(asked, ms));
        const { killed, answer, printed } = await pool.run(request, ms);
        const said = killed ? { ended: killed } : parsePythonAnswer(answer);
        return { ...pythonOutcomeOf(said, ms), stdout: printed };
      }),
    close: pool.close,
  };
};

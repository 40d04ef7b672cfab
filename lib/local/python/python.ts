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
  const whenFree = openSlots({ max: 4, maxPerTenant: 2 });
  return {
    run: (runRequest) =>
      whenFree(runRequest.tenant_id, async () => {
        const ms = timeLimitOf(runRequest);
        const request = JSON.stringify(pythonRequest(runRequest, ms));
        const { killed, answer, printed } = await pool.run(request, ms);
        const result = killed ? { ended: killed } : parsePythonAnswer(answer);
        return { ...pythonOutcomeOf(result, ms), stdout: printed };
      }),
    close: pool.close,
  };
};

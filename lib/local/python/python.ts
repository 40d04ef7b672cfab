import { parseJsonObject } from '#lib/kernel/json.ts';
import {
  outcomeOf,
  type Python,
  type PythonAnswer,
  pythonAnswer,
  pythonRequest,
  timeOf,
} from '#lib/ports/python.ts';
import { openPool } from './pool.ts';
import type { Ended } from './sandbox-process.ts';
import { openSlots } from './slots.ts';

type Options = {
  /** Keeps a file of 31 MB that makes starts fast; it may be removed at any time. */
  cacheFolder: string;
  /** run_code.py */
  program: string;
};

export type EmbeddedPython = Python & {
  /** Ends all that runs; who waits for it is told by an error. */
  close(): void;
};

const answerOf = ({ answer, killed }: Ended): PythonAnswer => {
  if (killed) return { ended: killed };
  try {
    return pythonAnswer.parse(parseJsonObject(Buffer.from(answer)).value);
  } catch {
    return { ended: 'early' };
  }
};

/** Python as Pyodide in hardened processes, one a run (architecture, decision 5). */
export const openPython = (options: Options): EmbeddedPython => {
  const pool = openPool(options);
  const whenFree = openSlots({ most: 4, mostPerTenant: 2 });
  return {
    run: (asked) =>
      whenFree(asked.tenant_id, async () => {
        const ms = timeOf(asked);
        const ended = await pool.run(JSON.stringify(pythonRequest(asked, ms)), ms);
        return { ...outcomeOf(answerOf(ended), ms), stdout: ended.printed };
      }),
    close: pool.close,
  };
};

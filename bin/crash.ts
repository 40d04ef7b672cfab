import type { Log } from '#lib/kernel/log.ts';
import { explainWriteFailure } from '#lib/local/write-failure.ts';

/**
 * Reports why the server ends: a folder that cannot be written, as a sentence for the operator; a
 * defect, as a log entry, since the error's own text may quote what somebody sent.
 */
export const reportCrash = (error: unknown, folder: string, log: Log): void => {
  const explanation = explainWriteFailure(error, folder);
  if (explanation instanceof Error && explanation !== error) console.error(explanation.message);
  else log.error('The server ended because of a defect.', { error });
};

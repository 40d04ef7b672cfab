import type { Log } from '#lib/kernel/log.ts';
import { explained } from '#lib/local/cannot-write.ts';

/**
 * Says why the server ends: that its folder cannot be written in a sentence for the operator, and a
 * defect as an entry of the log, since the error's own text may quote what somebody sent.
 */
export const tellCrash = (error: unknown, folder: string, log: Log): void => {
  const why = explained(error, folder);
  if (why instanceof Error && why !== error) console.error(why.message);
  else log.error('The server ended because of a defect.', { error });
};

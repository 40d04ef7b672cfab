import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { limits } from '#lib/kernel/limits.ts';
import { countWithinHour } from './hour-count.service.ts';

type LimitedMail = keyof typeof limits.mailsPerHour;

/** What is limited, as the error message calls it. */
const nouns: Record<LimitedMail, string> = {
  invitations: 'invitations',
  requests: 'requests for integrations',
};

/**
 * Counts one more mail that an organisation sends to an address of its choice. Throws 429 once the
 * hour's number is used up, so that an account cannot be used for mass mail in our name.
 */
export const countMail = (
  deps: { db: Database; clock: Clock },
  tenantId: string,
  kind: LimitedMail,
): Promise<void> => {
  const maxCount = limits.mailsPerHour[kind];
  const sentence = `Your organisation has sent ${maxCount} ${nouns[kind]}`;
  return countWithinHour(deps, tenantId, { counterId: `mails ${kind}`, maxCount, sentence });
};

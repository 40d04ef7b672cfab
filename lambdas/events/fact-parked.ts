import { handleFacts } from '#lib/aws/fact-batch.ts';
import { parkFact } from '#lib/domain/listeners/park-fact.service.ts';
import { limits } from '#lib/kernel/limits.ts';
import { clock, log } from '../deps/process.ts';
import { db, forTenant } from '../deps/database.ts';

const park = parkFact({ db, clock, log });

/** Records facts that the queue gave up. If no failure was noted, every attempt was cut off. */
export const handler = handleFacts(
  (fact) =>
    forTenant(fact.tenant_id, () =>
      park(fact, {
        error: new Error('Every attempt was ended: it took too long or used too much memory.'),
        tries: limits.factTries,
      }),
    ),
  log,
);

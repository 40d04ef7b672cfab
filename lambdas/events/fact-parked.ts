import { takeFacts } from '#lib/aws/fact-batch.ts';
import { parkFact } from '#lib/domain/listeners/parked.service.ts';
import { limits } from '#lib/kernel/limits.ts';
import { deps } from '../deps.ts';

const park = parkFact(deps);

/** Facts that the queue gave up. Where no failure was noted, the handler was cut off every time. */
export const handler = takeFacts((fact) =>
  deps.forTenant(fact.tenant_id, () =>
    park(fact, {
      error: new Error('It was cut off every time: it took too long, or too much memory.'),
      tries: limits.factTries,
    }),
  ),
);

import { takeFacts } from '#lib/aws/fact-batch.ts';
import { parkFact } from '#lib/domain/listeners/parked.service.ts';
import { factHandler } from '#lib/facts.ts';
import { limits } from '#lib/kernel/limits.ts';
import { deps } from '../deps.ts';

const handle = factHandler(deps);
const park = parkFact(deps);

/** After its last try only this function knows why a fact failed; the queue moves it on. */
export const handler = takeFacts((fact, tries) =>
  deps.forTenant(fact.tenant_id, async () => {
    try {
      await handle(fact);
    } catch (error) {
      if (tries >= limits.factTries) await park(fact, { error, tries });
      throw error;
    }
  }),
);

import { handleFacts } from '#lib/aws/fact-batch.ts';
import { parkFact } from '#lib/domain/listeners/park-fact.service.ts';
import { factHandler } from '#lib/facts.ts';
import { limits } from '#lib/kernel/limits.ts';
import { db, forTenant } from '../deps/database.ts';
import { evaluateKey, openIntegration } from '../deps/engine.ts';
import { testConnection } from '../deps/test-connection.ts';
import { files } from '../deps/files.ts';
import { mail } from '../deps/mail.ts';
import { clock, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { runner } from '../deps/runner.ts';
import { site } from '../deps/site.ts';

const runStartDeps = { db, files, runner, mail, clock, log, site, evaluateKey };
const handle = factHandler({ ...runStartDeps, realtime, openIntegration, testConnection });
const park = parkFact({ db, clock, log });

/** Only this function knows why the last attempt failed, so it records it; the queue parks it. */
export const handler = handleFacts(
  (fact, tries) =>
    forTenant(fact.tenant_id, async () => {
      try {
        await handle(fact);
      } catch (error) {
        if (tries >= limits.factTries) await park(fact, { error, tries });
        throw error;
      }
    }),
  log,
);

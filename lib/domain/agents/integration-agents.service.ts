import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { containsText } from '#lib/kernel/text.ts';
import type { IntegrationAgents } from '../integrations/integration-agents.ts';
import { isOnline } from './agent.rules.ts';
import { agentStore } from './agent.store.ts';
import { deleteEnrolmentKeys } from './enrolment.service.ts';

type Deps = { db: Database; clock: Clock };

/** What integrations need to know about their agents. */
export const integrationAgents = ({ db, clock }: Deps): IntegrationAgents => ({
  async list(tenantId, integrationId) {
    const ids: string[] = [];
    let online: string | undefined;
    for await (const one of agentStore(db, tenantId).ofIntegration(integrationId)) {
      ids.push(one._id);
      if (isOnline(one, clock())) online ??= one.name;
    }
    return { ids, ...(online !== undefined && { online }) };
  },

  async findByAgentName(tenantId, text) {
    const found = new Set<string>();
    for await (const one of agentStore(db, tenantId).all()) {
      if (containsText(one.name, text)) found.add(one.integration_id);
    }
    return found;
  },

  async remove(tenantId, integrationId) {
    const store = agentStore(db, tenantId);
    for await (const { _id } of store.ofIntegration(integrationId)) {
      await store.delete(_id);
      await deleteEnrolmentKeys({ db }, tenantId, _id);
    }
  },
});

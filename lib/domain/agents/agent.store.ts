import { type Database, readItems } from '#lib/kernel/database.ts';
import { entityStore, existsCondition } from '#lib/kernel/entities.ts';
import { readPage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { type Agent, agent } from './agent.schema.ts';
import { agentTable } from './agent.table.ts';

/** The agents of one organisation. */
export const agentStore = (db: Database, tenantId: string) => {
  const agents = entityStore<Agent>(db, {
    table: agentTable,
    tenantId,
    parse: (item) => agent.parse(item),
  });

  const keyOf = (integrationId: string) => `${tenantId}#${integrationId}`;

  const ofIntegration = (integrationId: string) => ({
    table: agentTable,
    index: 'by_integration',
    partition: keyOf(integrationId),
  });

  return {
    get: agents.get,
    all: agents.all,
    underName: agents.underName,
    delete: agents.delete,

    create: (one: Omit<Agent, 'tenant_id'>): Promise<boolean> =>
      agents.create({ ...one, integration_key: keyOf(one.integration_id) } as typeof one),

    /** The agents of one integration, oldest first. */
    page: (integrationId: string, request: PageRequest): Promise<Page<Agent>> =>
      readPage(db, {
        question: ofIntegration(integrationId),
        request,
        scope: [integrationId],
        parse: (item) => agent.parse(item),
      }),

    async *ofIntegration(integrationId: string): AsyncGenerator<Agent> {
      for await (const item of readItems(db, ofIntegration(integrationId))) {
        yield agent.parse(item);
      }
    },

    /** Returns false if the agent no longer exists. */
    change: (id: string, fields: Partial<Agent>): Promise<boolean> =>
      agents.change(id, fields, existsCondition),
  };
};

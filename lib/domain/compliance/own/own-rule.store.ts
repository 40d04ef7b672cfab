import type { Database } from '#lib/kernel/database.ts';
import { entityStore, existsCondition } from '#lib/kernel/entities.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { containsText } from '#lib/kernel/text.ts';
import { type OwnRule, ownRule } from './own-rule.schema.ts';
import { ownRuleTable } from './own-rule.table.ts';

export type OwnRuleFilter = {
  integration_type?: string | undefined;
  enabled?: boolean | undefined;
  title?: string | undefined;
};

/** The own rules of one organisation, newest first. */
export const ownRuleStore = (db: Database, tenantId: string) => {
  const rules = entityStore<OwnRule>(db, {
    table: ownRuleTable,
    tenantId,
    parse: (item) => ownRule.parse(item),
    nameOf: ({ title }) => title,
    descending: true,
  });
  return {
    get: rules.get,

    page: (request: PageRequest, filter: OwnRuleFilter): Promise<Page<OwnRule>> =>
      rules.page(request, [filter], (one) => {
        const { integration_type, enabled, title } = filter;
        return (
          (integration_type === undefined || one.integration_type === integration_type) &&
          (enabled === undefined || one.enabled === enabled) &&
          containsText(one.title, title)
        );
      }),

    async all(): Promise<OwnRule[]> {
      const found: OwnRule[] = [];
      for await (const one of rules.all()) found.push(one);
      return found;
    },

    underName: rules.underName,
    create: rules.create,
    revise: rules.revise,

    /** Returns false if there is no such rule. */
    enable: (id: string, enabled: boolean, updated_at: string): Promise<boolean> =>
      rules.change(id, { enabled, updated_at }, existsCondition),

    delete: rules.delete,
  };
};

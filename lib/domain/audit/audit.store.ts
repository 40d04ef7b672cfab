import {
  asSettings,
  type Database,
  getItem,
  putNewItem,
  type Question,
  updateItem,
} from '#lib/kernel/database.ts';
import { readPage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { type AuditRecord, auditRecord } from './audit.schema.ts';
import type { AuditEnd } from './trail.rules.ts';
import { auditTable } from './audit.table.ts';

export type AuditFilter = {
  /** The bounds of the record ids, both included. */
  between: readonly [from: string, to: string];
  user?: string | undefined;
  actions: readonly string[];
};

/** With more actions than this the whole trail is filtered, which costs less than merging lists. */
const maxMergedActions = 8;

/** The audit trail of one organisation: it grows, and a concluded record never changes. */
export const auditStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });

  /** Queries of the narrowest index; the results for several actions are merged. */
  const questionsOf = ({
    between,
    user,
    actions,
  }: AuditFilter): readonly [Question, ...Question[]] => {
    const order = { table: auditTable, between, descending: true };
    if (user !== undefined) {
      return [{ ...order, index: 'by_user', partition: `${tenantId}#${user}` }];
    }
    const merged = actions.length > maxMergedActions ? [] : actions;
    const [first, ...more] = merged.map((action) => ({
      ...order,
      index: 'by_action',
      partition: `${tenantId}#${action}`,
    }));
    return first ? [first, ...more] : [{ ...order, partition: tenantId }];
  };

  return {
    async get(id: string): Promise<AuditRecord | undefined> {
      const item = await getItem(db, auditTable, keyOf(id));
      return item && auditRecord.parse(item);
    },

    /** Newest first. */
    page: (request: PageRequest, filter: AuditFilter): Promise<Page<AuditRecord>> =>
      readPage(db, {
        question: questionsOf(filter),
        request,
        scope: [filter],
        parse: (item) => auditRecord.parse(item),
        accept: ({ action_type }) =>
          filter.actions.length === 0 || filter.actions.includes(action_type),
      }),

    create: (one: Omit<AuditRecord, 'tenant_id'>): Promise<boolean> =>
      putNewItem(db, auditTable, {
        ...one,
        tenant_id: tenantId,
        user_key: `${tenantId}#${one.user_id}`,
        action_key: `${tenantId}#${one.action_type}`,
      }),

    /** Records once how a pending call ended; false if that was recorded before. */
    conclude: (id: string, end: AuditEnd): Promise<boolean> =>
      updateItem(db, auditTable, keyOf(id), asSettings(end), {
        text: '#o = :pending',
        names: { '#o': 'outcome' },
        values: { ':pending': 'pending' },
      }),
  };
};

import { isoTime } from '#lib/kernel/clock.ts';
import { type Database, deleteItem, putItem, readItems } from '#lib/kernel/database.ts';
import { entityStore } from '#lib/kernel/entities.ts';
import {
  type ComplianceDay,
  complianceDay,
  type ComplianceTotals,
  complianceTotals,
  type Evaluation,
  evaluation,
} from './evaluation.schema.ts';
import { complianceDayTable, evaluationTable } from './evaluation.table.ts';

const idOf = (integrationId: string, scanId: string): string => `${integrationId}.${scanId}`;

type NewEvaluation = Omit<Evaluation, 'tenant_id' | '_id'>;

/** The evaluations of one organisation, by integration and scan. */
export const evaluationStore = (db: Database, tenantId: string) => {
  const evaluations = entityStore<Evaluation>(db, {
    table: evaluationTable,
    tenantId,
    parse: (item) => evaluation.parse(item),
  });

  return {
    get: (integrationId: string, scanId: string): Promise<Evaluation | undefined> =>
      evaluations.get(idOf(integrationId, scanId)),

    /** Stores an evaluation, replacing that of an earlier attempt. */
    put: async (one: NewEvaluation): Promise<void> => {
      const _id = idOf(one.integration_id, one.scan_id);
      await putItem(db, evaluationTable, { ...one, tenant_id: tenantId, _id });
    },

    /** All evaluations of one integration, shown or not. */
    async of(integrationId: string): Promise<Evaluation[]> {
      const found: Evaluation[] = [];
      const prefix = `${integrationId}.`;
      const question = { table: evaluationTable, partition: tenantId, prefix };
      for await (const item of readItems(db, question)) found.push(evaluation.parse(item));
      return found;
    },

    delete: ({ _id }: Evaluation): Promise<boolean> => evaluations.delete(_id),
  };
};

const day = 24 * 3600_000;

/** How long the events that started runs are kept (ms): longer than any run takes. */
export const eventRetentionMs = 90 * day;

/** How long the history of a day is kept (days). */
export const historyRetentionDays = 2 * 365;

const dayId = (of: string, integrationId: string): string => `${of}#${integrationId}`;

/** The daily results of the rules of one organisation. */
export const complianceDayStore = (db: Database, tenantId: string) => ({
  put: async (one: Omit<ComplianceDay, 'tenant_id' | '_id'>): Promise<void> => {
    const _id = dayId(one.day, one.integration_id);
    await putItem(db, complianceDayTable, { ...one, tenant_id: tenantId, _id });
  },

  /** All days (UTC) that may still have an entry at `now` (ms). */
  keptUntil: (now: number): string[] =>
    Array.from({ length: historyRetentionDays + 1 }, (_, ago) =>
      isoTime(now - ago * day).slice(0, 10),
    ),

  delete: (of: string, integrationId: string): Promise<boolean> =>
    deleteItem(db, complianceDayTable, { tenant_id: tenantId, _id: dayId(of, integrationId) }),

  /** The entries from one day to another, both inclusive. */
  async between(from: string, to: string): Promise<ComplianceDay[]> {
    const found: ComplianceDay[] = [];
    const between = [`${from}#`, `${to}#\uffff`] as const;
    const question = { table: complianceDayTable, partition: tenantId, between };
    for await (const item of readItems(db, question)) found.push(complianceDay.parse(item));
    return found;
  },
});

/** The same without the benchmarks, which make up most of the size of a day. */
export const complianceTotalsStore = (db: Database, tenantId: string) => {
  const attributes = Object.keys(complianceTotals.shape);
  const days = { table: complianceDayTable, partition: tenantId, attributes };
  return {
    /** The entries before a day, back to `oldest`, latest first; `limit` is the size of a read. */
    async *before(of: string, oldest: string, limit: number): AsyncGenerator<ComplianceTotals> {
      const question = { ...days, between: [`${oldest}#`, `${of}#`] as const, descending: true };
      const items = readItems(db, question, { limit });
      for await (const item of items) yield complianceTotals.parse(item);
    },

    /** The entries from one day to another, both inclusive, oldest first. */
    async between(from: string, to: string): Promise<ComplianceTotals[]> {
      const found: ComplianceTotals[] = [];
      const question = { ...days, between: [`${from}#`, `${to}#\uffff`] as const };
      for await (const item of readItems(db, question)) found.push(complianceTotals.parse(item));
      return found;
    },
  };
};

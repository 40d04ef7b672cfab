import { isoTime } from '#lib/kernel/clock.ts';
import { type Database, deleteItem, putItem, readItems } from '#lib/kernel/database.ts';
import { entities } from '#lib/kernel/entities.ts';
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

type Written = Omit<Evaluation, 'tenant_id' | '_id'>;

/** The evaluations of one organisation, by integration and scan. */
export const evaluationStore = (db: Database, tenantId: string) => {
  const evaluations = entities<Evaluation>(db, {
    table: evaluationTable,
    tenantId,
    parse: (item) => evaluation.parse(item),
  });

  return {
    get: (integrationId: string, scanId: string): Promise<Evaluation | undefined> =>
      evaluations.get(idOf(integrationId, scanId)),

    /** Writes one in place of what an earlier attempt has written. */
    put: async (one: Written): Promise<void> => {
      const _id = idOf(one.integration_id, one.scan_id);
      await putItem(db, evaluationTable, { ...one, tenant_id: tenantId, _id });
    },

    /** All of one integration, whether they are shown or not. */
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

/** What runs read that findings started is kept so long: longer than any of them takes (ms). */
export const keptEvents = 90 * day;

/** The history of a day is kept so long. */
export const keptDays = 2 * 365;

const dayId = (of: string, integrationId: string): string => `${of}#${integrationId}`;

/** What the rules of one organisation came to day by day. */
export const complianceDayStore = (db: Database, tenantId: string) => ({
  put: async (one: Omit<ComplianceDay, 'tenant_id' | '_id'>): Promise<void> => {
    const _id = dayId(one.day, one.integration_id);
    await putItem(db, complianceDayTable, { ...one, tenant_id: tenantId, _id });
  },

  /** The days of which there may be something (ms). */
  keptUntil: (now: number): string[] =>
    Array.from({ length: keptDays + 1 }, (_, ago) => isoTime(now - ago * day).slice(0, 10)),

  delete: (of: string, integrationId: string): Promise<boolean> =>
    deleteItem(db, complianceDayTable, { tenant_id: tenantId, _id: dayId(of, integrationId) }),

  /** Those from one day to another, both included. */
  async between(from: string, to: string): Promise<ComplianceDay[]> {
    const found: ComplianceDay[] = [];
    const between = [`${from}#`, `${to}#\uffff`] as const;
    const question = { table: complianceDayTable, partition: tenantId, between };
    for await (const item of readItems(db, question)) found.push(complianceDay.parse(item));
    return found;
  },
});

/** The same without the benchmarks, which are most of what a day weighs. */
export const complianceTotalsStore = (db: Database, tenantId: string) => {
  const attributes = Object.keys(complianceTotals.shape);
  const days = { table: complianceDayTable, partition: tenantId, attributes };
  return {
    /** Those before a day, back to the oldest one asked for, the latest first; so many a call. */
    async *before(of: string, oldest: string, limit: number): AsyncGenerator<ComplianceTotals> {
      const question = { ...days, between: [`${oldest}#`, `${of}#`] as const, descending: true };
      const items = readItems(db, question, { limit });
      for await (const item of items) yield complianceTotals.parse(item);
    },

    /** Those from one day to another, both included, the oldest first. */
    async between(from: string, to: string): Promise<ComplianceTotals[]> {
      const found: ComplianceTotals[] = [];
      const question = { ...days, between: [`${from}#`, `${to}#\uffff`] as const };
      for await (const item of readItems(db, question)) found.push(complianceTotals.parse(item));
      return found;
    },
  };
};

import { type Condition, type Database, readItems, updateItem } from '#lib/kernel/database.ts';
import { entityStore } from '#lib/kernel/entities.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import type { InventoryType } from '../inventoried-clouds.schema.ts';
import type { NotStarted, Scan, ScanState, TableResult } from './scan.schema.ts';
import { scan } from './scan.schema.ts';
import { scanTable } from './scan.table.ts';

export type ScanFilter = {
  state?: ScanState | undefined;
  integration_type?: readonly InventoryType[] | undefined;
  integration_id?: string | undefined;
  /** Limits for the start time (ISO), both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  evaluated?: boolean | undefined;
};

const matchesFilter =
  ({ state, integration_type, integration_id, from, to, evaluated }: ScanFilter) =>
  (one: Scan): boolean =>
    (!state || one.state === state) &&
    (!integration_type || integration_type.includes(one.integration_type)) &&
    (!integration_id || one.integration_id === integration_id) &&
    (from === undefined || one.created_at >= from) &&
    (to === undefined || one.created_at <= to) &&
    (evaluated === undefined || (one.evaluator_result !== undefined) === evaluated);

const unreportedCondition: Condition = {
  text: '#open = :open',
  names: { '#open': 'open' },
  values: { ':open': 'untold' },
};

const openCondition: Condition = {
  text: '#state = :state',
  names: { '#state': 'state' },
  values: { ':state': 'IN_PROGRESS' },
};

/** The scans of one organisation. Each step of a scan is one conditional write. */
export const scanStore = (db: Database, tenantId: string) => {
  const scans = entityStore<Scan>(db, {
    table: scanTable,
    tenantId,
    parse: (item) => scan.parse(item),
    descending: true,
  });

  return {
    get: scans.get,
    create: scans.create,

    page: (request: PageRequest, filter: ScanFilter): Promise<Page<Scan>> =>
      scans.page(request, [filter], matchesFilter(filter)),

    /** Returns false if the scan is over. */
    plan: (id: string, tables: readonly string[], now: string): Promise<boolean> =>
      scans.change(id, { tables: [...tables], updated_at: now }, openCondition),

    /** Stores a table's result; false if the scan is over or the table already has one. */
    endTable: (id: string, table: string, result: TableResult): Promise<boolean> =>
      updateItem(
        db,
        scanTable,
        { tenant_id: tenantId, _id: id },
        [
          [['results', table], result],
          [['updated_at'], result.ended_at],
        ],
        {
          text: '#state = :state AND attribute_not_exists(#results.#table)',
          names: { '#state': 'state', '#results': 'results', '#table': table },
          values: { ':state': 'IN_PROGRESS' },
        },
      ),

    /** Returns false if the scan is over. */
    change: (id: string, fields: Partial<Scan>): Promise<boolean> =>
      scans.change(id, fields, openCondition),

    /** Records that all changes of findings were reported. */
    allTold: (id: string): Promise<boolean> =>
      scans.change(id, { open: undefined }, unreportedCondition),

    /** Ends a scan, with the changes of findings to report (`untold`); false if it was over. */
    end: (
      id: string,
      end: Pick<Scan, 'state' | 'updated_at'> &
        Partial<Pick<Scan, 'cause' | 'untold' | 'rules_problem'>>,
    ): Promise<boolean> => {
      const open = Object.keys(end.untold ?? {}).length > 0 ? ('untold' as const) : undefined;
      return scans.change(id, { untold: undefined, ...end, open }, openCondition);
    },

    /** Records that one change of findings was reported; if it is the last, that all were. */
    markTold: (
      { _id, untold = {} }: Pick<Scan, '_id' | 'untold'>,
      key: string,
      notStarted: readonly NotStarted[],
    ): Promise<boolean> => {
      const isLast = Object.keys(untold).every((one) => one === key);
      return updateItem(
        db,
        scanTable,
        { tenant_id: tenantId, _id },
        [
          [['untold', key], undefined],
          ...(notStarted.length > 0 ? [[['not_started', key], notStarted] as const] : []),
          ...(isLast ? [[['open'], undefined] as const] : []),
        ],
        {
          text: 'attribute_exists(#untold.#key)',
          names: { '#untold': 'untold', '#key': key },
        },
      );
    },
  };
};

/**
 * The scans of all organisations that are in progress, earliest deadline first; or those with
 * changes of findings still to report.
 */
export async function* listOpenScans(
  db: Database,
  partition: NonNullable<Scan['open']> = 'open',
): AsyncGenerator<Scan> {
  const question = { table: scanTable, index: 'open', partition };
  for await (const item of readItems(db, question)) yield scan.parse(item);
}

import {
  type Database,
  getItem,
  putNewItem,
  readEntries,
  type Setting,
  updateItem,
} from '#lib/kernel/database.ts';
import { existsCondition } from '#lib/kernel/entities.ts';
import { type Organisation, organisation } from './organisation.schema.ts';
import { organisationTable } from './organisation.table.ts';

type NewOrganisation = Pick<Organisation, 'name' | 'created_at' | 'default_role_id' | 'roots'>;

/** Index key of all organisations whose ended runs are checked, sorted by the next check. */
const retentionPartition = 'runs';

/** The record of one organisation. */
export const organisationStore = (db: Database, tenantId: string) => {
  const key = { tenant_id: tenantId, _id: 'organisation' };
  const set = (...settings: Setting[]) =>
    updateItem(db, organisationTable, key, settings, existsCondition);

  return {
    async get(): Promise<Organisation | undefined> {
      const item = await getItem(db, organisationTable, key);
      return item && organisation.parse(item);
    },

    create: (one: NewOrganisation): Promise<boolean> =>
      putNewItem(db, organisationTable, { ...key, ...one }),

    setSample: (sample: NonNullable<Organisation['sample']>) => set([['sample'], sample]),

    setDefaultRole: (id: string) => set([['default_role_id'], id]),

    /** For organisations created by release 0.1.0, which stored none. */
    setFirstRoots: (roots: Organisation['roots']): Promise<boolean> =>
      updateItem(db, organisationTable, key, [[['roots'], roots]], {
        text: 'attribute_exists(#id) AND attribute_not_exists(#roots)',
        names: { '#id': '_id', '#roots': 'roots' },
      }),

    /** Begins to check its ended runs at this time (ISO time); false if that has begun already. */
    beginRetention: (retention_at: string): Promise<boolean> =>
      updateItem(
        db,
        organisationTable,
        key,
        [
          [['retention'], retentionPartition],
          [['retention_at'], retention_at],
        ],
        {
          text: 'attribute_exists(#id) AND attribute_not_exists(#at)',
          names: { '#id': '_id', '#at': 'retention_at' },
        },
      ),

    /** Claims the due check and schedules the next; false if another process has claimed it. */
    takeRetention: ({ due, next }: { due: string; next: string }): Promise<boolean> =>
      updateItem(db, organisationTable, key, [[['retention_at'], next]], {
        text: '#at = :due',
        names: { '#at': 'retention_at' },
        values: { ':due': due },
      }),

    addRoot: (email: string) => set([['roots', email], true]),

    /** Returns false if no other ROOT user would be left. */
    removeRoot: (email: string): Promise<boolean> =>
      updateItem(db, organisationTable, key, [[['roots', email], undefined]], {
        text: 'size(#roots) > :one OR attribute_not_exists(#roots.#email)',
        names: { '#roots': 'roots', '#email': email },
        values: { ':one': 1 },
      }),

    /** For a user who is no longer ROOT. */
    forgetRoot: (email: string) => set([['roots', email], undefined]),
  };
};

/** Organisations whose ended runs must be checked (`now`: ISO time), the longest overdue first. */
export async function* dueRetentions(
  db: Database,
  now: string,
): AsyncGenerator<{ tenant_id: string; due: string }> {
  const between = ['', now] as const;
  const question = {
    table: organisationTable,
    index: 'retention',
    partition: retentionPartition,
    between,
  };
  for await (const { tenant_id, retention_at } of readEntries(db, question, {})) {
    yield { tenant_id: String(tenant_id), due: String(retention_at) };
  }
}

import {
  type Database,
  getItem,
  putNewItem,
  readEntries,
  type Setting,
  updateItem,
} from '#lib/kernel/database.ts';
import { exists } from '#lib/kernel/entities.ts';
import { type Organisation, organisation } from './organisation.schema.ts';
import { organisationTable } from './organisation.table.ts';

type NewOrganisation = Pick<Organisation, 'name' | 'created_at' | 'default_role_id' | 'roots'>;

/** Key of the index of all organisations by when their ended runs are looked through. */
const retained = 'runs';

/** The record of one organisation. */
export const organisationStore = (db: Database, tenantId: string) => {
  const key = { tenant_id: tenantId, _id: 'organisation' };
  const set = (...settings: Setting[]) => updateItem(db, organisationTable, key, settings, exists);

  return {
    async get(): Promise<Organisation | undefined> {
      const item = await getItem(db, organisationTable, key);
      return item && organisation.parse(item);
    },

    create: (one: NewOrganisation): Promise<boolean> =>
      putNewItem(db, organisationTable, { ...key, ...one }),

    setSample: (sample: NonNullable<Organisation['sample']>) => set([['sample'], sample]),

    setDefaultRole: (id: string) => set([['default_role_id'], id]),

    /** For an organisation of release 0.1.0, which kept none. */
    setFirstRoots: (roots: Organisation['roots']): Promise<boolean> =>
      updateItem(db, organisationTable, key, [[['roots'], roots]], {
        text: 'attribute_exists(#id) AND attribute_not_exists(#roots)',
        names: { '#id': '_id', '#roots': 'roots' },
      }),

    /** From this moment on (ISO time) its ended runs are looked through; false where they are. */
    beginRetention: (retention_at: string): Promise<boolean> =>
      updateItem(
        db,
        organisationTable,
        key,
        [
          [['retention'], retained],
          [['retention_at'], retention_at],
        ],
        {
          text: 'attribute_exists(#id) AND attribute_not_exists(#at)',
          names: { '#id': '_id', '#at': 'retention_at' },
        },
      ),

    /** Takes the look that is due, for the next one; false where somebody else has. */
    takeRetention: ({ due, next }: { due: string; next: string }): Promise<boolean> =>
      updateItem(db, organisationTable, key, [[['retention_at'], next]], {
        text: '#at = :due',
        names: { '#at': 'retention_at' },
        values: { ':due': due },
      }),

    addRoot: (email: string) => set([['roots', email], true]),

    /** False where nobody else would be left. */
    removeRoot: (email: string): Promise<boolean> =>
      updateItem(db, organisationTable, key, [[['roots', email], undefined]], {
        text: 'size(#roots) > :one OR attribute_not_exists(#roots.#email)',
        names: { '#roots': 'roots', '#email': email },
        values: { ':one': 1 },
      }),

    /** For somebody who is ROOT no more. */
    forgetRoot: (email: string) => set([['roots', email], undefined]),
  };
};

/** The organisations whose ended runs are to be looked through (`now`: ISO time), oldest first. */
export async function* dueRetentions(
  db: Database,
  now: string,
): AsyncGenerator<{ tenant_id: string; due: string }> {
  const between = ['', now] as const;
  const question = { table: organisationTable, index: 'retention', partition: retained, between };
  for await (const { tenant_id, retention_at } of readEntries(db, question, {})) {
    yield { tenant_id: String(tenant_id), due: String(retention_at) };
  }
}

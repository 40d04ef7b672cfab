import type { Database } from '#lib/kernel/database.ts';
import { entities } from '#lib/kernel/entities.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { containsText } from '#lib/kernel/text.ts';
import { type Credential, credential } from './credential.schema.ts';
import { credentialTable } from './credential.table.ts';

type Filter = { kind?: string | undefined; name?: string | undefined };

/** The credentials of one organisation, with their secrets sealed. */
export const credentialStore = (db: Database, tenantId: string) => {
  const credentials = entities(db, {
    table: credentialTable,
    tenantId,
    parse: (item) => credential.parse(item),
    descending: true,
  });

  return {
    get: credentials.get,

    page: (request: PageRequest, { kind, name }: Filter): Promise<Page<Credential>> =>
      credentials.page(
        request,
        [kind, name],
        (one) => (!kind || one.kind === kind) && containsText(one.name, name),
      ),

    underName: credentials.underName,
    create: credentials.create,
    change: credentials.revise,
    delete: credentials.delete,
  };
};

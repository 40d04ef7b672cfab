import type { AuditRecord } from '#lib/domain/audit/audit.schema.ts';
import { auditStore } from '#lib/domain/audit/audit.store.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedBounds } from '#lib/kernel/ids.ts';

/** The whole audit trail of an organisation, the newest first. */
export const auditRecordsOf = async ({
  db,
  tenant_id,
}: {
  db: Database;
  tenant_id: string;
}): Promise<AuditRecord[]> => {
  const all = { between: timedBounds('aud', 0), actions: [] };
  return (await auditStore(db, tenant_id).page({ number_of_items: 100 }, all)).items;
};

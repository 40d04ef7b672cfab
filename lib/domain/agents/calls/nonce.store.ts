import { type Database, putNewItem } from '#lib/kernel/database.ts';
import { agentNonceTable } from '../jobs/job.table.ts';

/** Stores the nonce of a call until `gone_at` (epoch seconds); false if it was already used. */
export const keepNonce = (
  db: Database,
  { tenant_id, agent_id, nonce }: { tenant_id: string; agent_id: string; nonce: string },
  gone_at: number,
): Promise<boolean> =>
  putNewItem(db, agentNonceTable, { tenant_id, _id: `${agent_id}#${nonce}`, gone_at });

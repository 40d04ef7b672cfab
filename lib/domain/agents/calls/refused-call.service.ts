import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import { auditStore } from '../../audit/audit.store.ts';
import type { Agent } from '../agent.schema.ts';

/** Its id and name in the audit trail. */
export const refusedCallAuditAction = {
  _id: 'refuse_agent_call',
  name: 'Refuse a call of an agent',
};

type Rejection = { reason: string; now: number; address?: string | undefined };

const minute = 60_000;

/** Audits that a call in the name of an agent was rejected: at most once a minute per reason. */
export const auditRefusedCall = async (
  db: Database,
  { tenant_id, _id, user_id }: Agent,
  { reason, now, address }: Rejection,
): Promise<void> => {
  const minuteStart = now - (now % minute);
  await auditStore(db, tenant_id).create({
    _id: derivedId('aud', minuteStart, _id, reason),
    user_id,
    ...(address !== undefined && { address: address.slice(0, 60) }),
    action_type: refusedCallAuditAction._id,
    created_at: isoTime(now),
    method: 'POST',
    url: `/agents/${tenant_id}/${_id}`,
    object_type: 'agent',
    object_id: _id,
    outcome: 'refused',
    status: 401,
    reason: reason.slice(0, 500),
  });
};

import { auditStore } from '#lib/domain/audit/audit.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { canary, type Example } from '../example.ts';

export const example: Example = {
  furnish: async ({ db, tenant_id, time }) => {
    const audit_id = timedId('aud', time.now);
    await auditStore(db, tenant_id).create({
      _id: audit_id,
      user_id: canary,
      action_type: 'delete_bot',
      created_at: isoTime(time.now),
      method: 'DELETE',
      url: `/api/bots/${canary}`,
      object_type: 'bot',
      outcome: 'done',
      status: 200,
    });
    return { audit_id };
  },
};

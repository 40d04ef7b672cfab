import type { Database } from '#lib/kernel/database.ts';
import { timedBounds } from '#lib/kernel/ids.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { userStore } from '../users/user.store.ts';
import type { auditRoutes } from './audit.routes.ts';
import type { AuditRecord, AuditRecordView } from './audit.schema.ts';
import { auditStore } from './audit.store.ts';

/** An action of the audit trail with its display name. */
export type AuditAction = { _id: string; name: string };

/** `auditActions` is a function, so that the routes it needs are loaded only for that list. */
export type AuditDeps = { db: Database; auditActions: () => Promise<readonly AuditAction[]> };

const view = ({ tenant_id: _, ...visibleFields }: AuditRecord): AuditRecordView => visibleFields;

/** Ids begin with milliseconds since 1970, so earlier dates count as 1970. */
const msOf = (date: string | undefined): number | undefined =>
  date === undefined ? undefined : Math.max(0, Date.parse(date));

/** Calls of the audit area, one function a route. */
export const auditService = ({ db, auditActions }: AuditDeps): Service<typeof auditRoutes> => ({
  async listAuditTrails({ tenant_id }, query) {
    const { start_date, end_date, user, action: actions = [], ...request } = query;
    const between = timedBounds('aud', msOf(start_date) ?? 0, msOf(end_date));
    const filter = { between, user, actions };
    const page = await auditStore(db, tenant_id).page(request, filter);
    return { ...page, items: page.items.map(view) };
  },

  listAuditActions: async () => ({ items: [...(await auditActions())] }),

  async listAuditUsers({ tenant_id }, request) {
    const page = await userStore(db, tenant_id).page(request, {});
    return { ...page, items: page.items.map(({ _id, name }) => ({ _id, name })) };
  },

  async getAuditRecord({ tenant_id }, { audit_id }) {
    const found = await auditStore(db, tenant_id).get(audit_id);
    if (!found) throw notFound('record');
    return view(found);
  },
});

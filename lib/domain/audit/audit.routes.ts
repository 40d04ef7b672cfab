import * as z from 'zod';
import { commaList, pageQuery } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { rangeOrderCheck } from '#lib/kernel/time-range.ts';
import { auditPage, auditRecordView } from './audit.schema.ts';

const moment = z.iso.datetime('Enter the time in the format 2026-09-01T00:00:00Z.').optional();
const name = z.object({ _id: z.string(), name: z.string() });

/** Calls of the audit area: a log that is read but never changed. */
export const auditRoutes = defineRoutes({
  listAuditTrails: {
    method: 'GET',
    path: 'audit_trails',
    permission: 'read_audit_trail',
    resource: 'audit_trail',
    input: z
      .strictObject({
        ...pageQuery(),
        /** Both ends are included. */
        start_date: moment,
        end_date: moment,
        user: z.string().max(254).optional(),
        /** Any of these action types, including those that only older releases recorded. */
        action: commaList(z.string().min(1).max(100)).optional(),
      })
      .check(rangeOrderCheck('start_date', 'end_date')),
    output: auditPage,
    audit: 'List the audit trail',
  },
  listAuditActions: {
    method: 'GET',
    path: 'audit_trails/actions',
    permission: 'read_audit_trail',
    resource: 'audit_trail',
    input: z.strictObject({}),
    output: z.object({ items: z.array(name) }),
    audit: 'List the actions of the audit trail',
  },
  listAuditUsers: {
    method: 'GET',
    path: 'audit_trails/users',
    permission: 'read_audit_trail',
    resource: 'audit_trail',
    input: z.strictObject(pageQuery()),
    output: z.object({ items: z.array(name), next: z.string().optional() }),
    audit: 'List the people of the audit trail',
  },
  getAuditRecord: {
    method: 'GET',
    path: 'audit_trails/{audit_id}',
    permission: 'read_audit_trail',
    resource: 'audit_trail',
    input: z.strictObject({ audit_id: z.string().max(60) }),
    output: auditRecordView,
    audit: 'Read a record of the audit trail',
  },
});

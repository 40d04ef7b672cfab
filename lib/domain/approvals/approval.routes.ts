import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { pageQuery, wholeNumber } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import {
  approvalActionCall,
  approvalPage,
  approvalStatus,
  approvalView,
  decidedApproval,
  decisionEvidence,
  resourcePage,
} from './approval.schema.ts';
import { impact } from './impact.schema.ts';

const approvalIdInput = { approval_id: z.string().max(80) };

/** Calls of the approvals area. A GET never decides. */
export const approvalRoutes = defineRoutes({
  listApprovals: {
    method: 'GET',
    path: 'approvals',
    permission: 'read_approval',
    resource: 'approval',
    input: z.strictObject({
      ...pageQuery(),
      status: approvalStatus.optional(),
      /** The id of a resource: only approvals that contain it are listed. */
      resource: z.string().min(1).max(2048).optional(),
    }),
    output: approvalPage,
    audit: 'List approvals',
  },
  getApproval: {
    method: 'GET',
    path: 'approvals/{approval_id}',
    permission: 'read_approval',
    resource: 'approval',
    input: z.strictObject(approvalIdInput),
    output: approvalView,
    audit: 'Read an approval',
  },
  listApprovalResources: {
    method: 'GET',
    path: 'approvals/{approval_id}/resources',
    permission: 'read_approval',
    resource: 'approval',
    input: z.strictObject({
      ...approvalIdInput,
      ...pageQuery(limits.listenerPageSize),
      approved_only: z.enum(['true', 'false']).optional(),
      /** The iteration of the loop that asks; for any other iteration the list is empty. */
      loop_start: z.string().max(100).optional(),
      current_iterator: wholeNumber(0, 1_000_000).optional(),
    }),
    output: resourcePage,
    audit: "List an approval's resources",
  },
  countApprovalResources: {
    method: 'GET',
    path: 'approvals/{approval_id}/resources/count',
    permission: 'read_approval',
    resource: 'approval',
    input: z.strictObject(approvalIdInput),
    output: impact,
    audit: "Count an approval's resources",
  },
  resolveApproval: {
    method: 'POST',
    path: 'approvals/{approval_id}/resolve',
    permission: 'update_approval',
    resource: 'approval',
    input: approvalActionCall,
    output: decidedApproval,
    audit: 'Approve or reject',
    evidence: decisionEvidence,
  },
});

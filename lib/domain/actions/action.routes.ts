import * as z from 'zod';
import { fileKinds } from '#lib/kernel/file-kinds.ts';
import { limits } from '#lib/kernel/limits.ts';
import { pageQuery, searchText, wholeNumber } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { typeName } from '../integrations/integration.schema.ts';
import { actionPage, actionUse, actionView, owners } from './action.schema.ts';
import { exportedAction, importModes } from './action-file.schema.ts';
import { actionTest, actionTestInput } from './action-test.schema.ts';
import { executableTypes } from './definition.schema.ts';
import { actionChange, actionVersionPage, newAction } from './own-action.schema.ts';

const read = { permission: 'read_action', resource: 'action' } as const;
const create = { permission: 'create_action', resource: 'action' } as const;
const update = { permission: 'update_action', resource: 'action' } as const;

const actionIdInput = { action_id: z.string().max(100) };

/** Audit settings: hidden fields may contain secrets, skipped ones are derived. */
const auditSettings = {
  shownBy: 'getAction',
  // Headers, parameters and code written by users may contain secrets.
  hide: ['call'],
  skip: ['category', 'owner', 'calls', 'version', 'updated_at', 'updated_by'],
} as const;

/** Calls of the actions area. */
export const actionRoutes = defineRoutes({
  listActions: {
    method: 'GET',
    path: 'actions',
    ...read,
    input: z.strictObject({
      ...pageQuery(),
      /** Forms that offer actions read all of them at once. */
      number_of_items: wholeNumber(1, limits.listenerPageSize).default(10),
      integration_type: typeName.optional(),
      action_type: z.enum(executableTypes).optional(),
      approval_required: z.enum(['true', 'false'], 'Give true or false.').optional(),
      search_text: searchText.optional(),
      /** `self`: only the organisation's own actions. */
      owner: z.enum(owners).optional(),
    }),
    output: actionPage,
    audit: 'List actions',
  },
  getAction: {
    method: 'GET',
    path: 'actions/{action_id}',
    ...read,
    /** `version` selects a version of an own action; defaults to the current one. */
    input: z.strictObject({ ...actionIdInput, version: wholeNumber(1, 1_000_000).optional() }),
    output: actionView,
    audit: 'Read an action',
  },
  getActionUse: {
    method: 'GET',
    path: 'actions/{action_id}/use',
    ...read,
    input: z.strictObject(actionIdInput),
    output: z.object({ items: z.array(actionUse) }),
    audit: 'List the bots that use an action',
  },
  createAction: {
    method: 'POST',
    path: 'actions',
    ...create,
    input: newAction,
    output: actionView,
    changes: auditSettings,
    audit: 'Create an action',
    status: 201,
  },
  /** Copies any action as one of the organisation's own. */
  duplicateAction: {
    method: 'POST',
    path: 'actions/{action_id}/duplicate',
    ...create,
    input: z.strictObject(actionIdInput),
    output: actionView,
    changes: auditSettings,
    audit: 'Copy an action',
    status: 201,
  },
  updateAction: {
    method: 'PUT',
    path: 'actions/{action_id}',
    ...update,
    input: actionChange,
    output: actionView,
    changes: auditSettings,
    audit: 'Change an action',
  },
  exportAction: {
    method: 'GET',
    path: 'actions/{action_id}/export',
    ...read,
    input: z.strictObject({ ...actionIdInput, kind: z.enum(fileKinds).default('yaml') }),
    output: exportedAction,
    audit: 'Export an action as a file',
  },
  importAction: {
    method: 'POST',
    path: 'actions/import',
    ...create,
    input: z.strictObject({
      text: z.string().max(limits.apiBody),
      /** `version` also requires permission to update actions. */
      as: z.enum(importModes).default('new'),
    }),
    output: actionView,
    changes: auditSettings,
    audit: 'Import an action from a file',
    status: 201,
  },
  testAction: {
    method: 'POST',
    path: 'actions/{action_id}/test',
    permission: 'test_action',
    resource: 'action',
    input: actionTestInput,
    output: actionTest,
    audit: 'Test an action',
    evidence: ({ integration_id, clients, dry_run }) => ({
      Integration: integration_id ?? (Object.values(clients ?? {}).join(', ') || 'none'),
      'Dry run': dry_run ? 'yes' : 'no',
    }),
  },
  listActionVersions: {
    method: 'GET',
    path: 'actions/{action_id}/versions',
    ...read,
    input: z.strictObject({ ...pageQuery(), ...actionIdInput }),
    output: actionVersionPage,
    audit: 'List the versions of an action',
  },
  restoreActionVersion: {
    method: 'POST',
    path: 'actions/{action_id}/restore',
    ...update,
    input: z.strictObject({
      ...actionIdInput,
      version: z.number().int().min(1),
      /** The version last seen: the call is rejected (409) if somebody has changed it since. */
      base_version: z.number().int().min(1),
    }),
    output: actionView,
    changes: auditSettings,
    audit: 'Restore a version of an action',
  },
  deleteAction: {
    method: 'DELETE',
    path: 'actions/{action_id}',
    permission: 'delete_action',
    resource: 'action',
    /** Bots that use it would fail at those nodes: rejected with 409 unless `although_used`. */
    input: z.strictObject({
      ...actionIdInput,
      although_used: z.enum(['true', 'false']).default('false'),
    }),
    output: z.object({}),
    changes: auditSettings,
    audit: 'Delete an action',
  },
});

import * as z from 'zod';
import { fileKinds } from '#lib/kernel/file-kinds.ts';
import { limits } from '#lib/kernel/limits.ts';
import { pageQuery, searchText, wholeNumber } from '#lib/kernel/page.ts';
import { routes } from '#lib/kernel/route.ts';
import { typeName } from '../integrations/integration.schema.ts';
import { actionPage, actionUse, actionView, owners } from './action.schema.ts';
import { exportedAction, importWays } from './action-file.schema.ts';
import { actionTest, actionTestInput } from './action-test.schema.ts';
import { executableTypes } from './definition.schema.ts';
import { actionChange, actionVersionPage, newAction } from './own-action.schema.ts';

const read = { permission: 'read_action', resource: 'action' } as const;
const making = { permission: 'create_action', resource: 'action' } as const;
const changing = { permission: 'update_action', resource: 'action' } as const;

const one = { action_id: z.string().max(100) };

/** Audit settings: hidden fields may contain secrets, skipped ones are derived. */
const shown = {
  shownBy: 'getAction',
  // Headers, parameters and code written by users may contain secrets.
  hide: ['call'],
  skip: ['category', 'owner', 'calls', 'version', 'updated_at', 'updated_by'],
} as const;

/** Calls of the actions area. */
export const actionRoutes = routes({
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
    input: z.strictObject({ ...one, version: wholeNumber(1, 1_000_000).optional() }),
    output: actionView,
    audit: 'Read an action',
  },
  getActionUse: {
    method: 'GET',
    path: 'actions/{action_id}/use',
    ...read,
    input: z.strictObject(one),
    output: z.object({ items: z.array(actionUse) }),
    audit: 'List the bots that use an action',
  },
  createAction: {
    method: 'POST',
    path: 'actions',
    ...making,
    input: newAction,
    output: actionView,
    changes: shown,
    audit: 'Create an action',
    status: 201,
  },
  /** Copies any action as one of the organisation's own. */
  duplicateAction: {
    method: 'POST',
    path: 'actions/{action_id}/duplicate',
    ...making,
    input: z.strictObject(one),
    output: actionView,
    changes: shown,
    audit: 'Copy an action',
    status: 201,
  },
  updateAction: {
    method: 'PUT',
    path: 'actions/{action_id}',
    ...changing,
    input: actionChange,
    output: actionView,
    changes: shown,
    audit: 'Change an action',
  },
  exportAction: {
    method: 'GET',
    path: 'actions/{action_id}/export',
    ...read,
    input: z.strictObject({ ...one, kind: z.enum(fileKinds).default('yaml') }),
    output: exportedAction,
    audit: 'Export an action as a file',
  },
  importAction: {
    method: 'POST',
    path: 'actions/import',
    ...making,
    input: z.strictObject({
      text: z.string().max(limits.apiBody),
      /** `version` also requires permission to update actions. */
      as: z.enum(importWays).default('new'),
    }),
    output: actionView,
    changes: shown,
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
    input: z.strictObject({ ...pageQuery(), ...one }),
    output: actionVersionPage,
    audit: 'List the versions of an action',
  },
  restoreActionVersion: {
    method: 'POST',
    path: 'actions/{action_id}/restore',
    ...changing,
    input: z.strictObject({
      ...one,
      version: z.number().int().min(1),
      /** The version last seen: the call is rejected (409) if somebody has changed it since. */
      base_version: z.number().int().min(1),
    }),
    output: actionView,
    changes: shown,
    audit: 'Restore a version of an action',
  },
  deleteAction: {
    method: 'DELETE',
    path: 'actions/{action_id}',
    permission: 'delete_action',
    resource: 'action',
    /** Bots that use it would fail at those nodes: rejected with 409 unless `although_used`. */
    input: z.strictObject({ ...one, although_used: z.enum(['true', 'false']).default('false') }),
    output: z.object({}),
    changes: shown,
    audit: 'Delete an action',
  },
});

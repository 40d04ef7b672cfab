import * as z from 'zod';
import { pageQuery, searchText } from '#lib/kernel/page.ts';
import { routes } from '#lib/kernel/route.ts';
import { typeName } from '../integrations/integration.schema.ts';
import { actionPage, actionView } from './action.schema.ts';
import { executableTypes } from './definition.schema.ts';

const read = { permission: 'read_action', resource: 'action' } as const;

/** Calls of the actions area: pieces of work that bots do with an integration. */
export const actionRoutes = routes({
  listActions: {
    method: 'GET',
    path: 'actions',
    ...read,
    input: z.strictObject({
      ...pageQuery(),
      integration_type: typeName.optional(),
      action_type: z.enum(executableTypes).optional(),
      approval_required: z.enum(['true', 'false'], 'Give true or false.').optional(),
      search_text: searchText.optional(),
    }),
    output: actionPage,
    audit: 'List actions',
  },
  getAction: {
    method: 'GET',
    path: 'actions/{action_id}',
    ...read,
    input: z.strictObject({ action_id: z.string().max(100) }),
    output: actionView,
    audit: 'Read an action',
  },
});

import { newAction } from '#lib/domain/actions/own-action.schema.ts';
import { canary, type Example } from '../example.ts';

const actionFields = {
  name: `${canary} lookup`,
  description: canary,
  executable_type: 'rest',
  integration_type: 'jira',
  call: { method: 'GET', path: '/rest/api/3/issue/{issue}' },
  parameters_definition: [{ name: 'issue', label: 'Issue', description: canary }],
} as const;

export const example: Example = {
  inputs: {
    createAction: { ...actionFields, name: 'New one' },
    updateAction: { ...actionFields, base_version: 1 },
    restoreActionVersion: { version: 1, base_version: 1 },
    importAction: {
      text: JSON.stringify({ format: 'cloudwarden.action/1', ...actionFields, name: 'Imported' }),
    },
  },
  otherIds: { testAction: { integration_id: 'accountId' } },
  furnish: async ({ actions, root }) => {
    const { _id } = await actions.createAction(root, newAction.parse(actionFields));
    return { action_id: _id };
  },
};

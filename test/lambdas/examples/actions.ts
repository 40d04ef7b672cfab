import { newAction } from '#lib/domain/actions/own-action.schema.ts';
import { canary, type Example } from '../example.ts';

const written = {
  name: `${canary} lookup`,
  description: canary,
  executable_type: 'rest',
  integration_type: 'jira',
  call: { method: 'GET', path: '/rest/api/3/issue/{issue}' },
  parameters_definition: [{ name: 'issue', label: 'Issue', description: canary }],
} as const;

export const example: Example = {
  inputs: {
    createAction: { ...written, name: 'New one' },
    updateAction: { ...written, base_version: 1 },
    restoreActionVersion: { version: 1, base_version: 1 },
    importAction: {
      text: JSON.stringify({ format: 'cloudwarden.action/1', ...written, name: 'Imported' }),
    },
  },
  otherIds: { testAction: { integration_id: 'accountId' } },
  furnish: async ({ actions, root }) => {
    const { _id } = await actions.createAction(root, newAction.parse(written));
    return { action_id: _id };
  },
};

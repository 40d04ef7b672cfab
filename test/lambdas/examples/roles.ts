import { canary, type Example } from '../example.ts';

const role = {
  name: `${canary}-role`,
  description: canary,
  policies: { ALLOW: { bot: { 'read_*': true as const } }, DENY: {} },
};

export const example: Example = {
  inputs: {
    previewRole: { policies: role.policies },
    createRole: { ...role, name: 'New-one' },
    updateRole: { ...role, base_revision: 1 },
  },
  furnish: async ({ roles, root }) => ({ role_id: (await roles.createRole(root, role))._id }),
  otherIds: { setDefaultRole: { default_role_id: 'role_id' } },
};

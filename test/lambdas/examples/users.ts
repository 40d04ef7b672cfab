import { newUser } from '#lib/domain/users/user.schema.ts';
import { canary, type Example } from '../example.ts';

const user = {
  name: `${canary} user`,
  country_code: '+91',
  phone: '5550100',
  userType: 'SUBUSER',
  readOnly: false,
} as const;
const password = 'Right-horse1';

export const example: Example = {
  inputs: {
    updateCurrentUser: { name: 'Ada', settings: { theme: 'dark' } },
    createUser: { ...user, email: 'new@example.com', password },
    updateUser: { ...user, readOnly: true },
    assignRoles: { roles: ['role_approver'] },
  },
  furnish: async ({ users, root }) => {
    const ada = newUser.parse({ ...user, email: 'ada@example.com', password });
    return { user_id: (await users.createUser(root, ada))._id };
  },
};

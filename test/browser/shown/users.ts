import type { ShownPages } from '../support/shown-pages.ts';

export const shown: ShownPages = {
  make: async ({ sign_in: { email } }) => ({ user_id: email }),
  routes: [
    ['users', 'Users', 'All permissions'],
    ['users/new', 'Create user', 'First password'],
    ['users?user={user_id}', 'Users', 'All permissions'],
    ['users/{user_id}', 'Edit Root user', 'Leave blank to keep'],
  ],
  lists: {
    'users/users': {
      route: 'users',
      path: 'users',
      rows: 'users',
      emptyText: 'No users',
    },
  },
  states: [{ route: 'users/x', path: 'users/x', subject: 'this user', loading: 'Loading user' }],
};

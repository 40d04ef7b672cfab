import { readyMade, text } from '../ready-made.schema.ts';

const user = text('user', 'User', 'Its id, such as auth0|507f1f77bcf86cd799439020.');
const path = '/api/v2/users/{user}';

export const auth0Actions = readyMade('auth0', {
  block_user: {
    name: 'Block an Auth0 user',
    description: 'Keeps a user from signing in to any application of the tenant.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'PATCH', path, body: { blocked: true } },
  },
  unblock_user: {
    name: 'Unblock an Auth0 user',
    description: 'Lets a blocked user sign in again.',
    parameters: [user],
    call: { method: 'PATCH', path, body: { blocked: false } },
  },
});

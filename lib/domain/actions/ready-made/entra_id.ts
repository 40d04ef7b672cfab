import { readyMade, text } from '../ready-made.schema.ts';

const user = text('user', 'User', 'The object id or the user principal name.');
const path = '/v1.0/users/{user}';

export const entraIdActions = readyMade('entra_id', {
  get_user: {
    name: 'Read an Entra ID user',
    description: 'Reads the name and address of a user, and whether the account is enabled.',
    parameters: [user],
    call: {
      method: 'GET',
      path,
      query: { $select: 'id,displayName,userPrincipalName,mail,accountEnabled' },
    },
  },
  disable_user: {
    name: 'Disable an Entra ID user',
    description: 'Keeps a user from signing in.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'PATCH', path, body: { accountEnabled: false } },
  },
  enable_user: {
    name: 'Enable an Entra ID user',
    description: 'Lets a disabled user sign in again.',
    parameters: [user],
    call: { method: 'PATCH', path, body: { accountEnabled: true } },
  },
  revoke_sessions: {
    name: 'Revoke the sessions of an Entra ID user',
    description: 'Signs a user out of all apps within an hour.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'POST', path: `${path}/revokeSignInSessions` },
  },
  remove_from_group: {
    name: 'Remove an Entra ID user from a group',
    description: 'Removes a user from a group, with the access that the group gives.',
    needsApproval: true,
    parameters: [
      text('group', 'Group', 'The object id of the group.'),
      text('member', 'Member', 'The object id of the user.'),
    ],
    call: { method: 'DELETE', path: '/v1.0/groups/{group}/members/{member}/$ref' },
  },
});

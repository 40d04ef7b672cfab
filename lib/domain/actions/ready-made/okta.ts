import { readyMade, text } from '../ready-made.schema.ts';

const user = text('user', 'User', 'The id or the login of the user.');
const group = text('group', 'Group', 'The id of the group, such as 00g1emaKYZTWRYYRRTSK.');
// Unlike user calls, group calls do not accept a login.
const member = text('user', 'User', 'The id of the user, such as 00ub0oNGTSWTBKOLGLNR.');
const path = '/api/v1/users/{user}';

export const oktaActions = readyMade('okta', {
  get_user: {
    name: 'Read an Okta user',
    description: 'Reads the status and the profile of a user.',
    parameters: [user],
    call: { method: 'GET', path },
  },
  suspend_user: {
    name: 'Suspend an Okta user',
    description: 'Keeps a user from signing in until the suspension is lifted.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'POST', path: `${path}/lifecycle/suspend` },
  },
  unsuspend_user: {
    name: 'Lift the suspension of an Okta user',
    description: 'Lets a suspended user sign in again.',
    parameters: [user],
    call: { method: 'POST', path: `${path}/lifecycle/unsuspend` },
  },
  deactivate_user: {
    name: 'Deactivate an Okta user',
    description: 'Removes all applications and groups from a user, for example one who leaves.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'POST', path: `${path}/lifecycle/deactivate` },
  },
  unlock_user: {
    name: 'Unlock an Okta user',
    description: 'Unlocks a user who was locked out because of wrong passwords.',
    parameters: [user],
    call: { method: 'POST', path: `${path}/lifecycle/unlock` },
  },
  reset_password: {
    name: 'Reset the password of an Okta user',
    description: 'Invalidates the password; Okta e-mails the user a link to choose a new one.',
    needsApproval: true,
    parameters: [user],
    call: {
      method: 'POST',
      path: `${path}/lifecycle/reset_password`,
      query: { sendEmail: 'true' },
    },
  },
  clear_sessions: {
    name: 'End the sessions of an Okta user',
    description: 'Signs a user out everywhere, and revokes the OAuth tokens of apps.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'DELETE', path: `${path}/sessions`, query: { oauthTokens: 'true' } },
  },
  reset_factors: {
    name: 'Reset the factors of an Okta user',
    description: 'Removes all MFA factors; the user must enrol again at the next sign-in.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'POST', path: `${path}/lifecycle/reset_factors` },
  },
  expire_password: {
    name: 'Expire the password of an Okta user',
    description: 'Makes a user choose a new password at the next sign-in.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'POST', path: `${path}/lifecycle/expire_password` },
  },
  add_to_group: {
    name: 'Add an Okta user to a group',
    description: 'Adds a user to a group; the user gains its permissions.',
    needsApproval: true,
    parameters: [group, member],
    call: { method: 'PUT', path: '/api/v1/groups/{group}/users/{user}' },
  },
  remove_from_group: {
    name: 'Remove an Okta user from a group',
    description: 'Removes a user from a group; the user loses its permissions.',
    needsApproval: true,
    parameters: [group, member],
    call: { method: 'DELETE', path: '/api/v1/groups/{group}/users/{user}' },
  },
});

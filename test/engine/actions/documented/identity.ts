import { type DocumentedActions, noContent } from './exchange.ts';

const okta = 'https://acme.example.com/api/v1';
const user = '00ub0oNGTSWTBKOLGLNR';
const group = '00g1emaKYZTWRYYRRTSK';
const auth0 = 'https://acme.example.com/api/v2/users';
const graph = 'https://graph.microsoft.com/v1.0';
const oid = '87d349ed-44d7-43e1-9a83-5f2406dee5bd';

const jumpcloud = 'https://console.jumpcloud.com/api';
const person = '5f1a2b3c4d5e6f7a8b9c0d1e';

export const identity: DocumentedActions = {
  'okta.get_user': {
    given: { user: 'ada@example.com' },
    call: `GET ${okta}/users/ada%40example.com`,
    answer: [200, { id: user, status: 'ACTIVE', profile: { login: 'ada@example.com' } }],
  },
  'okta.suspend_user': {
    given: { user },
    call: `POST ${okta}/users/${user}/lifecycle/suspend`,
    answer: [200, {}],
  },
  'okta.unsuspend_user': {
    given: { user },
    call: `POST ${okta}/users/${user}/lifecycle/unsuspend`,
    answer: [200, {}],
  },
  'okta.clear_sessions': {
    given: { user },
    call: `DELETE ${okta}/users/${user}/sessions?oauthTokens=true`,
    answer: noContent,
  },
  'okta.reset_factors': {
    given: { user },
    call: `POST ${okta}/users/${user}/lifecycle/reset_factors`,
    answer: [200, {}],
  },
  'okta.expire_password': {
    given: { user },
    call: `POST ${okta}/users/${user}/lifecycle/expire_password`,
    answer: [200, { id: user, status: 'PASSWORD_EXPIRED' }],
  },
  'okta.add_to_group': {
    given: { group, user },
    call: `PUT ${okta}/groups/${group}/users/${user}`,
    answer: noContent,
  },
  'okta.remove_from_group': {
    given: { group, user },
    call: `DELETE ${okta}/groups/${group}/users/${user}`,
    answer: noContent,
  },
  'auth0.block_user': {
    given: { user: 'auth0|507f1f77bcf86cd799439020' },
    call: `PATCH ${auth0}/auth0%7C507f1f77bcf86cd799439020`,
    body: { blocked: true },
    answer: [200, { user_id: 'auth0|507f1f77bcf86cd799439020', blocked: true }],
  },
  'auth0.unblock_user': {
    given: { user: 'auth0|507f1f77bcf86cd799439020' },
    call: `PATCH ${auth0}/auth0%7C507f1f77bcf86cd799439020`,
    body: { blocked: false },
    answer: [200, { user_id: 'auth0|507f1f77bcf86cd799439020', blocked: false }],
  },
  'entra_id.get_user': {
    given: { user: 'ada_example.com#EXT#@contoso.com' },
    call:
      `GET ${graph}/users/ada_example.com%23EXT%23%40contoso.com` +
      '?%24select=id%2CdisplayName%2CuserPrincipalName%2Cmail%2CaccountEnabled',
    answer: [200, { id: oid, displayName: 'Ada', accountEnabled: true }],
  },
  'entra_id.disable_user': {
    given: { user: oid },
    call: `PATCH ${graph}/users/${oid}`,
    body: { accountEnabled: false },
    answer: noContent,
  },
  'entra_id.enable_user': {
    given: { user: oid },
    call: `PATCH ${graph}/users/${oid}`,
    body: { accountEnabled: true },
    answer: noContent,
  },
  'entra_id.revoke_sessions': {
    given: { user: oid },
    call: `POST ${graph}/users/${oid}/revokeSignInSessions`,
    answer: [200, { value: true }],
  },
  'entra_id.remove_from_group': {
    given: { group: '0a1b2c3d-0000-0000-0000-000000000000', member: oid },
    call: `DELETE ${graph}/groups/0a1b2c3d-0000-0000-0000-000000000000/members/${oid}/$ref`,
    answer: noContent,
  },
  'okta.deactivate_user': {
    given: { user },
    call: `POST ${okta}/users/${user}/lifecycle/deactivate`,
    answer: [200, {}],
  },
  'okta.unlock_user': {
    given: { user },
    call: `POST ${okta}/users/${user}/lifecycle/unlock`,
    answer: [200, {}],
  },
  'okta.reset_password': {
    given: { user },
    call: `POST ${okta}/users/${user}/lifecycle/reset_password?sendEmail=true`,
    answer: [200, {}],
  },
  'jumpcloud.get_user': {
    given: { user: person },
    call: `GET ${jumpcloud}/systemusers/${person}`,
    answer: [200, { _id: person, username: 'ada', state: 'ACTIVATED' }],
  },
  'jumpcloud.suspend_user': {
    given: { user: person },
    call: `PUT ${jumpcloud}/systemusers/${person}`,
    body: { state: 'SUSPENDED' },
    answer: [200, { _id: person, username: 'ada', state: 'SUSPENDED' }],
  },
  'jumpcloud.expire_password': {
    given: { user: person },
    call: `POST ${jumpcloud}/systemusers/${person}/expire`,
    answer: [200],
  },
  'jumpcloud.lock_device': {
    given: { device: person },
    call: `POST ${jumpcloud}/systems/${person}/command/builtin/lock`,
    answer: noContent,
  },
};

import { readyMade, text } from '../ready-made.schema.ts';

export const vaultActions = readyMade('vault', {
  revoke_lease: {
    name: 'Revoke a lease of Vault',
    description: 'Revokes a secret that Vault has issued; anything that uses it stops working.',
    needsApproval: true,
    parameters: [text('lease', 'Lease', 'Its id, such as database/creds/shop/2f6a614c.')],
    call: { method: 'POST', path: '/v1/sys/leases/revoke', body: { lease_id: '{lease}' } },
  },
  revoke_token: {
    name: 'Revoke a token of Vault',
    description: 'Revokes a token and its child tokens, by its accessor.',
    needsApproval: true,
    parameters: [text('accessor', 'Accessor', 'The accessor of the token, not the token itself.')],
    call: {
      method: 'POST',
      path: '/v1/auth/token/revoke-accessor',
      body: { accessor: '{accessor}' },
    },
  },
  rotate_database_password: {
    name: 'Rotate a database password in Vault',
    description: 'Gives the user of a static role a new password now.',
    needsApproval: true,
    parameters: [
      text('role', 'Role', 'The name of the static role.'),
      text('mount', 'Mount', 'The path of the database secrets engine, such as database.'),
    ],
    call: { method: 'POST', path: '/v1/{mount}/rotate-role/{role}' },
  },
});

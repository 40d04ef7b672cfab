import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { ignoreSsl } from '../form-fields.ts';

export const vault: IntegrationType = {
  name: 'vault',
  displayName: 'HashiCorp Vault',
  category: 'Security',
  description: 'Read, write and rotate secrets, and revoke leases.',
  badge: { letters: 'Va', colour: '#3d3d3d' },
  form: [
    {
      name: 'address',
      label: 'Vault address',
      type: 'text',
      required: true,
      rule: 'base_url',
      placeholder: 'https://vault.example.com:8200',
    },
    {
      name: 'namespace',
      label: 'Namespace',
      type: 'text',
      required: false,
      description: 'For Vault Enterprise and HCP Vault; otherwise leave it empty.',
      placeholder: 'admin',
    },
    {
      name: 'token',
      label: 'Token',
      type: 'password',
      required: true,
      description: 'A periodic token whose policy names exactly the paths that your bots use.',
      placeholder: 'hvs.…',
    },
    ignoreSsl,
  ],
  auth: {
    kind: 'headers',
    headers: { 'x-vault-token': '{token}', 'x-vault-namespace': '{namespace}' },
  },
  base_url: '{address}',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/v1/auth/token/lookup-self',
    shows: '/data/display_name',
  },
};

import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const terraform: IntegrationType = {
  name: 'terraform',
  displayName: 'HCP Terraform',
  category: 'Source control',
  description: 'Start runs and read workspaces and state of HCP Terraform or Terraform Enterprise.',
  badge: { letters: 'Tf', colour: '#6d38d1' },
  form: [
    {
      name: 'url',
      label: 'Address',
      type: 'text',
      required: true,
      rule: 'base_url',
      default: 'https://app.terraform.io',
      description: 'Change it for Terraform Enterprise.',
    },
    {
      name: 'token',
      label: 'API token',
      type: 'password',
      required: true,
      description:
        'A user or team token. A team token has access only to the workspaces of its team.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'Bearer {token}' } },
  base_url: '{url}',
  headers: { 'content-type': 'application/vnd.api+json' },
  test: { kind: 'call', method: 'GET', path: '/api/v2/organizations', shows: '/data/0/id' },
};

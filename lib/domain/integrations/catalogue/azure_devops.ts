import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const azureDevops: IntegrationType = {
  name: 'azure_devops',
  displayName: 'Azure DevOps',
  category: 'Source control',
  description: 'Work with repositories, work items and pipelines of an organization.',
  badge: { letters: 'AD', colour: '#005a9e' },
  form: [
    {
      name: 'organization',
      label: 'Organization',
      type: 'text',
      required: true,
      rule: 'host_label',
      description: 'The part after dev.azure.com/ in the address of your organization.',
      placeholder: 'your-company',
    },
    {
      name: 'token',
      label: 'Personal access token',
      type: 'password',
      required: true,
      description:
        'Under User settings, Personal access tokens. The test needs Project and Team (Read); ' +
        'add the scopes that your bots need, such as Work Items (Read & write).',
    },
  ],
  auth: { kind: 'basic', user: '', password: '{token}' },
  base_url: 'https://dev.azure.com/{organization}',
  test: { kind: 'call', method: 'GET', path: '/_apis/projects?$top=1&api-version=7.1' },
};

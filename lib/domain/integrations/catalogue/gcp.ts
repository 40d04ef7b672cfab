import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const gcp: IntegrationType = {
  name: 'gcp',
  displayName: 'Google Cloud',
  category: 'Cloud',
  description: 'Read and change the resources of a project.',
  badge: { letters: 'GC', colour: '#1967d2' },
  form: [
    {
      name: 'project_id',
      label: 'Project ID',
      type: 'text',
      required: true,
      description: 'The ID, not the name. The project picker at the top of the console shows it.',
      placeholder: 'my-project-123456',
    },
    {
      name: 'service_account_key',
      label: 'Service account key',
      type: 'json',
      required: true,
      secret: true,
      rule: 'google_key',
      description:
        'The JSON file from IAM & Admin, Service accounts, Keys. The account needs the role ' +
        'Viewer on the project, and the Cloud Resource Manager API must be enabled.',
      placeholder: '{"type": "service_account", …}',
    },
  ],
  auth: {
    kind: 'google_key',
    key: '{service_account_key}',
    scope: 'https://www.googleapis.com/auth/cloud-platform',
  },
  base_url: 'https://cloudresourcemanager.googleapis.com',
  hosts: [
    'bigquery.googleapis.com',
    'cloudasset.googleapis.com',
    'cloudbilling.googleapis.com',
    'cloudfunctions.googleapis.com',
    'cloudkms.googleapis.com',
    'compute.googleapis.com',
    'container.googleapis.com',
    'dns.googleapis.com',
    'iam.googleapis.com',
    'logging.googleapis.com',
    'monitoring.googleapis.com',
    'pubsub.googleapis.com',
    'run.googleapis.com',
    'secretmanager.googleapis.com',
    'securitycenter.googleapis.com',
    'serviceusage.googleapis.com',
    'sqladmin.googleapis.com',
    'storage.googleapis.com',
  ],
  test: { kind: 'call', method: 'GET', path: '/v3/projects/{project_id}', shows: '/displayName' },
};

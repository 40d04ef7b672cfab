import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const crowdstrike: IntegrationType = {
  name: 'crowdstrike',
  displayName: 'CrowdStrike Falcon',
  category: 'Security',
  description: 'Read detections, and contain or release hosts.',
  badge: { letters: 'CS', colour: '#c21f1a' },
  form: [
    {
      name: 'region',
      label: 'Cloud',
      type: 'select',
      required: true,
      default: 'api.crowdstrike.com',
      description: 'The cloud region that the Falcon console shows next to the API client.',
      options: [
        { value: 'api.crowdstrike.com', label: 'US-1' },
        { value: 'api.us-2.crowdstrike.com', label: 'US-2' },
        { value: 'api.eu-1.crowdstrike.com', label: 'EU-1' },
        { value: 'api.laggar.gcw.crowdstrike.com', label: 'US-GOV-1' },
      ],
    },
    { name: 'client_id', label: 'Client ID', type: 'text', required: true },
    {
      name: 'client_secret',
      label: 'Client secret',
      type: 'password',
      required: true,
      description:
        'Under Support and resources, API clients and keys. Reading needs Hosts: Read and ' +
        'Alerts: Read; containing hosts needs Hosts: Write.',
    },
  ],
  auth: {
    kind: 'oauth2',
    token_url: 'https://{region}/oauth2/token',
    client_id: '{client_id}',
    client_secret: '{client_secret}',
  },
  base_url: 'https://{region}',
  test: { kind: 'token' },
};

import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const cloudflare: IntegrationType = {
  name: 'cloudflare',
  displayName: 'Cloudflare',
  category: 'Security',
  description: 'Block addresses, change DNS records and firewall rules, and purge caches.',
  badge: { letters: 'CF', colour: '#a8480c' },
  form: [
    {
      name: 'api_token',
      label: 'API token',
      type: 'password',
      required: true,
      description:
        'A user token from My Profile, API Tokens (not the Global API Key). Give it only the ' +
        'zones and permissions that your bots need.',
    },
  ],
  auth: { kind: 'headers', headers: { authorization: 'Bearer {api_token}' } },
  base_url: 'https://api.cloudflare.com/client/v4',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/user/tokens/verify',
    expects: { at: '/result/status', is: 'active' },
  },
};

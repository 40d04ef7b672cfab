import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { appRegistration } from '../form-fields.ts';

export const azure: IntegrationType = {
  name: 'azure',
  displayName: 'Microsoft Azure',
  category: 'Cloud',
  description: 'Read and change the resources of your subscriptions.',
  badge: { letters: 'Az', colour: '#005ba1' },
  form: appRegistration(
    'Assign the app the role Reader on each subscription, and more only where bots make changes.',
  ),
  auth: {
    kind: 'oauth2',
    token_url: 'https://login.microsoftonline.com/{tenant_id}/oauth2/v2.0/token',
    client_id: '{client_id}',
    client_secret: '{client_secret}',
    parameters: { scope: 'https://management.azure.com/.default' },
  },
  base_url: 'https://management.azure.com',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/subscriptions?api-version=2022-12-01',
    // Without any role assignment this list is empty, and every call of a bot would be rejected.
    needs: {
      at: '/value/0/subscriptionId',
      otherwise:
        'accepts the values, but the app cannot see a subscription. Assign it a role on one, and ' +
        'test again after a few minutes.',
    },
    shows: '/value/0/displayName',
  },
};

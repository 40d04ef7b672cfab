import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { appRegistration } from '../form-fields.ts';

export const entraId: IntegrationType = {
  name: 'entra_id',
  displayName: 'Microsoft Entra ID',
  category: 'Identity',
  description: 'Look up, disable and sign out users, and change groups, through Microsoft Graph.',
  badge: { letters: 'En', colour: '#0067b8' },
  form: appRegistration(
    'The app needs the application permission Organization.Read.All for the test, and the ' +
      'permissions for the calls of your bots, each with admin consent.',
  ),
  auth: {
    kind: 'oauth2',
    token_url: 'https://login.microsoftonline.com/{tenant_id}/oauth2/v2.0/token',
    client_id: '{client_id}',
    client_secret: '{client_secret}',
    parameters: { scope: 'https://graph.microsoft.com/.default' },
  },
  base_url: 'https://graph.microsoft.com',
  test: { kind: 'call', method: 'GET', path: '/v1.0/organization', shows: '/value/0/displayName' },
};

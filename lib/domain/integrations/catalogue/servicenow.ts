import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const servicenow: IntegrationType = {
  name: 'servicenow',
  displayName: 'ServiceNow',
  category: 'Ticketing',
  description: 'Create and update incidents, changes and configuration items.',
  badge: { letters: 'SN', colour: '#1f7a4d' },
  form: [
    {
      name: 'instance',
      label: 'Instance name',
      type: 'text',
      required: true,
      rule: 'host_label',
      description: 'The part before .service-now.com in the address of your instance.',
      placeholder: 'dev12345',
    },
    {
      name: 'auth_type',
      label: 'Sign in with',
      type: 'select',
      required: true,
      default: 'basic',
      options: [
        {
          value: 'basic',
          label: 'User name and password',
          children: [
            { name: 'username', label: 'User name', type: 'text', required: true },
            {
              name: 'password',
              label: 'Password',
              type: 'password',
              required: true,
              description:
                'The user needs the role itil to work with incidents, and permission to read ' +
                'sys_user for the test.',
            },
          ],
        },
        {
          value: 'oauth2',
          label: 'OAuth 2.0 client credentials',
          children: [
            { name: 'client_id', label: 'Client ID', type: 'text', required: true },
            {
              name: 'client_secret',
              label: 'Client secret',
              type: 'password',
              required: true,
              description:
                'Under System OAuth, Application Registry. Calls have the permissions of the ' +
                'user in the registration. The instance must allow the client credentials grant.',
            },
          ],
        },
      ],
    },
  ],
  auth: {
    kind: 'chosen',
    field: 'auth_type',
    of: {
      basic: { kind: 'basic', user: '{username}', password: '{password}' },
      oauth2: {
        kind: 'oauth2',
        token_url: 'https://{instance}.service-now.com/oauth_token.do',
        client_id: '{client_id}',
        client_secret: '{client_secret}',
      },
    },
  },
  base_url: 'https://{instance}.service-now.com',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/api/now/table/sys_user?sysparm_limit=1&sysparm_fields=sys_id',
  },
};

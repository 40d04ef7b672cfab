import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { bearerToken, customHeader, ignoreSsl, oauthClient } from '../form-fields.ts';

export const restApi: IntegrationType = {
  name: 'rest_api',
  displayName: 'REST API',
  category: 'Generic',
  description: 'Call any service over HTTP, with the authentication that it requires.',
  badge: { letters: 'RA', colour: '#344054' },
  form: [
    {
      name: 'api_url',
      label: 'API address',
      type: 'text',
      required: true,
      rule: 'base_url',
      description: 'The secrets below are sent only to this host and the additional hosts below.',
      placeholder: 'https://api.example.com/v1',
    },
    {
      name: 'auth_type',
      label: 'Authentication',
      type: 'select',
      required: true,
      default: 'bearer',
      options: [
        { value: 'none', label: 'None' },
        bearerToken,
        {
          value: 'basic',
          label: 'User name and password',
          children: [
            { name: 'username', label: 'User name', type: 'text', required: true },
            { name: 'password', label: 'Password', type: 'password', required: true },
          ],
        },
        customHeader,
        {
          value: 'query',
          label: 'Query parameter',
          children: [
            {
              name: 'param_name',
              label: 'Parameter name',
              type: 'text',
              required: true,
              rule: 'parameter_name',
              description:
                'Servers may log addresses with their parameters: use a header if the API ' +
                'accepts one.',
              placeholder: 'api_key',
            },
            { name: 'param_value', label: 'Parameter value', type: 'password', required: true },
          ],
        },
        oauthClient,
      ],
    },
    {
      name: 'headers_json',
      label: 'Additional headers',
      type: 'json',
      required: false,
      secret: true,
      rule: 'headers',
      description: 'Sent with every call, and kept secret like the token.',
      placeholder: '{"X-Tenant": "example"}',
    },
    {
      name: 'further_hosts',
      label: 'Additional allowed hosts',
      type: 'textarea',
      required: false,
      rule: 'hosts',
      description: 'Other hosts that the secrets may be sent to, one per line.',
      placeholder: 'uploads.example.com',
    },
    {
      name: 'test_path',
      label: 'Test path',
      type: 'text',
      required: false,
      rule: 'path',
      description: 'The connection test sends a GET request to this path.',
      placeholder: '/users/me',
    },
    ignoreSsl,
  ],
  auth: {
    kind: 'chosen',
    field: 'auth_type',
    of: {
      none: { kind: 'none' },
      bearer: { kind: 'headers', headers: { authorization: 'Bearer {token}' } },
      basic: { kind: 'basic', user: '{username}', password: '{password}' },
      header: { kind: 'headers', headers: { '{header_name}': '{header_value}' } },
      oauth2: {
        kind: 'oauth2',
        token_url: '{token_url}',
        client_id: '{client_id}',
        client_secret: '{client_secret}',
        parameters: { scope: '{scope}', audience: '{audience}' },
      },
      query: { kind: 'query', name: '{param_name}', value: '{param_value}' },
    },
  },
  base_url: '{api_url}',
  test: {
    kind: 'if_given',
    field: 'test_path',
    call: { kind: 'call', method: 'GET', path: '{test_path}', answers: 'any' },
    otherwise: {
      kind: 'none',
      why: 'Add a test path to test the connection.',
    },
  },
};

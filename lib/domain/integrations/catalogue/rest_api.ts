import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { ignoreSsl } from '../fields.ts';

export const restApi: IntegrationType = {
  name: 'rest_api',
  displayName: 'REST API',
  category: 'Generic',
  description: 'Call any service over HTTP, with the authentication that it asks for.',
  badge: { letters: 'RA', colour: '#344054' },
  form: [
    {
      name: 'api_url',
      label: 'API address',
      type: 'text',
      required: true,
      rule: 'base_url',
      description: 'Its host is where the secrets below may be sent to, and nowhere else.',
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
        {
          value: 'bearer',
          label: 'Bearer token',
          children: [{ name: 'token', label: 'Token', type: 'password', required: true }],
        },
        {
          value: 'basic',
          label: 'User name and password',
          children: [
            { name: 'username', label: 'User name', type: 'text', required: true },
            { name: 'password', label: 'Password', type: 'password', required: true },
          ],
        },
        {
          value: 'header',
          label: 'Header',
          children: [
            {
              name: 'header_name',
              label: 'Header name',
              type: 'text',
              required: true,
              rule: 'header_name',
              placeholder: 'X-Api-Key',
            },
            { name: 'header_value', label: 'Header value', type: 'password', required: true },
          ],
        },
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
              description: 'Addresses end up in logs of servers: use a header where there is one.',
              placeholder: 'api_key',
            },
            { name: 'param_value', label: 'Parameter value', type: 'password', required: true },
          ],
        },
      ],
    },
    {
      name: 'headers_json',
      label: 'Further headers',
      type: 'json',
      required: false,
      secret: true,
      rule: 'headers',
      description: 'Sent with every call, and kept as secret as the token.',
      placeholder: '{"X-Tenant": "example"}',
    },
    {
      name: 'further_hosts',
      label: 'Further hosts',
      type: 'textarea',
      required: false,
      rule: 'hosts',
      description: 'Where else the secrets may be sent to, one a line.',
      placeholder: 'uploads.example.com',
    },
    {
      name: 'test_path',
      label: 'Test path',
      type: 'text',
      required: false,
      rule: 'path',
      description: 'A GET of this path shows whether the connection works.',
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
      why: 'No test path is entered, so nothing has been tried out.',
    },
  },
};

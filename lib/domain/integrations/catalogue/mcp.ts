import type { IntegrationType } from '../catalogue-entry.schema.ts';
import { bearerToken, customHeader, ignoreSsl, oauthClient } from '../form-fields.ts';

export const mcp: IntegrationType = {
  name: 'mcp',
  displayName: 'MCP server',
  category: 'AI',
  description: 'Let agents use the tools of a server that implements the Model Context Protocol.',
  badge: { letters: 'MC', colour: '#1f2937' },
  preview: true,
  form: [
    {
      name: 'api_url',
      label: 'Server address',
      type: 'text',
      required: true,
      rule: 'base_url',
      description:
        'The Streamable HTTP endpoint of the server. The secrets below are sent only to its ' +
        'host; those of OAuth only to the token address.',
      placeholder: 'https://mcp.example.com/mcp',
    },
    {
      name: 'auth_type',
      label: 'Authentication',
      type: 'select',
      required: true,
      default: 'bearer',
      options: [bearerToken, customHeader, oauthClient, { value: 'none', label: 'None' }],
    },
    ignoreSsl,
  ],
  auth: {
    kind: 'chosen',
    field: 'auth_type',
    of: {
      bearer: { kind: 'headers', headers: { authorization: 'Bearer {token}' } },
      header: { kind: 'headers', headers: { '{header_name}': '{header_value}' } },
      oauth2: {
        kind: 'oauth2',
        token_url: '{token_url}',
        client_id: '{client_id}',
        client_secret: '{client_secret}',
        // The protocol requires clients to name the server that a token is for (RFC 8707).
        parameters: { scope: '{scope}', audience: '{audience}', resource: '{api_url}' },
      },
      none: { kind: 'none' },
    },
  },
  base_url: '{api_url}',
  test: { kind: 'mcp_tools' },
};

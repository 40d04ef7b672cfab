import { regionField } from './aws/setup-form.schema.ts';
import type { FieldDefinition, FieldOption } from './form.schema.ts';

/** For services in private networks: calls of the integration accept any certificate. */
export const ignoreSsl: FieldDefinition = {
  name: 'ignore_ssl',
  label: 'Accept any certificate',
  type: 'checkbox',
  required: false,
  default: 'false',
  description:
    'Skips certificate checks, for servers with self-signed certificates. ' +
    'Not safe over the internet.',
  tooltip:
    'Anyone on the network path can then read the secrets. Leave it off if the server has a ' +
    'certificate that browsers accept.',
};

/** Options for the authentication of requests to any server. */
export const bearerToken = {
  value: 'bearer',
  label: 'Bearer token',
  children: [{ name: 'token', label: 'Token', type: 'password', required: true }],
} satisfies FieldOption;
export const customHeader = {
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
} satisfies FieldOption;
export const oauthClient = {
  value: 'oauth2',
  label: 'OAuth 2.0 client credentials',
  children: [
    {
      name: 'token_url',
      label: 'Token address',
      type: 'text',
      required: true,
      rule: 'https_url',
      description: 'The endpoint where the service issues access tokens.',
      placeholder: 'https://login.example.com/oauth2/token',
    },
    { name: 'client_id', label: 'Client ID', type: 'text', required: true },
    { name: 'client_secret', label: 'Client secret', type: 'password', required: true },
    {
      name: 'scope',
      label: 'Scope',
      type: 'text',
      required: false,
      description: 'The scope of the access token, if the service requires it.',
    },
    {
      name: 'audience',
      label: 'Audience',
      type: 'text',
      required: false,
      description: 'The audience of the access token, if the service requires it.',
    },
  ],
} satisfies FieldOption;

/** The organisation's Atlassian Cloud site, and the account that signs in there. */
export const atlassian: FieldDefinition[] = [
  {
    name: 'site',
    label: 'Site name',
    type: 'text',
    required: true,
    rule: 'host_label',
    description: 'The part before .atlassian.net in the address of your site.',
    placeholder: 'your-company',
  },
  {
    name: 'email',
    label: 'E-mail address',
    type: 'text',
    required: true,
    rule: 'email',
    description:
      'The e-mail address of the Atlassian account that owns the token. A service account is best.',
    placeholder: 'automation@example.com',
  },
  {
    name: 'api_token',
    label: 'API token',
    type: 'password',
    required: true,
    description: 'Create it at id.atlassian.com under Security, API tokens, without scopes.',
    tooltip:
      'The token has the permissions of its account. Atlassian tokens expire after a year at most.',
  },
];

/** A Microsoft Entra app registration, which signs in without a user. */
export const appRegistration = (permissionText: string): FieldDefinition[] => [
  {
    name: 'tenant_id',
    label: 'Directory (tenant) ID',
    type: 'text',
    required: true,
    rule: 'uuid',
    description: 'Shown on the Overview page of the app registration.',
    placeholder: '00000000-0000-0000-0000-000000000000',
  },
  {
    name: 'client_id',
    label: 'Application (client) ID',
    type: 'text',
    required: true,
    rule: 'uuid',
    description: 'Shown on the same page.',
    placeholder: '00000000-0000-0000-0000-000000000000',
  },
  {
    name: 'client_secret',
    label: 'Client secret',
    type: 'password',
    required: true,
    description: `The value, not the ID, under Certificates & secrets. ${permissionText}`,
    tooltip: 'Microsoft shows the value only once, right after it is created. It expires.',
  },
];

/** An AWS account that is already connected, and the region in which its service is used. */
export const awsAccount: FieldDefinition[] = [
  {
    name: 'aws_account',
    label: 'AWS account',
    type: 'integration',
    of: 'aws',
    required: true,
    description: 'A connected AWS account. The calls are made with its role.',
  },
  { ...regionField, label: 'Region', description: 'The region in which the service is used.' },
];

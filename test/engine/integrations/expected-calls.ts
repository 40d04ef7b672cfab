import { canary } from './samples.ts';

/** The expected test call, written by hand from each service's documentation. */
export type Expected = { call: string; headers: Record<string, string>; body?: string };

const get = (url: string, headers: Record<string, string> = {}): Expected => ({
  call: `GET ${url}`,
  headers,
});
const bearer = (name: string) => ({ authorization: `Bearer ${canary(name)}` });
const basic = (user: string, password: string) => ({
  authorization: `Basic ${btoa(`${user}:${password}`)}`,
});
/** The token that the fake service issues for client credentials and assertions. */
export const fetchedToken = 'canary-fetched-token-01';
const token = { authorization: `Bearer ${fetchedToken}` };
const tokenCall = (url: string): Expected => ({ call: `POST ${url}`, headers: {} });

const ada = 'ada@example.com';
const ownHost = 'https://api.example.com:8443/base';

export const expectedCalls: Record<string, Expected> = {
  'slack bot_token': {
    call: 'POST https://slack.com/api/auth.test',
    headers: bearer('bot_token'),
  },
  discord: get('https://hooks.example.com/in/webhook_url-0123456789abcdef?sig=canary-sig-01'),
  pagerduty: get('https://api.pagerduty.com/abilities', {
    authorization: `Token token=${canary('api_key')}`,
    accept: 'application/vnd.pagerduty+json;version=2',
  }),
  opsgenie: get('https://api.opsgenie.com/v2/account', {
    authorization: `GenieKey ${canary('api_key')}`,
  }),
  jira: get('https://acme.atlassian.net/rest/api/3/myself', basic(ada, canary('api_token'))),
  confluence: get(
    'https://acme.atlassian.net/wiki/rest/api/user/current',
    basic(ada, canary('api_token')),
  ),
  'servicenow basic': get(
    'https://acme.service-now.com/api/now/table/sys_user?sysparm_limit=1&sysparm_fields=sys_id',
    basic('some-username', canary('password')),
  ),
  'servicenow oauth2': get(
    'https://acme.service-now.com/api/now/table/sys_user?sysparm_limit=1&sysparm_fields=sys_id',
    token,
  ),
  freshservice: get(
    'https://acme.freshservice.com/api/v2/tickets?per_page=1',
    basic(canary('api_key'), 'X'),
  ),
  zendesk: get(
    'https://acme.zendesk.com/api/v2/users.json?per_page=1',
    basic(`${ada}/token`, canary('api_token')),
  ),
  twilio: get(
    'https://api.twilio.com/2010-04-01/Accounts/acme.json',
    basic('acme', canary('auth_token')),
  ),
  github: get('https://api.github.com/user', {
    ...bearer('token'),
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  }),
  gitlab: get('https://gitlab.com/api/v4/user', { 'private-token': canary('token') }),
  'bitbucket api_token': get('https://api.bitbucket.org/2.0/user', basic(ada, canary('api_token'))),
  azure_devops: get(
    'https://dev.azure.com/acme/_apis/projects?$top=1&api-version=7.1',
    basic('', canary('token')),
  ),
  terraform: get('https://app.terraform.io/api/v2/organizations', bearer('token')),
  vault: get(`${ownHost}/v1/auth/token/lookup-self`, {
    'x-vault-token': canary('token'),
    'x-vault-namespace': 'some-namespace',
  }),
  entra_id: get('https://graph.microsoft.com/v1.0/organization', token),
  azure: get('https://management.azure.com/subscriptions?api-version=2022-12-01', token),
  gcp: get('https://cloudresourcemanager.googleapis.com/v3/projects/some-project_id', token),
  digitalocean: get('https://api.digitalocean.com/v2/account', bearer('token')),
  okta: get('https://acme.example.com/api/v1/users/me', {
    authorization: `SSWS ${canary('api_token')}`,
  }),
  auth0: get('https://acme.example.com/api/v2/clients?per_page=1&fields=client_id', token),
  jumpcloud: get('https://console.jumpcloud.com/api/organizations', {
    'x-api-key': canary('api_key'),
  }),
  '1password': get('https://events.1password.com/api/v2/auth/introspect', bearer('token')),
  crowdstrike: tokenCall('https://api.crowdstrike.com/oauth2/token'),
  sentinelone: get('https://acme.example.com/web/api/v2.1/sites?limit=1', {
    authorization: `ApiToken ${canary('api_token')}`,
  }),
  wiz: { call: 'POST https://api.acme.app.wiz.io/graphql', headers: token },
  conformity: get('https://conformity.us-1.cloudone.trendmicro.com/api/users/whoami', {
    authorization: `ApiKey ${canary('api_key')}`,
    'content-type': 'application/vnd.api+json',
  }),
  snyk: get('https://api.snyk.io/rest/self?version=2024-06-10', {
    authorization: `token ${canary('api_token')}`,
  }),
  tenable: get('https://cloud.tenable.com/session', {
    'x-apikeys': `accessKey=${canary('access_key')};secretKey=${canary('secret_key')}`,
  }),
  qualys: get(`${ownHost}/api/2.0/fo/asset/host/?action=list&truncation_limit=1`, {
    ...basic('some-username', canary('password')),
    'x-requested-with': 'Cloudwarden',
  }),
  rapid7: get('https://us.api.insight.rapid7.com/validate', { 'x-api-key': canary('api_key') }),
  virustotal: get('https://www.virustotal.com/api/v3/popular_threat_categories', {
    'x-apikey': canary('api_key'),
  }),
  abuseipdb: get('https://api.abuseipdb.com/api/v2/check?ipAddress=127.0.0.1', {
    key: canary('api_key'),
  }),
  misp: get(`${ownHost}/tags`, {
    authorization: canary('auth_key'),
    accept: 'application/json',
  }),
  shodan: get(`https://api.shodan.io/api-info?key=${encodeURIComponent(canary('api_key'))}`),
  splunk: get(
    `${ownHost}/services/authentication/current-context?output_mode=json`,
    bearer('token'),
  ),
  elastic: get(`${ownHost}/_security/_authenticate`, {
    authorization: `ApiKey ${canary('api_key')}`,
  }),
  datadog: get('https://api.datadoghq.com/api/v1/validate', {
    'dd-api-key': canary('api_key'),
    'dd-application-key': canary('application_key'),
  }),
  grafana: get(`${ownHost}/api/access-control/user/permissions`, bearer('token')),
  sentry: get('https://sentry.io/api/0/organizations/', bearer('token')),
  cloudflare: get('https://api.cloudflare.com/client/v4/user/tokens/verify', bearer('api_token')),
  openai: get('https://api.openai.com/v1/models', bearer('api_key')),
  anthropic: get('https://api.anthropic.com/v1/models?limit=1', {
    'x-api-key': canary('api_key'),
    'anthropic-version': '2023-06-01',
  }),
  'custom_model bearer': get(`${ownHost}/models`, bearer('api_key')),
  'custom_model none': get(`${ownHost}/models`),
  'rest_api none': get(`${ownHost}/users/me?full=1`, { 'x-tenant': 'canary-tenant-01' }),
  'rest_api bearer': get(`${ownHost}/users/me?full=1`, {
    ...bearer('token'),
    'x-tenant': 'canary-tenant-01',
  }),
  'rest_api basic': get(`${ownHost}/users/me?full=1`, basic('some-username', canary('password'))),
  'rest_api header': get(`${ownHost}/users/me?full=1`, { 'x-api-key': canary('header_value') }),
  'rest_api oauth2': get(`${ownHost}/users/me?full=1`, token),
  'rest_api query': get(
    `${ownHost}/users/me?full=1&api_key=${encodeURIComponent(canary('param_value'))}`,
  ),
};

/** The expected request for a token. */
export const expectedTokens: Record<string, { call: string; fields: Record<string, string> }> = {
  'servicenow oauth2': {
    call: 'POST https://acme.service-now.com/oauth_token.do',
    fields: {},
  },
  entra_id: {
    call:
      'POST https://login.microsoftonline.com/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f' +
      '/oauth2/v2.0/token',
    fields: {
      client_id: '0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f',
      scope: 'https://graph.microsoft.com/.default',
    },
  },
  azure: {
    call:
      'POST https://login.microsoftonline.com/0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f' +
      '/oauth2/v2.0/token',
    fields: {
      client_id: '0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f',
      scope: 'https://management.azure.com/.default',
    },
  },
  auth0: {
    call: 'POST https://acme.example.com/oauth/token',
    fields: { audience: 'https://acme.example.com/api/v2/' },
  },
  'rest_api oauth2': {
    call: 'POST https://hooks.example.com/in/token_url-0123456789abcdef?sig=canary-sig-01',
    fields: { scope: 'some-scope', audience: 'some-audience' },
  },
  crowdstrike: { call: 'POST https://api.crowdstrike.com/oauth2/token', fields: {} },
  wiz: { call: 'POST https://auth.app.wiz.io/oauth/token', fields: { audience: 'wiz-api' } },
};

import { generateKeyPairSync } from 'node:crypto';
import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { hostsOf, secretTextsOf } from '#lib/domain/integrations/call.rules.ts';
import type { IntegrationType } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { activeFields, isSecret, withDefaults } from '#lib/domain/integrations/form.rules.ts';
import type { FieldDefinition, FieldRule } from '#lib/domain/integrations/form.schema.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { testConnection as test } from '#lib/engine/integrations/test-connection.ts';
import type { TokenDeps } from '#lib/engine/integrations/fetch-token.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { noAws } from '#test/support/no-aws.ts';
import { selfSigned } from '../outgoing/certificate.ts';

/** A test secret: only the peer that it is meant for may ever see it. */
export const canary = (name: string): string => `canary/${name}+7f3a&"x"=`;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const googleKey = JSON.stringify({
  type: 'service_account',
  project_id: 'my-project',
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  client_email: 'bot@my-project.iam.gserviceaccount.com',
  token_uri: 'https://evil.example/token',
});

const authority = selfSigned('acme.example.com').cert.trim();

const byRule: Record<FieldRule, (name: string) => string> = {
  https_url: (name) => `https://hooks.example.com/in/${name}-0123456789abcdef?sig=canary-sig-01`,
  base_url: () => 'https://api.example.com:8443/base/',
  host_label: () => 'acme',
  host_name: () => 'acme.example.com',
  hosts: () => 'more.example.com\nfiles.example.com:8443',
  path: () => '/users/me?full=1',
  port: () => '587',
  email: () => 'ada@example.com',
  uuid: () => '0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f',
  header_name: () => 'X-Api-Key',
  parameter_name: () => 'api_key',
  headers: () => JSON.stringify({ 'X-Tenant': 'canary-tenant-01' }),
  google_key: () => googleKey,
  certificates: () => authority,
  aws_account: () => '111122223333',
  models: () => 'some-default_model 2.5 10\nsmall',
  model: (name) => `some-${name}`,
};

const sampleOf = (field: FieldDefinition): string => {
  const { name, rule, type } = field;
  if (field.default !== undefined) return field.default;
  if (rule) return byRule[rule](name);
  if (type === 'checkbox') return 'false';
  if (type === 'integration') return `int_${'0'.repeat(32)}`;
  return isSecret(field) ? canary(name) : `some-${name}`;
};

/** Values for every field of a form, given the choices made. */
export const sampleValues = (
  { form }: Pick<IntegrationType, 'form'>,
  choices: Record<string, string> = {},
): Record<string, string> => {
  const fields = activeFields(form, choices);
  return Object.fromEntries(
    fields.map((field) => [field.name, choices[field.name] ?? sampleOf(field)]),
  );
};

/** A type with each option that has fields of its own. */
export const variantsOf = (type: IntegrationType): [name: string, Record<string, string>][] => {
  const branching = type.form.find(({ options = [] }) => options.some(({ children }) => children));
  if (!branching) return [[type.name, {}]];
  const { name, options = [] } = branching;
  return options.map(({ value }) => [`${type.name} ${value}`, { [name]: value }]);
};

export const openedOfType = (
  type: IntegrationType,
  formValues: Record<string, string>,
  overrides: Partial<OpenedIntegration> = {},
): OpenedIntegration => {
  const values = withDefaults(type.form, formValues);
  return {
    tenant_id: 'org_1',
    accountId: 'int_1',
    revision: 1,
    alias: 'Ours',
    type,
    hosts: hostsOf(type, values),
    values,
    secrets: secretTextsOf(type, values),
    ...overrides,
  };
};

const rejectRoleProof = () => Promise.reject(new Error('No role is proven here.'));

/** Every server name resolves to an internal address, which may not be reached. */
const dial = dialer({ allow: [], lookup: async () => ['127.0.0.1'] });

const noAgents = { list: async () => ({ ids: [] }) };

/** The test of a type that is called over HTTP. */
export const testConnection = (
  integration: OpenedIntegration,
  deps: TokenDeps & { aws?: CallAws },
  options?: Parameters<typeof test>[2],
) =>
  test(
    integration,
    { proveRole: rejectRoleProof, agentsOf: noAgents, dial, aws: noAws, ...deps },
    options,
  );

import { readyMadeActions } from './domain/actions/ready-made.ts';
import { allPermissionsOf } from './domain/bots/aws-rights.rules.ts';
import { isReadOnlyCall } from './domain/integrations/aws/permissions.rules.ts';
import { joinUrl } from './domain/integrations/call.rules.ts';
import { catalogue } from './domain/integrations/catalogue.ts';
import {
  type Auth,
  categories,
  type Category,
  type ChosenAuth,
  type ChosenTest,
  type IntegrationType,
  type Test,
  type TestCall,
} from './domain/integrations/catalogue-entry.schema.ts';
import { generatedNotice } from './reference.ts';

const authWords: Record<ChosenAuth['kind'], string> = {
  none: 'none',
  headers: 'a secret in a header',
  basic: 'a user with a password',
  query: 'a secret in the query',
  oauth2: 'OAuth 2 client credentials',
  google_key: 'a service account key',
  webhook: 'a secret address',
  signature: 'a signature of each message',
  smtp: 'a user with a password',
  postgres: 'a user with a password',
  aws_account: 'the role of an AWS account that is connected',
  aws_role: 'a role that asks for an external ID',
  agent: 'the key pair of each agent',
};

const authTextsOf = (auth: Auth): string[] =>
  auth.kind === 'chosen' ? Object.values(auth.of).flatMap(authTextsOf) : [authWords[auth.kind]];

const testCallText = ({ base_url = '' }: IntegrationType, { method, path }: TestCall): string =>
  `\`${method} ${base_url === '' ? 'its address' : joinUrl(base_url, path)}\``;

const testText = (type: IntegrationType, test: ChosenTest): string => {
  switch (test.kind) {
    case 'call':
      return testCallText(type, test);
    case 'token':
      return 'a token is given';
    case 'role':
      return 'the role is assumed with its external ID, and refuses any other';
    case 'aws_call':
      return `${type.auth.kind === 'aws_account' ? type.auth.service : ''}:${test.operation}`;
    case 'sign_in':
      return test.says;
    case 'agent':
      return 'an agent asked for work in the last two minutes';
    case 'mcp_tools':
      return 'its tools are listed';
    case 'message':
      return 'a message, sent only when asked for';
    default:
      return `none: ${test.why}`;
  }
};

const testOf = (type: IntegrationType, test: Test): string => {
  if (test.kind === 'if_given') {
    return `${testCallText(type, test.call)}, where \`${test.field}\` is given`;
  }
  if (test.kind !== 'chosen') return testText(type, test);
  return Object.entries(test.of)
    .map(([option, one]) => `\`${option}\`: ${testText(type, one)}`)
    .join('; ');
};

const row = (type: IntegrationType): string => {
  const authText = type.local ? 'on request' : [...new Set(authTextsOf(type.auth))].join(', or ');
  const test = type.local ? '' : testOf(type, type.test);
  return `| ${type.displayName} | \`${type.name}\` | ${type.description} | ${authText} | ${test} |`;
};

const section = (category: Category): string => {
  const types = catalogue.filter((type) => type.category === category);
  const head = '| type | name | for | proves who calls by | connection test |';
  return `## ${category}\n\n${head}\n|---|---|---|---|---|\n${types.map(row).join('\n')}\n`;
};

const awsRow = (isReadOnly: boolean) =>
  readyMadeActions.flatMap((action) => {
    if (action.executable_type !== 'aws' || isReadOnlyCall(action.call) !== isReadOnly) return [];
    const permissions = allPermissionsOf(action.call).map((one) => `\`${one}\``);
    const role = isReadOnly ? 'any' : 'one that lets bots act';
    return [`| ${action.name} | ${permissions.join(', ')} | ${role} |`];
  });

const awsSection = (): string => `## Permissions of the actions that call AWS

The stack of a role gives all of them: those that read always, the others where "Allow bots to make
changes in this account" was chosen. Keys of KMS are used through EC2 and SNS only.

| action | permissions | role |
|---|---|---|
${[...awsRow(true), ...awsRow(false)].join('\n')}
`;

/** Generates docs/integrations.md: the types of integrations, and how connections are tested. */
export const integrationReference = (): string => `# Integrations

${generatedNotice}
\`{name}\` stands for the value of that field of the form. Secrets are sent to the hosts of the
addresses here and to those that the form names, and nowhere else; no redirect takes them along.

${categories
  .filter((category) => catalogue.some((type) => type.category === category))
  .map(section)
  .join('\n')}
${awsSection()}`;

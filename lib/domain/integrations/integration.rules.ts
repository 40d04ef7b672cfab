import { containsText, secretMask } from '#lib/kernel/text.ts';
import { accountTypes } from '../subscriptions/plan.schema.ts';
import { authOf, testOf } from './call.rules.ts';
import type { ChosenAuth, IntegrationType } from './catalogue-entry.schema.ts';
import type { FieldDefinition } from './form.schema.ts';
import type { Values } from './form.rules.ts';
import { type CatalogueEntry } from './catalogue.schema.ts';
import {
  type Integration,
  type IntegrationUse,
  type IntegrationView,
} from './integration.schema.ts';

const uses: Partial<Record<ChosenAuth['kind'], IntegrationUse>> = {
  webhook: 'messages',
  signature: 'signed_messages',
  smtp: 'mail',
  postgres: 'database',
  aws_role: 'aws',
  aws_account: 'aws',
  agent: 'agents',
};

/** What bots can do with an integration that has these values. */
export const intendedUse = (type: IntegrationType, values: Values): IntegrationUse => {
  const auth = authOf(type, values);
  // An account with SES sends mail through it.
  const isMail = auth.kind === 'aws_account' && auth.service === 'ses';
  if (type.test.kind === 'mcp_tools') return 'tools';
  return isMail ? 'mail' : (uses[auth.kind] ?? 'requests');
};

const testViewOf = (
  type: IntegrationType,
  values: Values,
): Pick<IntegrationView, 'tested_by' | 'untested'> => {
  const test = testOf(type, values);
  if (test.kind === 'none') return { tested_by: 'none', untested: test.why };
  return { tested_by: test.kind === 'message' ? 'message' : 'call' };
};

/** Why a field must not refer to this integration; undefined if it may. */
export const referenceProblem = (
  { label, of }: FieldDefinition,
  found: Integration | undefined,
): string | undefined => {
  if (!found || found.cspName !== of) return `Choose ${label} from the list.`;
  if (!found.sample) return undefined;
  return `${found.alias} is a sample account, so no calls are possible. Choose another one.`;
};

/** A type as the catalogue shows it. */
export const entryOf = (type: IntegrationType): CatalogueEntry => {
  const { name, displayName, category, description, badge } = type;
  return {
    name,
    displayName,
    category,
    description,
    preview: type.preview ?? false,
    local: type.local ?? false,
    badge,
  };
};

/** The form of a type, as the console draws it. */
export const formOf = ({ name, displayName, form }: IntegrationType) => ({
  formId: name,
  label: displayName,
  type: 'form' as const,
  children: form.filter(({ fixed }) => !fixed),
});

/** The current state: a test that is long overdue counts as failed, as its process is gone. */
export const stateOf = (
  { integrationState, state_reason, test }: Integration,
  now: number,
): Pick<Integration, 'integrationState' | 'state_reason'> =>
  integrationState === 'TESTING' && test && Date.parse(test.until) < now
    ? { integrationState: 'ERROR', state_reason: 'The test did not end. Test it again.' }
    : { integrationState, state_reason };

/** An integration as the API returns it: without secrets, with the hosts they may be sent to. */
export const viewOf = (one: Integration, type: IntegrationType, now: number): IntegrationView => {
  const { tenant_id, _id, sealed_values, secret_names, hosts, ...rest } = one;
  const { test, retest, retest_at, retest_again, scanned_as, ...publicFields } = rest;
  return {
    ...publicFields,
    ...stateOf(one, now),
    accountId: _id,
    ...testViewOf(type, one.values),
    used_for: intendedUse(type, one.values),
    category: type.category,
    connection_type: type.auth.kind === 'agent' ? 'AGENT' : 'DIRECT',
    credentials: Object.fromEntries(secret_names.map((name) => [name, secretMask])),
    scopes: hosts,
  };
};

/** The name of a cluster in the inventory; it stays after a new alias, as findings refer to it. */
export const clusterName = ({ alias, scanned_as }: Pick<Integration, 'alias' | 'scanned_as'>) =>
  scanned_as ?? alias;

/** The fields for a new alias; a cluster keeps the name that its resources are stored under. */
export const withAlias = (current: Integration, alias: string): Partial<Integration> =>
  current.cspName === 'kubernetes' && current.alias !== alias
    ? { alias, scanned_as: clusterName(current) }
    : { alias };

/** The values that contain the account's id in a cloud. */
const accountFields = ['account_id', 'subscription_id', 'tenant_id', 'project_id'] as const;

const roleAccountOf = ({ role_arn }: Integration['values']): string =>
  role_arn?.split(':')[4] ?? '';

/** Whether our id or the account's id in its cloud contains the text; true without a text. */
export const hasAccountId = (
  { _id, values }: Pick<Integration, '_id' | 'values'>,
  text: string | undefined,
): boolean => {
  const ids = [_id, roleAccountOf(values), ...accountFields.map((name) => values[name] ?? '')];
  return ids.some((id) => containsText(id, text));
};

const clouds: ReadonlySet<string> = new Set(accountTypes);

/** The name of a cloud account or cluster for people: its alias, and its id in the cloud. */
export const accountNameOf = ({
  alias,
  cspName,
  values,
}: Pick<Integration, 'alias' | 'cspName' | 'values'>): string | undefined => {
  if (!clouds.has(cspName)) return undefined;
  const ids = [roleAccountOf(values), values.subscription_id, values.project_id, values.account_id];
  const id = ids.find(Boolean);
  return id ? `${alias} (${id})` : alias;
};

import { azureRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const defender = {
  service: 'Defender for Cloud',
  category: 'Security',
} as const;

const subscription = {
  from: 'azure_subscription s',
  resource: 's.id',
  noun: 'Subscription',
  name: 's.display_name',
  region: "'global'",
  account_id: 's.subscription_id',
};

/** A plan by its Azure name; only the standard tier provides protection. */
const planRule = (rule_id: string, name: string, subject: string): WrittenRule => ({
  ...defender,
  rule_id: `azure-defender-${rule_id}`,
  resource_type: 'azure_security_center_subscription_pricing',
  title: `Defender for Cloud monitors ${subject}`,
  description: `Without this plan, nobody is notified when ${subject} are attacked or misused.`,
  remediation: `Enable the Defender plan for ${subject} in the subscription settings.`,
  severity: 'medium',
  sql: azureRuleSql({
    from: 'azure_security_center_subscription_pricing',
    where: `name = '${name}'`,
    resource: 'id',
    noun: 'Subscription',
    name: 'subscription_id',
    verdicts: [['ok', "pricing_tier = 'Standard'", `has the Defender plan for ${subject}`]],
    otherwise: ['alarm', `does not have the Defender plan for ${subject}`],
    region: "'global'",
  }),
});

/** SQL condition: a security contact of the subscription meets the condition. */
const contactExists = (condition: string): string => `exists (
      select from azure_security_center_contact c
      where c.subscription_id = s.subscription_id and (${condition})
    )`;

const alerts = `c.alert_notifications in ('On', 'High', 'Medium', 'Low')
        or c.alert_notifications ~ '"state": *"On"'
        or jsonb_path_exists(c.notifications_sources, '$[*] ? (@.sourceType == "Alert")')`;

const owners = `c.alerts_to_admins = 'On'
        or jsonb_path_exists(
          c.notifications_by_role, '$ ? (@.state == "On" && @.roles[*] == "Owner")')`;

export const defenderRules: readonly WrittenRule[] = [
  planRule('app-services', 'AppServices', 'App Services'),
  planRule('key-vaults', 'KeyVaults', 'key vaults'),
  planRule('resource-manager', 'Arm', 'Resource Manager operations'),
  planRule('sql-databases', 'SqlServers', 'Azure SQL databases'),
  planRule('sql-on-machines', 'SqlServerVirtualMachines', 'SQL servers on machines'),
  planRule('storage', 'StorageAccounts', 'storage accounts'),
  planRule(
    'open-source-databases',
    'OpenSourceRelationalDatabases',
    'open-source relational databases',
  ),
  {
    ...defender,
    rule_id: 'azure-defender-tells-of-alerts',
    resource_type: 'azure_subscription',
    title: 'Defender for Cloud has a security contact for alerts',
    description: 'An alert that is shown only in the portal is read too late.',
    remediation: 'Enter an address for high-severity alerts in the email notification settings.',
    severity: 'medium',
    sql: azureRuleSql({
      ...subscription,
      verdicts: [['ok', contactExists(alerts), 'notifies somebody about alerts']],
      otherwise: ['alarm', 'notifies nobody about alerts'],
    }),
  },
  {
    ...defender,
    rule_id: 'azure-defender-tells-owners',
    resource_type: 'azure_subscription',
    title: 'Defender for Cloud notifies subscription owners of alerts',
    description: 'Subscription owners can act on an alert without asking anybody.',
    remediation: 'Select the Owner role in the email notification settings of Defender for Cloud.',
    severity: 'low',
    sql: azureRuleSql({
      ...subscription,
      verdicts: [['ok', contactExists(owners), 'notifies its owners about alerts']],
      otherwise: ['alarm', 'does not notify its owners about alerts'],
    }),
  },
];

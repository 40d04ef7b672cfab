import type { Severity } from '#lib/kernel/findings.ts';
import { azureRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

type Watch = {
  /** The end of the rule's id. */
  id: string;
  /** What is watched, to follow "An alert is raised when". */
  subject: string;
  severity: Severity;
  /** The value that a condition of the alert must equal: an operation or an event category. */
  equals: string;
};

const watchRule = ({ id, subject, severity, equals }: Watch): WrittenRule => ({
  rule_id: `azure-monitor-watches-${id}`,
  service: 'Monitor',
  resource_type: 'azure_subscription',
  title: `An alert is raised when ${subject}`,
  description: 'The activity log records changes; an alert tells people about them in time.',
  remediation: `Create an activity log alert for ${equals} on the whole subscription.`,
  severity,
  category: 'Security',
  sql: azureRuleSql({
    from: 'azure_subscription s',
    resource: 's.id',
    noun: 'Subscription',
    name: 's.display_name',
    verdicts: [
      [
        'ok',
        `exists (
      select from azure_log_alert a
      where a.subscription_id = s.subscription_id and a.enabled
        and jsonb_path_exists(
          a.scopes, '$[*] ? (@ like_regex "^/subscriptions/[^/]+/?$" flag "i")')
        and jsonb_path_exists(
          a.condition, '$.**.equals ? (@ like_regex "^${equals.replaceAll('.', '[.]')}$" flag "i")')
    )`,
        `notifies people when ${subject}`,
      ],
    ],
    otherwise: ['alarm', `has no alert that notifies people when ${subject}`],
    region: "'global'",
    account_id: 's.subscription_id',
  }),
});

const policies = 'Microsoft.Authorization/policyAssignments';
const groups = 'Microsoft.Network/networkSecurityGroups';
const solutions = 'Microsoft.Security/securitySolutions';
const firewalls = 'Microsoft.Sql/servers/firewallRules';
const addresses = 'Microsoft.Network/publicIPAddresses';

/** One rule for each of eleven operations that people should be alerted to. */
export const activityAlertRules: readonly WrittenRule[] = (
  [
    ['policy-assigned', 'a policy is assigned', 'low', `${policies}/write`],
    ['policy-removed', 'a policy assignment is deleted', 'medium', `${policies}/delete`],
    ['security-group', 'a network security group is changed', 'medium', `${groups}/write`],
    ['security-group-gone', 'a network security group is deleted', 'medium', `${groups}/delete`],
    ['security-solution', 'a security solution is changed', 'low', `${solutions}/write`],
    ['security-solution-gone', 'a security solution is deleted', 'high', `${solutions}/delete`],
    ['sql-firewall', 'an SQL server firewall rule is changed', 'medium', `${firewalls}/write`],
    ['sql-firewall-gone', 'an SQL server firewall rule is deleted', 'low', `${firewalls}/delete`],
    ['public-address', 'a public IP address is changed', 'medium', `${addresses}/write`],
    ['public-address-gone', 'a public IP address is deleted', 'low', `${addresses}/delete`],
    ['service-health', 'a Service Health event occurs', 'low', 'ServiceHealth'],
  ] as const
).map(([id, subject, severity, equals]) => watchRule({ id, subject, severity, equals }));

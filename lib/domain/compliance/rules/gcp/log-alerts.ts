import type { Severity } from '#lib/kernel/findings.ts';
import { gcpRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

type Watch = {
  /** The end of the rule's id. */
  id: string;
  /** What is watched, to follow "Log alert exists for". */
  subject: string;
  description: string;
  severity: Severity;
  /** Patterns that the filter must match; spaces, quotation marks and brackets become one space. */
  terms: readonly string[];
};

const field = (name: string, value: string): string => `${name} *[=:] *${value}(?![A-Za-z])`;
const method = (name: string): string => field('protoPayload[.]methodName', name);
const resource = (name: string): string => field('resource[.]type', name);

/** SQL condition: a log-based metric has a filter that matches all terms, and an enabled alert. */
const alertExistsSql = ({ terms }: Watch): string => `exists (
      select from gcp_logging_metric m
      join gcp_monitoring_alert_policy a on a.project = m.project and a.enabled
      cross join jsonb_path_query(a.conditions, '$[*].conditionThreshold.filter') f
      where m.project = p.project_id
        and strpos(f #>> '{}', concat('logging.googleapis.com/user/', m.name, '"')) > 0
        and regexp_replace(m.filter, '[\\s"()]+', ' ', 'g') ~ all (array[
          ${terms.map((term) => `'${term}'`).join(',\n          ')}
        ])
    )`;

const watchRule = (watch: Watch): WrittenRule => ({
  rule_id: `gcp-logging-watches-${watch.id}`,
  service: 'Cloud Logging',
  resource_type: 'gcp_project',
  title: `Log alert exists for ${watch.subject}`,
  description: watch.description,
  remediation:
    'Create a log-based metric for these events, and a Cloud Monitoring alert on the metric with ' +
    'a notification channel.',
  severity: watch.severity,
  category: 'Security',
  sql: gcpRuleSql({
    from: 'gcp_project p',
    resource: 'p.self_link',
    noun: 'Project',
    name: 'p.name',
    verdicts: [['ok', alertExistsSql(watch), `has an alert for ${watch.subject}`]],
    otherwise: ['alarm', `has no log-based metric and alert for ${watch.subject}`],
    region: 'p.location',
    account_id: 'p.project_id',
  }),
});

const watches: readonly Watch[] = [
  {
    id: 'ownership',
    subject: 'project ownership changes',
    description: 'An owner can do anything in a project, and make others owners.',
    severity: 'high',
    terms: [
      'cloudresourcemanager[.]googleapis[.]com',
      field('bindingDeltas[.]action', 'REMOVE'),
      field('bindingDeltas[.]action', 'ADD'),
      field('bindingDeltas[.]role', 'roles/owner'),
    ],
  },
  {
    id: 'audit-settings',
    subject: 'audit configuration changes',
    description: 'After audit logs are turned off, nothing leaves a trace.',
    severity: 'high',
    terms: [method('SetIamPolicy'), 'policyDelta[.]auditConfigDeltas *:'],
  },
  {
    id: 'custom-roles',
    subject: 'custom role changes',
    description: 'A permission added to a custom role applies to everyone who has the role.',
    severity: 'medium',
    terms: [
      resource('iam_role'),
      ...['Create', 'Delete', 'Undelete', 'Update'].map((verb) =>
        method(`google[.]iam[.]admin[.]v1[.]${verb}Role`),
      ),
    ],
  },
  {
    id: 'firewall-rules',
    subject: 'VPC firewall rule changes',
    description: 'A new firewall rule can expose a machine to the internet.',
    severity: 'medium',
    terms: [
      resource('gce_firewall_rule'),
      ...['patch', 'insert', 'delete'].map((verb) => `compute[.]firewalls[.]${verb}`),
    ],
  },
  {
    id: 'routes',
    subject: 'VPC route changes',
    description: 'A changed route can send traffic around a firewall or out of the network.',
    severity: 'low',
    terms: [
      resource('gce_route'),
      ...['delete', 'insert'].map((verb) => `compute[.]routes[.]${verb}`),
    ],
  },
  {
    id: 'networks',
    subject: 'VPC network changes',
    description: 'A new or peered network can connect networks that were meant to be separate.',
    severity: 'low',
    terms: [
      resource('gce_network'),
      ...['insert', 'patch', 'delete', 'removePeering', 'addPeering'].map(
        (verb) => `compute[.]networks[.]${verb}`,
      ),
    ],
  },
  {
    id: 'bucket-rights',
    subject: 'Cloud Storage permission changes',
    description: 'Most storage leaks start with a permission that was too broad.',
    severity: 'medium',
    terms: [resource('gcs_bucket'), method('storage[.]setIamPermissions')],
  },
  {
    id: 'sql-settings',
    subject: 'Cloud SQL configuration changes',
    description: 'One call can disable backups or TLS of a database, or open it to the internet.',
    severity: 'low',
    terms: [method('cloudsql[.]instances[.]update')],
  },
];

/** One rule for each of eight filters for events that people should be alerted to. */
export const logAlertRules: readonly WrittenRule[] = watches.map(watchRule);

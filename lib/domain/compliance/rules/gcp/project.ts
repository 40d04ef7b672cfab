import { gcpRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** Projects by their IAM policies; each project has one. */
const policy = {
  from: 'gcp_iam_policy',
  resource: "concat('//cloudresourcemanager.googleapis.com/projects/', project)",
  noun: 'Project',
  name: 'project',
};

/** SQL condition: a member that is not a service account holds one of these roles. */
const holdsRole = (roles: string): string => `jsonb_path_exists(bindings, '$[*]
      ? (@.role like_regex "^roles/${roles}$").members[*]
      ? (!(@ starts with "serviceAccount:"))')`;

/** SQL: the members that hold both roles. */
const membersWithBoth = (one: string, other: string): string => `(
      select string_agg(distinct a #>> '{}', ', ')
      from jsonb_path_query(bindings, '$[*] ? (@.role == "roles/${one}").members[*]') a
      join jsonb_path_query(bindings, '$[*] ? (@.role like_regex "^roles/${other}$").members[*]') b
        on a = b
    )`;

const keyDuties = membersWithBoth(
  'cloudkms.admin',
  'cloudkms[.]cryptoKey(EncrypterDecrypter|Encrypter|Decrypter)',
);

export const projectRules: readonly WrittenRule[] = [
  {
    rule_id: 'gcp-audit-logs-everything',
    service: 'Cloud Audit Logs',
    resource_type: 'gcp_project',
    title: 'Audit logging is on for all services and users',
    description: 'Data access is not logged by default, so leaks leave no trace.',
    remediation: 'Turn on all data access log types for allServices, without exemptions.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      from: 'gcp_project p',
      resource: 'p.self_link',
      noun: 'Project',
      name: 'p.name',
      verdicts: [
        [
          'ok',
          `exists (
      select from gcp_audit_policy a
      where a.project = p.project_id and a.service = 'allServices'
        and a.audit_log_configs @> '[{"logType": "ADMIN_READ"}]'
        and a.audit_log_configs @> '[{"logType": "DATA_READ"}]'
        and a.audit_log_configs @> '[{"logType": "DATA_WRITE"}]'
        and not jsonb_path_exists(a.audit_log_configs, '$[*].exemptedMembers[*]')
    )`,
          'logs every read and write of all services',
        ],
      ],
      otherwise: ['alarm', 'does not log every read and write of all services'],
      region: 'p.location',
      account_id: 'p.project_id',
    }),
  },
  {
    rule_id: 'gcp-project-asset-inventory',
    service: 'Cloud Asset Inventory',
    resource_type: 'gcp_project',
    title: 'Cloud Asset Inventory is on',
    description: 'The asset inventory keeps a 35-day history of resources and policies.',
    remediation: 'Enable the API cloudasset.googleapis.com in the project.',
    severity: 'low',
    category: 'Operational Excellence',
    sql: gcpRuleSql({
      from: 'gcp_project p',
      resource: 'p.self_link',
      noun: 'Project',
      name: 'p.name',
      verdicts: [
        [
          'ok',
          `exists (
      select from gcp_project_service s
      where s.project = p.project_id and s.state = 'ENABLED'
        and s.name like '%cloudasset.googleapis.com'
    )`,
          'has Cloud Asset Inventory enabled',
        ],
      ],
      otherwise: ['alarm', 'does not have Cloud Asset Inventory enabled'],
      region: 'p.location',
      account_id: 'p.project_id',
    }),
  },
  {
    rule_id: 'gcp-logging-keeps-everything',
    service: 'Cloud Logging',
    resource_type: 'gcp_project',
    title: 'A log sink exports all log entries of a project',
    description: 'Log entries that no sink exports are deleted after 30 days.',
    remediation: 'Create a sink without a filter, to a bucket or dataset in another project.',
    severity: 'low',
    category: 'Security',
    sql: gcpRuleSql({
      from: 'gcp_project p',
      resource: 'p.self_link',
      noun: 'Project',
      name: 'p.name',
      verdicts: [
        [
          'ok',
          `exists (
      select from gcp_logging_sink s
      where s.project = p.project_id and coalesce(s.filter, '') = ''
        and s.destination <> '' and s.disabled is not true
        and s.name not in ('_Default', '_Required')
    )`,
          'has a sink that keeps every log entry',
        ],
      ],
      otherwise: ['alarm', 'has no sink that keeps every log entry'],
      region: 'p.location',
      account_id: 'p.project_id',
    }),
  },
  {
    rule_id: 'gcp-iam-people-of-the-company',
    service: 'IAM',
    resource_type: 'gcp_iam_policy',
    title: 'Users sign in with corporate accounts',
    description: 'Personal accounts outlive employment, and company policies do not apply to them.',
    remediation: 'Remove gmail.com addresses from the project policy.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      ...policy,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(
      bindings, '$[*].members[*] ? (@ like_regex "^user:.*@gmail[.]com$" flag "i")')`,
          'grants roles to personal accounts',
        ],
      ],
      otherwise: ['ok', 'grants no roles to personal accounts'],
    }),
  },
  {
    rule_id: 'gcp-iam-no-admin-accounts',
    service: 'IAM',
    resource_type: 'gcp_iam_policy',
    title: 'Service accounts have no administrator roles',
    description: 'Anyone who takes over a program with such a role controls the project.',
    remediation: 'Grant the service account only the roles that its program needs.',
    severity: 'high',
    category: 'Security',
    sql: gcpRuleSql({
      ...policy,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(bindings, '$[*] ? (
      @.role like_regex "^roles/(owner|editor|.*[aA]dmin.*)$").members[*] ? (
      @ like_regex "^serviceAccount:.*@.*[.]iam[.]gserviceaccount[.]com$")')`,
          'grants administrative roles to service accounts',
        ],
      ],
      otherwise: ['ok', 'grants no administrative roles to service accounts'],
    }),
  },
  {
    rule_id: 'gcp-iam-account-duties-separated',
    service: 'IAM',
    resource_type: 'gcp_iam_policy',
    title: 'Service account administration and use are separated',
    description: 'No single person should be able to both create and use service accounts.',
    remediation: 'Remove one of the two roles from everyone who has both.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      ...policy,
      verdicts: [
        [
          'alarm',
          `${membersWithBoth('iam.serviceAccountAdmin', 'iam[.]serviceAccountUser')} is not null`,
          'lets the same people manage service accounts and act as them',
        ],
      ],
      otherwise: ['ok', 'does not let the same people manage service accounts and act as them'],
    }),
  },
  {
    rule_id: 'gcp-iam-no-project-impersonation',
    service: 'IAM',
    resource_type: 'gcp_iam_policy',
    title: 'Service account roles are not granted at project level',
    description: 'On the project, such a role grants the permissions of all its service accounts.',
    remediation: 'Grant the role on individual service accounts, to those who need to act as them.',
    severity: 'high',
    category: 'Security',
    sql: gcpRuleSql({
      ...policy,
      verdicts: [
        [
          'alarm',
          holdsRole('iam[.]serviceAccount(User|TokenCreator)'),
          'lets users act as every service account',
        ],
      ],
      otherwise: ['ok', 'does not let users act as every service account'],
    }),
  },
  {
    rule_id: 'gcp-kms-duties-separated',
    service: 'Cloud KMS',
    resource_type: 'gcp_iam_policy',
    title: 'KMS key administration and use are separated',
    description: 'No single person should be able to both manage a key and decrypt data with it.',
    remediation: 'Remove one of the two roles from everyone who has both.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      ...policy,
      verdicts: [['alarm', `${keyDuties} is not null`, 'lets the same people manage and use keys']],
      otherwise: ['ok', 'does not let the same people manage and use keys'],
    }),
  },
];

import { gcpAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** Projects by their policy, of which each has one. */
const policy = {
  from: 'gcp_iam_policy',
  resource: "concat('//cloudresourcemanager.googleapis.com/projects/', project)",
  noun: 'Project',
  name: 'project',
};

/** Holds where somebody other than a service account holds one of these roles. */
const held = (roles: string): string => `jsonb_path_exists(bindings, '$[*]
      ? (@.role like_regex "^roles/${roles}$").members[*]
      ? (!(@ starts with "serviceAccount:"))')`;

/** People who hold two kinds of roles at once. */
const both = (one: string, other: string): string => `(
      select string_agg(distinct a #>> '{}', ', ')
      from jsonb_path_query(bindings, '$[*] ? (@.role == "roles/${one}").members[*]') a
      join jsonb_path_query(bindings, '$[*] ? (@.role like_regex "^roles/${other}$").members[*]') b
        on a = b
    )`;

const keyDuties = both(
  'cloudkms.admin',
  'cloudkms[.]cryptoKey(EncrypterDecrypter|Encrypter|Decrypter)',
);

export const projectRules: readonly WrittenRule[] = [
  {
    rule_id: 'gcp-audit-logs-everything',
    service: 'Cloud Audit Logs',
    resource_type: 'gcp_project',
    title: 'Audit logging is on for all services and users',
    description: 'Reads are not logged unless a project asks for it: leaks leave no trace then.',
    remediation: 'Turn on all kinds of data access logs for allServices, without exemptions.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
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
    description: 'The inventory keeps the history of resources and policies for 35 days.',
    remediation: 'Enable the API cloudasset.googleapis.com in the project.',
    severity: 'low',
    category: 'Operational Excellence',
    sql: gcpAnswer({
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
          'has Cloud Asset Inventory on',
        ],
      ],
      otherwise: ['alarm', 'does not have Cloud Asset Inventory on'],
      region: 'p.location',
      account_id: 'p.project_id',
    }),
  },
  {
    rule_id: 'gcp-logging-keeps-everything',
    service: 'Cloud Logging',
    resource_type: 'gcp_project',
    title: 'A log sink exports all log entries of a project',
    description: 'Entries that no sink keeps are gone after 30 days.',
    remediation: 'Make a sink without a filter, to a bucket or dataset of another project.',
    severity: 'low',
    category: 'Security',
    sql: gcpAnswer({
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
    description: 'A private account stays when somebody leaves, and follows no rule of yours.',
    remediation: 'Take addresses of gmail.com out of the policy of the project.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
      ...policy,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(
      bindings, '$[*].members[*] ? (@ like_regex "^user:.*@gmail[.]com$" flag "i")')`,
          'gives roles to private accounts',
        ],
      ],
      otherwise: ['ok', 'gives no roles to private accounts'],
    }),
  },
  {
    rule_id: 'gcp-iam-no-admin-accounts',
    service: 'IAM',
    resource_type: 'gcp_iam_policy',
    title: 'Service accounts have no administrator roles',
    description: 'Whoever takes over a program with such a role owns the project.',
    remediation: 'Give the service account the roles that its program needs.',
    severity: 'high',
    category: 'Security',
    sql: gcpAnswer({
      ...policy,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(bindings, '$[*] ? (
      @.role like_regex "^roles/(owner|editor|.*[aA]dmin.*)$").members[*] ? (
      @ like_regex "^serviceAccount:.*@.*[.]iam[.]gserviceaccount[.]com$")')`,
          'lets service accounts administer it',
        ],
      ],
      otherwise: ['ok', 'lets no service account administer it'],
    }),
  },
  {
    rule_id: 'gcp-iam-account-duties-separated',
    service: 'IAM',
    resource_type: 'gcp_iam_policy',
    title: 'Service account administration and use are separated',
    description: 'One person alone should not make an account, give it rights and use it.',
    remediation: 'Take one of the two roles away from whoever holds both.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
      ...policy,
      verdicts: [
        [
          'alarm',
          `${both('iam.serviceAccountAdmin', 'iam[.]serviceAccountUser')} is not null`,
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
    description: 'Such a role on the project gives the rights of all of its service accounts.',
    remediation: 'Give the role on single service accounts, to those who need to act as them.',
    severity: 'high',
    category: 'Security',
    sql: gcpAnswer({
      ...policy,
      verdicts: [
        [
          'alarm',
          held('iam[.]serviceAccount(User|TokenCreator)'),
          'lets people act as every service account',
        ],
      ],
      otherwise: ['ok', 'does not let people act as every service account'],
    }),
  },
  {
    rule_id: 'gcp-kms-duties-separated',
    service: 'Cloud KMS',
    resource_type: 'gcp_iam_policy',
    title: 'KMS key administration and use are separated',
    description: 'One person alone should not be able to make a key and read what it encrypts.',
    remediation: 'Take one of the two roles away from whoever holds both.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
      ...policy,
      verdicts: [
        [
          'alarm',
          `${keyDuties} is not null`,
          'lets the same people manage and use keys',
        ],
      ],
      otherwise: ['ok', 'does not let the same people manage and use keys'],
    }),
  },
];

import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const key = {
  from: 'aws_kms_key',
  where: "key_manager = 'CUSTOMER'",
  resource: 'arn',
  noun: 'Key',
  name: 'id',
};

const secret = { from: 'aws_secretsmanager_secret', resource: 'arn', noun: 'Secret', name: 'name' };

/** The rotation interval in days; null for schedules in cron format. */
const interval = "(rotation_rules ->> 'AutomaticallyAfterDays')::int";

/** Rules for keys, secrets and certificates. */
export const keyRules: readonly WrittenRule[] = [
  {
    rule_id: 'aws-kms-rotated',
    service: 'KMS',
    resource_type: 'aws_kms_key',
    title: 'Customer managed KMS keys are rotated yearly',
    description: 'Rotation limits how much data one key encrypts, without changes to programs.',
    remediation: 'Turn on automatic rotation for the key.',
    severity: 'low',
    category: 'Security',
    fix: { library: 'rotate-kms-keys' },
    sql: awsRuleSql({
      ...key,
      verdicts: [
        [
          'skip',
          "key_state in ('PendingDeletion', 'Disabled')",
          'is disabled or scheduled for deletion',
        ],
        [
          'skip',
          "origin <> 'AWS_KMS' or customer_master_key_spec <> 'SYMMETRIC_DEFAULT'",
          'is of a type that KMS does not rotate',
        ],
        ['ok', 'key_rotation_enabled', 'is rotated'],
      ],
      otherwise: ['alarm', 'is not rotated'],
    }),
  },
  {
    rule_id: 'aws-kms-not-pending-deletion',
    service: 'KMS',
    resource_type: 'aws_kms_key',
    title: 'No KMS key is scheduled for deletion',
    description: 'Once a key is deleted, nothing can decrypt its data, backups included.',
    remediation: 'Make sure that nothing needs the key, or cancel its deletion.',
    severity: 'high',
    category: 'Reliability',
    sql: awsRuleSql({
      ...key,
      verdicts: [
        ['alarm', "key_state = 'PendingDeletion'", 'will be deleted on {deletion_date::date}'],
      ],
      otherwise: ['ok', 'is not scheduled for deletion'],
    }),
  },
  {
    rule_id: 'aws-secretsmanager-rotation',
    service: 'Secrets Manager',
    resource_type: 'aws_secretsmanager_secret',
    title: 'Secrets are rotated automatically',
    description: 'A copied secret is of little use if it is rotated automatically.',
    remediation: 'Set up rotation with a function that also updates the secret where it is used.',
    severity: 'medium',
    category: 'Security',
    sql: awsRuleSql({
      ...secret,
      verdicts: [
        ['skip', "owning_service <> ''", 'is managed by {owning_service}'],
        ['ok', 'rotation_enabled', 'is rotated automatically'],
      ],
      otherwise: ['alarm', 'is not rotated automatically'],
    }),
  },
  {
    rule_id: 'aws-secretsmanager-rotated-in-time',
    service: 'Secrets Manager',
    resource_type: 'aws_secretsmanager_secret',
    title: 'Secrets are rotated on schedule',
    description: 'When rotation fails silently, an old secret stays in use for months.',
    remediation: 'Check the logs of the rotation function, and rotate the secret manually.',
    severity: 'medium',
    category: 'Security',
    fix: { action: 'aws.rotate_secret' },
    sql: awsRuleSql({
      ...secret,
      verdicts: [
        ['skip', 'rotation_enabled is not true', 'is not rotated automatically'],
        ['alarm', 'last_rotated_date is null', 'was never rotated'],
        ['info', `${interval} is null`, 'was rotated on {last_rotated_date::date}'],
        [
          'ok',
          // A rotation may take up to a day to begin.
          `last_rotated_date > now() - make_interval(days => ${interval} + 1)`,
          'was rotated on {last_rotated_date::date}, as scheduled',
        ],
      ],
      otherwise: [
        'alarm',
        `was last rotated on {last_rotated_date::date}, more than {${interval}} days ago`,
      ],
    }),
  },
  {
    rule_id: 'aws-acm-not-expiring',
    service: 'ACM',
    resource_type: 'aws_acm_certificate',
    title: 'Certificates do not expire within 30 days',
    description: 'An expired certificate takes a service down for everybody at once.',
    remediation: 'Renew the certificate, or validate its domain by DNS so that ACM renews it.',
    severity: 'medium',
    category: 'Reliability',
    sql: awsRuleSql({
      from: 'aws_acm_certificate',
      resource: 'certificate_arn',
      noun: 'Certificate',
      name: 'domain_name',
      verdicts: [
        ['skip', "status not in ('ISSUED', 'EXPIRED')", 'is not issued'],
        ['ok', "not_after > now() + interval '30 days'", 'is valid until {not_after::date}'],
        ['alarm', 'not_after > now()', 'expires on {not_after::date}'],
      ],
      otherwise: ['alarm', 'expired on {not_after::date}'],
    }),
  },
];

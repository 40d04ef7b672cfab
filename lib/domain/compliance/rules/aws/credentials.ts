import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** Users in the credential report, except the root user. */
const users = {
  from: 'aws_iam_credential_report',
  where: "user_name <> '<root_account>'",
  resource: 'user_arn',
  noun: 'User',
  name: 'user_name',
};

const reportFields = {
  service: 'IAM',
  resource_type: 'aws_iam_credential_report',
  category: 'Security',
} as const;

const removePassword = { action: 'aws.delete_login_profile' };
const deactivateKey = { action: 'aws.deactivate_access_key' };

/** SQL condition: the password, or an active key, was unused for this many days. */
const unusedForDays = (days: number): string => {
  const cutoff = `now() - interval '${days} days'`;
  const key = (number: number): string => `access_key_${number}_active and coalesce(
      access_key_${number}_last_used_date, access_key_${number}_last_rotated) < ${cutoff}`;
  return `password_enabled and coalesce(
      password_last_used, password_last_changed, user_creation_time) < ${cutoff}
    or ${key(1)}
    or ${key(2)}`;
};

const unusedRule = (days: number): WrittenRule => ({
  ...reportFields,
  rule_id: `aws-iam-unused-${days}-days`,
  title: `Credentials unused for ${days} days are disabled`,
  description: 'Nobody notices the theft of credentials that nobody uses.',
  remediation: 'Ask the owner, then deactivate the key or remove the console password.',
  severity: days < 90 ? 'low' : 'medium',
  fix: deactivateKey,
  sql: awsRuleSql({
    ...users,
    verdicts: [
      [
        'alarm',
        unusedForDays(days),
        `has a password or key that has not been used for ${days} days`,
      ],
    ],
    otherwise: ['ok', `has no password or key that has not been used for ${days} days`],
  }),
});

export const credentialRules: readonly WrittenRule[] = [
  {
    ...reportFields,
    rule_id: 'aws-iam-console-mfa',
    title: 'IAM users with a console password have MFA enabled',
    description: 'Passwords are guessed, phished and reused; with MFA a stolen one is not enough.',
    remediation: 'Have the user register an MFA device, or remove the console password.',
    severity: 'high',
    fix: removePassword,
    sql: awsRuleSql({
      ...users,
      verdicts: [
        ['skip', 'not password_enabled', 'has no console password'],
        ['ok', 'mfa_active', 'signs in with MFA'],
      ],
      otherwise: ['alarm', 'signs in without MFA'],
    }),
  },
  {
    ...reportFields,
    rule_id: 'aws-iam-user-mfa',
    title: 'IAM users have MFA enabled',
    description: 'Policies can also require MFA for calls with access keys once it is enabled.',
    remediation: 'Have the user register an MFA device, or give programs a role instead of a user.',
    severity: 'medium',
    sql: awsRuleSql({
      ...users,
      verdicts: [['ok', 'mfa_active', 'has MFA enabled']],
      otherwise: ['alarm', 'has no MFA'],
    }),
  },
  {
    ...reportFields,
    rule_id: 'aws-iam-no-key-at-setup',
    title: 'IAM users with a password get no access key at creation',
    description: 'Access keys created along with a user are often never used and forgotten.',
    remediation: "Deactivate the user's first access key if no program uses it.",
    severity: 'low',
    fix: deactivateKey,
    sql: awsRuleSql({
      ...users,
      verdicts: [
        ['skip', 'not password_enabled', 'has no console password'],
        [
          'alarm',
          `access_key_1_active
      and abs(extract(epoch from access_key_1_last_rotated - user_creation_time)) < 60`,
          'has a key that was created along with the user',
        ],
      ],
      otherwise: ['ok', 'has no key that was created along with the user'],
    }),
  },
  unusedRule(45),
  unusedRule(90),
  {
    rule_id: 'aws-iam-one-active-key',
    service: 'IAM',
    resource_type: 'aws_iam_user',
    title: 'IAM users have at most one active access key',
    description: 'A second key is meant for rotation; left in place, it doubles the exposure.',
    remediation: 'Deactivate the key that was used less recently.',
    severity: 'medium',
    category: 'Security',
    fix: deactivateKey,
    sql: awsRuleSql({
      with: `active as (
  select user_name, account_id, count(*) as keys
  from aws_iam_access_key
  where status = 'Active'
  group by user_name, account_id
)`,
      from: `aws_iam_user u
  left join active k on k.user_name = u.name and k.account_id = u.account_id`,
      resource: 'u.arn',
      noun: 'User',
      name: 'u.name',
      verdicts: [['alarm', 'k.keys > 1', 'has {k.keys} active access keys']],
      otherwise: ['ok', 'does not have more than one active access key'],
      region: 'u.region',
      account_id: 'u.account_id',
    }),
  },
  {
    rule_id: 'aws-iam-key-age',
    service: 'IAM',
    resource_type: 'aws_iam_access_key',
    title: 'Active access keys are rotated within 90 days',
    description: 'The older a key is, the more places hold a copy of it.',
    remediation: 'Create a new key, update the programs that use it, and deactivate the old one.',
    severity: 'medium',
    category: 'Security',
    fix: { library: 'deactivate-old-access-keys' },
    sql: awsRuleSql({
      from: 'aws_iam_access_key',
      resource: `concat('arn:', partition, ':iam::', account_id, ':user/', user_name,
    '/accesskey/', access_key_id)`,
      noun: 'Access key',
      name: "concat(access_key_id, ' of ', user_name)",
      verdicts: [
        ['skip', "status <> 'Active'", 'is not active'],
        ['ok', "create_date > now() - interval '90 days'", 'is no older than 90 days'],
      ],
      otherwise: ['alarm', 'is {current_date - create_date::date} days old'],
    }),
  },
];

import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** The IAM summary of an account, which includes facts about the root user. */
const summary = {
  from: 'aws_iam_account_summary s',
  resource: "concat('arn:', s.partition, ':::', s.account_id)",
  noun: 'Account',
  name: 's.account_id',
  region: 's.region',
  account_id: 's.account_id',
};

const account = {
  from: 'aws_account a',
  resource: 'a.arn',
  noun: 'Account',
  name: 'a.account_id',
  region: 'a.region',
  account_id: 'a.account_id',
};

/** Accounts with their password policy; without one, its columns are null. */
const passwords = {
  ...account,
  from: `aws_account a
  left join aws_iam_account_password_policy p on p.account_id = a.account_id`,
};

const noPolicy = ['alarm', 'p.account_id is null', 'has no password policy'] as const;

const softwareDevice = `exists (
      select from aws_iam_virtual_mfa_device d
      where d.account_id = s.account_id
        and (d.serial_number like '%:mfa/root-account-mfa-device' or d.user_id = d.account_id)
    )`;

const root = { service: 'IAM', resource_type: 'aws_iam_account_summary' };

export const accountRules: readonly WrittenRule[] = [
  {
    ...root,
    category: 'Security',
    rule_id: 'aws-iam-root-without-keys',
    title: 'Root user has no access keys',
    description: 'A root access key has unrestricted access, and no IAM policy can limit it.',
    remediation: "Delete the root user's access keys and use IAM roles instead.",
    severity: 'critical',
    sql: awsRuleSql({
      ...summary,
      verdicts: [
        ['ok', 's.account_access_keys_present = 0', 'has a root user without access keys'],
      ],
      otherwise: ['alarm', 'has a root user with access keys'],
    }),
  },
  {
    ...root,
    category: 'Security',
    rule_id: 'aws-iam-root-mfa',
    title: 'Root user has MFA enabled',
    description: 'Without MFA, a stolen root password gives full control of the account.',
    remediation: 'Sign in as the root user and register an MFA device under Security credentials.',
    severity: 'critical',
    sql: awsRuleSql({
      ...summary,
      verdicts: [['ok', 's.account_mfa_enabled', 'has a root user with MFA']],
      otherwise: ['alarm', 'has a root user without MFA'],
    }),
  },
  {
    ...root,
    category: 'Security',
    rule_id: 'aws-iam-root-hardware-mfa',
    title: 'Root user has hardware MFA',
    description: 'A hardware key cannot be copied by malware and resists phishing.',
    remediation: 'Register a security key or hardware token for the root user and store it safely.',
    severity: 'high',
    sql: awsRuleSql({
      ...summary,
      verdicts: [
        ['alarm', 's.account_mfa_enabled is not true', 'has a root user without MFA'],
        ['alarm', softwareDevice, 'has a root user with virtual MFA'],
      ],
      otherwise: ['ok', 'has a root user with hardware MFA'],
    }),
  },
  {
    rule_id: 'aws-iam-root-unused',
    service: 'IAM',
    resource_type: 'aws_iam_credential_report',
    title: 'Root user is not used for daily work',
    description: 'Root user activity cannot be restricted or told apart from an intrusion.',
    remediation: 'Find out who signed in and why, and give them a role for that work.',
    severity: 'high',
    category: 'Security',
    sql: awsRuleSql({
      with: `root as (
  select *, greatest(
    password_last_used, access_key_1_last_used_date, access_key_2_last_used_date
  ) as last_used
  from aws_iam_credential_report
  where user_name = '<root_account>'
)`,
      from: 'root',
      resource: 'user_arn',
      noun: 'The root user of',
      name: 'account_id',
      verdicts: [
        [
          'alarm',
          "last_used > now() - interval '90 days'",
          'was used on {last_used::date}, less than 90 days ago',
        ],
      ],
      otherwise: ['ok', 'has not been used for 90 days'],
    }),
  },
  {
    rule_id: 'aws-account-security-contact',
    service: 'Account',
    resource_type: 'aws_account',
    title: 'Accounts have a security contact',
    description: 'AWS uses this contact to report abuse or exposed credentials.',
    remediation: 'Add a security contact that a team monitors in the account settings.',
    severity: 'medium',
    category: 'Security',
    sql: awsRuleSql({
      ...account,
      verdicts: [
        [
          'ok',
          `exists (
      select from aws_account_alternate_contact c
      where c.account_id = a.account_id and c.contact_type = 'SECURITY'
        and c.email_address <> ''
    )`,
          'has a security contact',
        ],
      ],
      otherwise: ['alarm', 'has no security contact'],
    }),
  },
  {
    rule_id: 'aws-iam-password-length',
    service: 'IAM',
    resource_type: 'aws_account',
    title: 'IAM password policy requires at least 14 characters',
    description: 'Short passwords are easy to guess; length matters more than special characters.',
    remediation: 'Set the minimum length in the account password policy to 14 characters.',
    severity: 'medium',
    category: 'Security',
    sql: awsRuleSql({
      ...passwords,
      verdicts: [
        noPolicy,
        [
          'ok',
          'p.minimum_password_length >= 14',
          'requires passwords of {p.minimum_password_length} characters',
        ],
      ],
      otherwise: ['alarm', 'allows passwords of fewer than 14 characters'],
    }),
  },
  {
    rule_id: 'aws-iam-password-reuse',
    service: 'IAM',
    resource_type: 'aws_account',
    title: 'IAM password policy prevents reuse of the last 24 passwords',
    description: 'An old password may have leaked years ago and should not be used again.',
    remediation: 'Set the account password policy to remember 24 passwords.',
    severity: 'low',
    category: 'Security',
    sql: awsRuleSql({
      ...passwords,
      verdicts: [noPolicy, ['ok', 'p.password_reuse_prevention >= 24', 'remembers 24 passwords']],
      otherwise: ['alarm', 'remembers {coalesce(p.password_reuse_prevention, 0)} of 24 passwords'],
    }),
  },
  {
    rule_id: 'aws-iam-password-policy',
    service: 'IAM',
    resource_type: 'aws_account',
    title: 'IAM password policy is strong',
    description:
      'Length, character types, expiry and reuse rules together make passwords hard to guess.',
    remediation:
      'Require 14 characters with upper and lower case letters, numbers and symbols, a maximum ' +
      'age of 90 days, and 24 remembered passwords; or have people sign in through IAM Identity ' +
      'Center.',
    severity: 'medium',
    category: 'Security',
    sql: awsRuleSql({
      ...passwords,
      verdicts: [
        noPolicy,
        [
          'ok',
          `p.minimum_password_length >= 14 and p.password_reuse_prevention >= 24
      and p.require_lowercase_characters and p.require_uppercase_characters
      and p.require_numbers and p.require_symbols and p.max_password_age between 1 and 90`,
          'has a strong password policy',
        ],
      ],
      otherwise: ['alarm', 'has a weak password policy'],
    }),
  },
  {
    rule_id: 'aws-iam-support-role',
    service: 'IAM',
    resource_type: 'aws_account',
    title: 'A role for AWS Support access exists',
    description: 'In an incident, nobody should have to find out who may open a support case.',
    remediation: 'Attach the AWSSupportAccess policy to a role that on-call staff can assume.',
    severity: 'low',
    category: 'Operational Excellence',
    sql: awsRuleSql({
      ...account,
      verdicts: [
        [
          'ok',
          `exists (
      select from aws_iam_role r, jsonb_array_elements_text(r.attached_policy_arns) policy
      where r.account_id = a.account_id and policy like '%:policy/AWSSupportAccess'
    )`,
          'has a role that may use AWS Support',
        ],
      ],
      otherwise: ['alarm', 'has no role that may use AWS Support'],
    }),
  },
];

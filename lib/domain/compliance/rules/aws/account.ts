import { awsAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** The IAM summary of an account, which knows of the root user. */
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

/** Accounts with their policy for passwords; one without has none of its columns. */
const passwords = {
  ...account,
  from: `aws_account a
  left join aws_iam_account_password_policy p on p.account_id = a.account_id`,
};

const noPolicy = ['alarm', 'p.account_id is null', 'has no policy for passwords'] as const;

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
    description: 'A key of the root user may do everything, and no policy can hold it back.',
    remediation: 'Delete the access keys of the root user, and use roles instead.',
    severity: 'critical',
    sql: awsAnswer({
      ...summary,
      verdicts: [['ok', 's.account_access_keys_present = 0', 'has a root user without keys']],
      otherwise: ['alarm', 'has a root user with access keys'],
    }),
  },
  {
    ...root,
    category: 'Security',
    rule_id: 'aws-iam-root-mfa',
    title: 'Root user has MFA enabled',
    description: 'Without MFA a stolen password is enough to own the whole account.',
    remediation: 'Sign in as the root user and register a device under Security credentials.',
    severity: 'critical',
    sql: awsAnswer({
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
    description: 'A key of hardware cannot be copied by a program, nor phished from a person.',
    remediation: 'Register a security key or hardware token for the root user, and keep it safe.',
    severity: 'high',
    sql: awsAnswer({
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
    description: 'Work as the root user cannot be limited, nor told apart from an intruder.',
    remediation: 'Find out who signed in and why, and give them a role for that work.',
    severity: 'high',
    category: 'Security',
    sql: awsAnswer({
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
      otherwise: ['ok', 'was not used for 90 days'],
    }),
  },
  {
    rule_id: 'aws-account-security-contact',
    service: 'Account',
    resource_type: 'aws_account',
    title: 'Accounts have a security contact',
    description: 'AWS writes to this contact when it sees abuse or stolen keys of the account.',
    remediation: 'Enter a security contact that a team reads, in the settings of the account.',
    severity: 'medium',
    category: 'Security',
    sql: awsAnswer({
      ...account,
      verdicts: [
        [
          'ok',
          `exists (
      select from aws_account_alternate_contact c
      where c.account_id = a.account_id and c.contact_type = 'SECURITY'
        and c.email_address <> ''
    )`,
          'has a contact for security',
        ],
      ],
      otherwise: ['alarm', 'has no contact for security'],
    }),
  },
  {
    rule_id: 'aws-iam-password-length',
    service: 'IAM',
    resource_type: 'aws_account',
    title: 'IAM password policy requires at least 14 characters',
    description: 'Short passwords are guessed by machines; length helps more than odd characters.',
    remediation: 'Set a minimum length of 14 in the password policy of the account.',
    severity: 'medium',
    category: 'Security',
    sql: awsAnswer({
      ...passwords,
      verdicts: [
        noPolicy,
        [
          'ok',
          'p.minimum_password_length >= 14',
          'asks for passwords of {p.minimum_password_length} characters',
        ],
      ],
      otherwise: ['alarm', 'takes passwords of fewer than 14 characters'],
    }),
  },
  {
    rule_id: 'aws-iam-password-reuse',
    service: 'IAM',
    resource_type: 'aws_account',
    title: 'IAM password policy prevents reuse of the last 24 passwords',
    description: 'An old password may have leaked long ago: it should not come back.',
    remediation: 'Let the password policy of the account remember 24 passwords.',
    severity: 'low',
    category: 'Security',
    sql: awsAnswer({
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
    description: 'Length, kinds of characters, age and memory together keep passwords unguessed.',
    remediation:
      'Ask for 14 characters with small and capital letters, numbers and symbols, an age of 90 ' +
      'days at most and 24 remembered passwords; or have people sign in by IAM Identity Center.',
    severity: 'medium',
    category: 'Security',
    sql: awsAnswer({
      ...passwords,
      verdicts: [
        noPolicy,
        [
          'ok',
          `p.minimum_password_length >= 14 and p.password_reuse_prevention >= 24
      and p.require_lowercase_characters and p.require_uppercase_characters
      and p.require_numbers and p.require_symbols and p.max_password_age between 1 and 90`,
          'has a strong policy for passwords',
        ],
      ],
      otherwise: ['alarm', 'has a weak policy for passwords'],
    }),
  },
  {
    rule_id: 'aws-iam-support-role',
    service: 'IAM',
    resource_type: 'aws_account',
    title: 'A role for AWS Support access exists',
    description: 'In an emergency nobody should have to look for who may call for help.',
    remediation: 'Attach the policy AWSSupportAccess to a role that the people on call may take.',
    severity: 'low',
    category: 'Operational Excellence',
    sql: awsAnswer({
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

import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { SampleTables } from '../sample.ts';
import type { AwsAccount } from './aws-account.ts';
import { daysAgo } from './days.ts';

export type SamplePerson = {
  name: string;
  /** Whether the person has a password for the console, and whether MFA is active. */
  console: boolean;
  mfa: boolean;
  /** Days since the password and the key were last used. */
  daysSinceUse: number;
  /** Age of the access key in days. */
  key?: number;
  /** AWS managed policies that are attached directly to the user. */
  policies?: string[];
};

export type SampleIam = {
  people: SamplePerson[];
  roles: { name: string; service: string; policies: string[] }[];
  policies: { name: string; statement: Row }[];
  /** The password policy, if there is one. */
  passwords: Row | undefined;
  rootMfa: boolean;
  securityContact: boolean;
};

const awsPolicyArn = (name: string): string => `arn:aws:iam::aws:policy/${name}`;

const reportOf = (account: AwsAccount, { name, console, mfa, daysSinceUse, key }: SamplePerson) =>
  account.global({
    user_name: name,
    user_arn: account.arn('iam', `user/${name}`, ''),
    user_creation_time: daysAgo(700),
    password_enabled: console,
    password_last_used: console ? daysAgo(daysSinceUse) : null,
    password_last_changed: console ? daysAgo(400) : null,
    mfa_active: mfa,
    access_key_1_active: key !== undefined,
    access_key_1_last_rotated: key === undefined ? null : daysAgo(key),
    access_key_1_last_used_date: key === undefined ? null : daysAgo(Math.min(key, daysSinceUse)),
    access_key_2_active: false,
  });

const keyOf = (account: AwsAccount, { name, key }: SamplePerson) =>
  key === undefined
    ? []
    : [
        account.global({
          access_key_id: `AKIASAMPLE${name.toUpperCase().replaceAll('-', '')}`,
          title: `AKIASAMPLE${name.toUpperCase().replaceAll('-', '')}`,
          user_name: name,
          status: 'Active',
          create_date: daysAgo(key),
        }),
      ];

const rootOf = (account: AwsAccount, mfa: boolean) =>
  account.global({
    user_name: '<root_account>',
    user_arn: account.arn('iam', 'root', ''),
    user_creation_time: daysAgo(900),
    password_last_used: daysAgo(mfa ? 400 : 12),
    mfa_active: mfa,
    access_key_1_active: false,
    access_key_2_active: false,
  });

const contact = (account: AwsAccount, contact_type: string) =>
  account.global({
    contact_type,
    name: 'Sample team',
    email_address: `${contact_type.toLowerCase()}@example.com`,
  });

/** The IAM rows of an AWS account. */
export const awsIam = (account: AwsAccount, iam: SampleIam): SampleTables => ({
  aws_account: [
    account.global({ arn: `arn:aws:::${account.account_id}`, title: account.account_id }),
  ],
  aws_account_alternate_contact: [
    contact(account, 'BILLING'),
    ...(iam.securityContact ? [contact(account, 'SECURITY')] : []),
  ],
  aws_iam_account_summary: [
    account.global({
      account_access_keys_present: 0,
      account_mfa_enabled: iam.rootMfa,
      users: iam.people.length,
      roles: iam.roles.length,
    }),
  ],
  aws_iam_virtual_mfa_device: iam.people
    .filter(({ mfa }) => mfa)
    .map(({ name }) =>
      account.global({
        serial_number: account.arn('iam', `mfa/${name}`, ''),
        title: name,
        user_name: name,
      }),
    ),
  aws_iam_account_password_policy: iam.passwords ? [account.global(iam.passwords)] : [],
  aws_iam_credential_report: [
    rootOf(account, iam.rootMfa),
    ...iam.people.map((person) => reportOf(account, person)),
  ],
  aws_iam_access_key: iam.people.flatMap((person) => keyOf(account, person)),
  aws_iam_user: iam.people.map(({ name, mfa, policies = [] }) =>
    account.iam(`user/${name}`, {
      create_date: daysAgo(700),
      mfa_enabled: mfa,
      attached_policy_arns: policies.map(awsPolicyArn),
      inline_policies: null,
    }),
  ),
  aws_iam_group: [
    account.iam('group/sample-developers', {
      create_date: daysAgo(700),
      attached_policy_arns: [awsPolicyArn('ReadOnlyAccess')],
      inline_policies: null,
    }),
  ],
  aws_iam_role: iam.roles.map(({ name, service, policies }) =>
    account.iam(`role/${name}`, {
      create_date: daysAgo(600),
      attached_policy_arns: policies.map(awsPolicyArn),
      inline_policies: null,
      assume_role_policy: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: `${service}.amazonaws.com` },
            Action: 'sts:AssumeRole',
          },
        ],
      },
    }),
  ),
  aws_iam_policy: iam.policies.map(({ name, statement }) =>
    account.iam(`policy/${name}`, {
      create_date: daysAgo(500),
      is_aws_managed: false,
      is_attached: true,
      attachment_count: 1,
      policy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] },
    }),
  ),
  aws_iam_server_certificate: [],
});

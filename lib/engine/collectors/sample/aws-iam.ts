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
  used: number;
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

const reportOf = (of: AwsAccount, { name, console, mfa, used, key }: SamplePerson) =>
  of.global({
    user_name: name,
    user_arn: of.arn('iam', `user/${name}`, ''),
    user_creation_time: daysAgo(700),
    password_enabled: console,
    password_last_used: console ? daysAgo(used) : null,
    password_last_changed: console ? daysAgo(400) : null,
    mfa_active: mfa,
    access_key_1_active: key !== undefined,
    access_key_1_last_rotated: key === undefined ? null : daysAgo(key),
    access_key_1_last_used_date: key === undefined ? null : daysAgo(Math.min(key, used)),
    access_key_2_active: false,
  });

const keyOf = (of: AwsAccount, { name, key }: SamplePerson) =>
  key === undefined
    ? []
    : [
        of.global({
          access_key_id: `AKIASAMPLE${name.toUpperCase().replaceAll('-', '')}`,
          title: `AKIASAMPLE${name.toUpperCase().replaceAll('-', '')}`,
          user_name: name,
          status: 'Active',
          create_date: daysAgo(key),
        }),
      ];

const rootOf = (of: AwsAccount, mfa: boolean) =>
  of.global({
    user_name: '<root_account>',
    user_arn: of.arn('iam', 'root', ''),
    user_creation_time: daysAgo(900),
    password_last_used: daysAgo(mfa ? 400 : 12),
    mfa_active: mfa,
    access_key_1_active: false,
    access_key_2_active: false,
  });

const contact = (of: AwsAccount, contact_type: string) =>
  of.global({
    contact_type,
    name: 'Sample team',
    email_address: `${contact_type.toLowerCase()}@example.com`,
  });

/** The IAM rows of an AWS account. */
export const awsIam = (of: AwsAccount, iam: SampleIam): SampleTables => ({
  aws_account: [of.global({ arn: `arn:aws:::${of.account_id}`, title: of.account_id })],
  aws_account_alternate_contact: [
    contact(of, 'BILLING'),
    ...(iam.securityContact ? [contact(of, 'SECURITY')] : []),
  ],
  aws_iam_account_summary: [
    of.global({
      account_access_keys_present: 0,
      account_mfa_enabled: iam.rootMfa,
      users: iam.people.length,
      roles: iam.roles.length,
    }),
  ],
  aws_iam_virtual_mfa_device: iam.people
    .filter(({ mfa }) => mfa)
    .map(({ name }) =>
      of.global({ serial_number: of.arn('iam', `mfa/${name}`, ''), title: name, user_name: name }),
    ),
  aws_iam_account_password_policy: iam.passwords ? [of.global(iam.passwords)] : [],
  aws_iam_credential_report: [
    rootOf(of, iam.rootMfa),
    ...iam.people.map((person) => reportOf(of, person)),
  ],
  aws_iam_access_key: iam.people.flatMap((person) => keyOf(of, person)),
  aws_iam_user: iam.people.map(({ name, mfa, policies = [] }) =>
    of.iam(`user/${name}`, {
      create_date: daysAgo(700),
      mfa_enabled: mfa,
      attached_policy_arns: policies.map(awsPolicyArn),
      inline_policies: null,
    }),
  ),
  aws_iam_group: [
    of.iam('group/sample-developers', {
      create_date: daysAgo(700),
      attached_policy_arns: [awsPolicyArn('ReadOnlyAccess')],
      inline_policies: null,
    }),
  ],
  aws_iam_role: iam.roles.map(({ name, service, policies }) =>
    of.iam(`role/${name}`, {
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
    of.iam(`policy/${name}`, {
      create_date: daysAgo(500),
      is_aws_managed: false,
      is_attached: true,
      attachment_count: 1,
      policy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] },
    }),
  ),
  aws_iam_server_certificate: [],
});

import { documentOf, isItem, valueAt, valuesAt } from '../row.ts';
import { services } from '../services.ts';
import type { AwsTable, Item, ListCall } from '../table.ts';

const { iam } = services;

/** Lists all IAM entities of one kind, with their policies. */
const authorizationDetails = (Filter: string, items: string): ListCall => ({
  service: iam,
  operation: 'GetAccountAuthorizationDetails',
  with: () => ({ Filter: [Filter] }),
  items,
});

const attachedPolicyArns = (item: Item) => valuesAt(item, 'AttachedManagedPolicies.PolicyArn');

const inlinePolicies = (list: string) => (item: Item) =>
  valuesAt(item, list)
    .filter(isItem)
    .map((one) => ({ ...one, PolicyDocument: documentOf(String(one.PolicyDocument)) }));

const defaultPolicyDocument = (item: Item) => {
  const versions = valuesAt(item, 'PolicyVersionList').filter(isItem);
  return versions.find(({ IsDefaultVersion }) => IsDefaultVersion === true)?.Document;
};

const listUsers: ListCall = { service: iam, operation: 'ListUsers', items: 'Users' };

/** Values of the report that mean "none". */
const noValue = new Set(['N/A', 'no_information', 'not_supported', '']);

/** Columns that have another name in the report than in the table. */
const reportColumns: Record<string, string> = { user: 'user_name', arn: 'user_arn' };

/** The lines of the credential report, which is CSV without quotes. */
const reportLines = (answer: unknown): readonly Item[] => {
  const [head = '', ...lines] = String(valueAt(answer, 'Content')).trim().split(/\r?\n/);
  const names = head.split(',').map((name) => reportColumns[name] ?? name);
  const generated_time = valueAt(answer, 'GeneratedTime');
  return lines.map((line) => {
    const values = line.split(',').map((value, index) => [names[index] ?? '', value] as const);
    const knownValues = values.filter(([, value]) => !noValue.has(value));
    return { ...Object.fromEntries(knownValues), generated_time };
  });
};

/** Tables of accounts and of the permissions in them. */
export const identityTables: Readonly<Record<string, AwsTable>> = {
  aws_account: {
    scope: 'global',
    list: { service: iam, operation: 'ListAccountAliases', items: '' },
    columns: {
      arn: (_, { partition, account_id }) => `arn:${partition}:::${account_id}`,
      title: (item, { account_id }) => valueAt(item, 'AccountAliases.0') ?? account_id,
    },
  },
  aws_account_alternate_contact: {
    scope: 'global',
    list: {
      service: services.account,
      operation: 'GetAlternateContact',
      with: () =>
        ['BILLING', 'OPERATIONS', 'SECURITY'].map((kind) => ({ AlternateContactType: kind })),
      items: 'AlternateContact',
      notFoundPattern: /^ResourceNotFound/,
    },
    columns: { contact_type: 'AlternateContactType', contact_title: 'Title', title: 'Name' },
  },
  aws_iam_account_summary: {
    scope: 'global',
    list: { service: iam, operation: 'GetAccountSummary', items: 'SummaryMap' },
  },
  aws_iam_account_password_policy: {
    scope: 'global',
    list: {
      service: iam,
      operation: 'GetAccountPasswordPolicy',
      items: 'PasswordPolicy',
      notFoundPattern: /^NoSuchEntity/,
    },
  },
  aws_iam_credential_report: {
    scope: 'global',
    reportCall: {
      service: iam,
      operation: 'GenerateCredentialReport',
      isDone: (answer) => answer.State === 'COMPLETE',
    },
    list: { service: iam, operation: 'GetCredentialReport', items: reportLines },
  },
  aws_iam_user: {
    scope: 'global',
    list: authorizationDetails('User', 'UserDetailList'),
    columns: {
      name: 'UserName',
      attached_policy_arns: attachedPolicyArns,
      inline_policies: inlinePolicies('UserPolicyList'),
      groups: 'GroupList',
      permissions_boundary_arn: 'PermissionsBoundary.PermissionsBoundaryArn',
      permissions_boundary_type: 'PermissionsBoundary.PermissionsBoundaryType',
    },
  },
  aws_iam_group: {
    scope: 'global',
    list: authorizationDetails('Group', 'GroupDetailList'),
    columns: {
      name: 'GroupName',
      attached_policy_arns: attachedPolicyArns,
      inline_policies: inlinePolicies('GroupPolicyList'),
    },
  },
  aws_iam_role: {
    scope: 'global',
    list: authorizationDetails('Role', 'RoleDetailList'),
    columns: {
      name: 'RoleName',
      attached_policy_arns: attachedPolicyArns,
      inline_policies: inlinePolicies('RolePolicyList'),
      assume_role_policy: 'AssumeRolePolicyDocument',
      instance_profile_arns: (item) => valuesAt(item, 'InstanceProfileList.Arn'),
      permissions_boundary_arn: 'PermissionsBoundary.PermissionsBoundaryArn',
      permissions_boundary_type: 'PermissionsBoundary.PermissionsBoundaryType',
      role_last_used_date: 'RoleLastUsed.LastUsedDate',
      role_last_used_region: 'RoleLastUsed.Region',
    },
  },
  // AWS's own policies are left out: they are the same everywhere, and no resources of the account.
  aws_iam_policy: {
    scope: 'global',
    list: authorizationDetails('LocalManagedPolicy', 'Policies'),
    columns: {
      name: 'PolicyName',
      is_aws_managed: () => false,
      is_attached: (item) => Number(item.AttachmentCount) > 0,
      policy: defaultPolicyDocument,
    },
  },
  aws_iam_access_key: {
    scope: 'global',
    parentCall: listUsers,
    list: {
      service: iam,
      operation: 'ListAccessKeys',
      with: (_, { UserName }) => ({ UserName }),
      items: 'AccessKeyMetadata',
    },
    columns: { title: 'AccessKeyId' },
  },
  aws_iam_virtual_mfa_device: {
    scope: 'global',
    list: {
      service: iam,
      operation: 'ListVirtualMFADevices',
      with: () => ({ AssignmentStatus: 'Any' }),
      items: 'VirtualMFADevices',
    },
    columns: {
      user_id: 'User.UserId',
      user_name: 'User.UserName',
      title: 'SerialNumber',
      assignment_status: ({ User }) => (User ? 'Assigned' : 'Unassigned'),
    },
  },
  aws_iam_server_certificate: {
    scope: 'global',
    list: {
      service: iam,
      operation: 'ListServerCertificates',
      items: 'ServerCertificateMetadataList',
    },
    columns: { name: 'ServerCertificateName' },
  },
};

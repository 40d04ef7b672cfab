import { changeGroups, type Conditions, rolePermissions } from './changes.schema.ts';
import type { AwsSetup } from './setup.schema.ts';

const managedPolicies = ['SecurityAudit', 'job-function/ViewOnlyAccess'];

const statement = (Action: readonly string[], Condition?: Conditions) => ({
  Effect: 'Allow',
  Action: Action.toSorted(),
  Resource: '*',
  ...(Condition && { Condition }),
});

const inlinePolicy = (PolicyName: string, Statement: ReturnType<typeof statement>[]) => ({
  PolicyName,
  PolicyDocument: { Version: '2012-10-17', Statement },
});

/** Permissions for changes: those with conditions are in statements of their own. */
const changeStatements = () => [
  statement(changeGroups.flatMap(({ permissions, conditions }) => (conditions ? [] : permissions))),
  ...changeGroups.flatMap(({ permissions, conditions }) =>
    conditions ? [statement(permissions, conditions)] : [],
  ),
];

/** A fixed value, or a reference to a parameter that is entered when the stack is created. */
type Value<T> = T | { Ref: string };

/** The values that differ between the roles of setups. */
type RoleValues = {
  role_name: Value<string>;
  external_id: Value<string>;
  /** Who may assume it: patterns of ARNs of one account. */
  principals: Value<string[]>;
  trusted_account: Value<string>;
  /** The account that has the role, in words. */
  accountText: string;
  /** The inline policies with its permissions to change something; empty if it may only read. */
  changes: object[];
};

const accountRootOf = (account: Value<string>) => ({
  'Fn::Sub':
    typeof account === 'string'
      ? `arn:\${AWS::Partition}:iam::${account}:root`
      : `arn:\${AWS::Partition}:iam::\${${account.Ref}}:root`,
});

/** The trust policy: only we may assume the role, with the external id of this setup. */
const trustPolicyOf = ({ principals, external_id, trusted_account }: RoleValues) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { AWS: accountRootOf(trusted_account) },
      Condition: {
        StringEquals: { 'sts:ExternalId': external_id },
        ArnLike: { 'aws:PrincipalArn': principals },
      },
    },
  ],
});

const templateOf = (Description: string, values: RoleValues, extraFields: object = {}) => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Description,
  ...extraFields,
  Resources: {
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: values.role_name,
        Description: `Cloudwarden's access to ${values.accountText}; delete the stack to end it.`,
        MaxSessionDuration: 3600,
        AssumeRolePolicyDocument: trustPolicyOf(values),
        ManagedPolicyArns: managedPolicies.map((name) => ({
          'Fn::Sub': `arn:\${AWS::Partition}:iam::aws:policy/${name}`,
        })),
        Policies: [inlinePolicy('reads', [statement(rolePermissions)]), ...values.changes],
      },
    },
  },
  Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
});

const trustedAccount = ([principal = '']: readonly string[]): string =>
  principal.split(':')[4] ?? '';

/** The facts about a setup or a connected account that its template needs. */
export type RoleFacts = Pick<
  AwsSetup,
  'role_name' | 'external_id' | 'principals' | 'allow_actions'
>;

const actionsPolicy = () => inlinePolicy('actions', changeStatements());

/** The CloudFormation template of one role, with all values filled in, so that none is mistyped. */
export const roleTemplate = ({
  role_name,
  external_id,
  principals,
  allow_actions,
  accountText = 'this account',
}: RoleFacts & { accountText?: string | undefined }) =>
  templateOf(`Lets Cloudwarden ${allow_actions ? 'read and change' : 'read'} this account.`, {
    role_name,
    external_id,
    principals,
    trusted_account: trustedAccount(principals),
    accountText,
    changes: allow_actions ? [actionsPolicy()] : [],
  });

const parameterOf = (Description: string, extraFields: object = {}) => ({
  Type: 'String',
  ...extraFields,
  Description: `${Description} Filled in by the link.`,
});

/**
 * A template that is the same for every setup: its values are parameters, filled in by a link to
 * CloudFormation. An operator uploads it to a bucket that customers' accounts can read.
 */
export const launchTemplate = () =>
  templateOf(
    'Lets Cloudwarden work with this account.',
    {
      role_name: { Ref: 'RoleName' },
      external_id: { Ref: 'ExternalId' },
      principals: { Ref: 'Principals' },
      trusted_account: { Ref: 'TrustedAccount' },
      accountText: 'this account',
      changes: [{ 'Fn::If': ['Acts', actionsPolicy(), { Ref: 'AWS::NoValue' }] }],
    },
    {
      Parameters: {
        RoleName: parameterOf('The name of the role.'),
        ExternalId: parameterOf('The external ID that Cloudwarden must send to assume the role.'),
        Principals: parameterOf('The principals that may assume the role.', {
          Type: 'CommaDelimitedList',
        }),
        TrustedAccount: parameterOf('The AWS account of these principals.'),
        AllowActions: parameterOf('Whether bots may act in the account.', {
          AllowedValues: ['yes', 'no'],
        }),
      },
      Conditions: { Acts: { 'Fn::Equals': [{ Ref: 'AllowActions' }, 'yes'] } },
    },
  );

/** The values that the link sets for the parameters of `launchTemplate`. */
export const launchParameters = ({
  role_name,
  external_id,
  principals,
  allow_actions,
}: RoleFacts) => ({
  RoleName: role_name,
  ExternalId: external_id,
  Principals: principals.join(','),
  TrustedAccount: trustedAccount(principals),
  AllowActions: allow_actions ? 'yes' : 'no',
});

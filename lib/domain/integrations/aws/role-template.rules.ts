import { changes, type Conditions, reads } from './changes.schema.ts';
import type { AwsSetup } from './setup.schema.ts';

const managed = ['SecurityAudit', 'job-function/ViewOnlyAccess'];

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

/** What bots may change: what is given under conditions stands by itself. */
const changing = () => [
  statement(changes.flatMap(({ permissions, only }) => (only ? [] : permissions))),
  ...changes.flatMap(({ permissions, only }) => (only ? [statement(permissions, only)] : [])),
];

/** A value of the template, or a parameter that is entered as the stack is made. */
type Value<T> = T | { Ref: string };

/** What the role of one setup differs in. */
type RoleValues = {
  role_name: Value<string>;
  external_id: Value<string>;
  /** Who assumes it: patterns of ARNs, of one account. */
  principals: Value<string[]>;
  trusted_account: Value<string>;
  /** Whose role it is, in words. */
  place: string;
  /** What it may change, where it may; left out where it only reads. */
  changes: object[];
};

const inAccount = (account: Value<string>) => ({
  'Fn::Sub':
    typeof account === 'string'
      ? `arn:\${AWS::Partition}:iam::${account}:root`
      : `arn:\${AWS::Partition}:iam::\${${account.Ref}}:root`,
});

/** Who may assume the role: we alone, and only where we give the external id of this setup. */
const trust = ({ principals, external_id, trusted_account }: RoleValues) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { AWS: inAccount(trusted_account) },
      Condition: {
        StringEquals: { 'sts:ExternalId': external_id },
        ArnLike: { 'aws:PrincipalArn': principals },
      },
    },
  ],
});

const templateOf = (Description: string, values: RoleValues, more: object = {}) => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Description,
  ...more,
  Resources: {
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: values.role_name,
        Description: `Cloudwarden's access to ${values.place}; delete the stack to end it.`,
        MaxSessionDuration: 3600,
        AssumeRolePolicyDocument: trust(values),
        ManagedPolicyArns: managed.map((name) => ({
          'Fn::Sub': `arn:\${AWS::Partition}:iam::aws:policy/${name}`,
        })),
        Policies: [inlinePolicy('reads', [statement(reads)]), ...values.changes],
      },
    },
  },
  Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
});

const trustedAccount = ([principal = '']: readonly string[]): string =>
  principal.split(':')[4] ?? '';

/** What is known of the role of a setup, or of a connected account. */
export type RoleOf = Pick<
  AwsSetup,
  'role_name' | 'external_id' | 'principals' | 'allow_actions'
>;

const actions = () => inlinePolicy('actions', changing());

/** The CloudFormation template of one role: no values to enter, so none to mistype. */
export const roleTemplate = ({
  role_name,
  external_id,
  principals,
  allow_actions,
  place = 'this account',
}: RoleOf & { place?: string | undefined }) =>
  templateOf(`Lets Cloudwarden ${allow_actions ? 'read and mend' : 'read'} this account.`, {
    role_name,
    external_id,
    principals,
    trusted_account: trustedAccount(principals),
    place,
    changes: allow_actions ? [actions()] : [],
  });

const described = (Description: string, more: object = {}) => ({
  Type: 'String',
  ...more,
  Description: `${Description} Filled in by the link.`,
});

/**
 * The same for every setup: its values are parameters, which a link to CloudFormation fills in. An
 * operator puts it into a bucket that accounts of customers can read.
 */
export const launchTemplate = () =>
  templateOf(
    'Lets Cloudwarden work with this account.',
    {
      role_name: { Ref: 'RoleName' },
      external_id: { Ref: 'ExternalId' },
      principals: { Ref: 'Principals' },
      trusted_account: { Ref: 'TrustedAccount' },
      place: 'this account',
      changes: [{ 'Fn::If': ['Acts', actions(), { Ref: 'AWS::NoValue' }] }],
    },
    {
      Parameters: {
        RoleName: described('The name of the role.'),
        ExternalId: described('What Cloudwarden has to give to assume the role.'),
        Principals: described('Who may assume it.', { Type: 'CommaDelimitedList' }),
        TrustedAccount: described('The account of those who may.'),
        AllowActions: described('Whether bots may act in the account.', {
          AllowedValues: ['yes', 'no'],
        }),
      },
      Conditions: { Acts: { 'Fn::Equals': [{ Ref: 'AllowActions' }, 'yes'] } },
    },
  );

/** What a link gives for the parameters of `launchTemplate`. */
export const launchParameters = ({
  role_name,
  external_id,
  principals,
  allow_actions,
}: RoleOf) => ({
  RoleName: role_name,
  ExternalId: external_id,
  Principals: principals.join(','),
  TrustedAccount: trustedAccount(principals),
  AllowActions: allow_actions ? 'yes' : 'no',
});

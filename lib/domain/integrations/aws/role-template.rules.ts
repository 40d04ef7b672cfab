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

const accountOf = (principal: string): string => principal.split(':')[4] ?? '';

/** Who may assume the role: we alone, and only where we give the external id of this setup. */
const trust = ({ principals, external_id }: Pick<AwsSetup, 'principals' | 'external_id'>) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: {
        AWS: { 'Fn::Sub': `arn:\${AWS::Partition}:iam::${accountOf(principals[0] ?? '')}:root` },
      },
      Condition: {
        StringEquals: { 'sts:ExternalId': external_id },
        ArnLike: { 'aws:PrincipalArn': principals },
      },
    },
  ],
});

const placeOf = ({ aws_account, units }: Pick<AwsSetup, 'aws_account' | 'units'>): string =>
  units.length > 0 ? 'this account' : aws_account;

/** The CloudFormation template of a setup's role: no values to enter, so none to mistype. */
export const roleTemplate = (
  setup: Omit<AwsSetup, 'tenant_id' | '_id' | 'created_at' | 'expires_at'>,
) => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Description: `Lets Cloudwarden ${setup.allow_actions ? 'read and mend' : 'read'} this account.`,
  Resources: {
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: setup.role_name,
        Description: `Cloudwarden's access to ${placeOf(setup)}; delete the stack to end it.`,
        MaxSessionDuration: 3600,
        AssumeRolePolicyDocument: trust(setup),
        ManagedPolicyArns: managed.map((name) => ({
          'Fn::Sub': `arn:\${AWS::Partition}:iam::aws:policy/${name}`,
        })),
        Policies: [
          inlinePolicy('reads', [statement(reads)]),
          ...(setup.allow_actions ? [inlinePolicy('actions', changing())] : []),
        ],
      },
    },
  },
  Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
});

import { Stack } from 'aws-cdk-lib';
import { IpAddresses, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Effect, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { FunctionProps } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { allow } from './needs.ts';

/** The actions by which Lambda creates a function's network interfaces; checked before any call. */
const attachActions = [
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];
/** These actions do not support resources. */
const describeActions = ['ec2:DescribeNetworkInterfaces', 'ec2:DescribeSubnets'];

/**
 * The rights that a role needs so that Lambda can attach its function to a network. The interfaces
 * have no names beforehand. Only Lambda itself can use them, not the function's code.
 */
const attachStatements = (stack: Stack): PolicyStatement[] => {
  const anyOfEc2 = stack.formatArn({ service: 'ec2', resource: '*', resourceName: '*' });
  const anyFunction = stack.formatArn({ service: 'lambda', resource: 'function:*' });
  return [
    allow(attachActions, anyOfEc2),
    allow(describeActions, '*'),
    new PolicyStatement({
      effect: Effect.DENY,
      actions: ['ec2:*'],
      resources: ['*'],
      // The key is set in calls of the function's code, and not in those of Lambda itself.
      conditions: { ArnLike: { 'lambda:SourceFunctionArn': anyFunction } },
    }),
  ];
};

/**
 * A network for one function without any way out: no gateways, endpoints, peers, rules or DNS,
 * because a DNS query is a way out that no security group controls (decision 060).
 */
export const sealedNetwork = (
  scope: Construct,
  role: Role,
): Pick<FunctionProps, 'vpc' | 'vpcSubnets' | 'securityGroups'> => {
  for (const statement of attachStatements(Stack.of(scope))) role.addToPolicy(statement);
  const subnetType = SubnetType.PRIVATE_ISOLATED;
  const vpc = new Vpc(scope, 'Network', {
    ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
    maxAzs: 2,
    natGateways: 0,
    createInternetGateway: false,
    subnetConfiguration: [{ name: 'Isolated', subnetType, cidrMask: 26 }],
    enableDnsSupport: false,
    enableDnsHostnames: false,
    // This would need a custom function of CDK. Nothing uses that group, and there is no way out.
    restrictDefaultSecurityGroup: false,
  });
  const closedGroup = new SecurityGroup(scope, 'Nothing', {
    vpc,
    description: 'Nothing in, nothing out.',
    allowAllOutbound: false,
    allowAllIpv6Outbound: false,
  });
  return { vpc, vpcSubnets: { subnetType }, securityGroups: [closedGroup] };
};

import { Stack } from 'aws-cdk-lib';
import { IpAddresses, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Effect, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { FunctionProps } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { allow } from './needs.ts';

/** By these Lambda makes the network interfaces of a function; it asks before any call. */
const attaching = [
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];
/** AWS permits these on everything or not at all. */
const looking = ['ec2:DescribeNetworkInterfaces', 'ec2:DescribeSubnets'];

/**
 * What a role needs so that Lambda attaches its function to a network. The interfaces have no names
 * beforehand; only Lambda itself may use the permissions, no code of the function.
 */
const attachments = (stack: Stack): PolicyStatement[] => {
  const anyOfEc2 = stack.formatArn({ service: 'ec2', resource: '*', resourceName: '*' });
  const anyFunction = stack.formatArn({ service: 'lambda', resource: 'function:*' });
  return [
    allow(attaching, anyOfEc2),
    allow(looking, '*'),
    new PolicyStatement({
      effect: Effect.DENY,
      actions: ['ec2:*'],
      resources: ['*'],
      // Calls that code of a function makes carry it, and those of Lambda do not.
      conditions: { ArnLike: { 'lambda:SourceFunctionArn': anyFunction } },
    }),
  ];
};

/**
 * A network for one function, which leads nowhere: without gateways, endpoints, peers, rules and
 * names, since a question of DNS is a way out that no security group governs (decision 060).
 */
export const sealedNetwork = (
  scope: Construct,
  role: Role,
): Pick<FunctionProps, 'vpc' | 'vpcSubnets' | 'securityGroups'> => {
  for (const statement of attachments(Stack.of(scope))) role.addToPolicy(statement);
  const subnetType = SubnetType.PRIVATE_ISOLATED;
  const vpc = new Vpc(scope, 'Network', {
    ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
    maxAzs: 2,
    natGateways: 0,
    createInternetGateway: false,
    subnetConfiguration: [{ name: 'Isolated', subnetType, cidrMask: 26 }],
    enableDnsSupport: false,
    enableDnsHostnames: false,
    // It would take a function of CDK. Nothing is in that group, and no way leads out of here.
    restrictDefaultSecurityGroup: false,
  });
  const nothing = new SecurityGroup(scope, 'Nothing', {
    vpc,
    description: 'Nothing in, nothing out.',
    allowAllOutbound: false,
    allowAllIpv6Outbound: false,
  });
  return { vpc, vpcSubnets: { subnetType }, securityGroups: [nothing] };
};

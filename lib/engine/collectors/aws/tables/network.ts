import { arnOf } from '../arn.ts';
import { services } from '../services.ts';
import type { AwsTable, ListCall } from '../table.ts';

const { ec2, elb } = services;

const listLoadBalancers: ListCall = {
  service: elb,
  operation: 'DescribeLoadBalancers',
  items: 'LoadBalancers',
};

/** The time in `User initiated (2026-01-31 10:00:00 GMT)`, when an instance entered its state. */
const timeIn = (text: unknown): string | undefined => {
  const [, day, time] = /\((\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) GMT\)/.exec(String(text)) ?? [];
  return day && time && `${day}T${time}Z`;
};

/** Tables of networks, and of the machines in them. */
export const networkTables: Readonly<Record<string, AwsTable>> = {
  aws_region: {
    scope: 'global',
    list: {
      service: ec2,
      operation: 'DescribeRegions',
      with: () => ({ AllRegions: true }),
      items: 'Regions',
    },
    regionOf: ({ RegionName }) => String(RegionName),
    columns: { name: 'RegionName', title: 'RegionName' },
  },
  aws_vpc: {
    scope: 'regional',
    list: { service: ec2, operation: 'DescribeVpcs', items: 'Vpcs' },
    columns: { arn: arnOf('ec2', 'vpc/', 'VpcId') },
  },
  aws_vpc_flow_log: {
    scope: 'regional',
    list: { service: ec2, operation: 'DescribeFlowLogs', items: 'FlowLogs' },
    columns: { title: 'FlowLogId' },
  },
  aws_vpc_network_acl: {
    scope: 'regional',
    list: { service: ec2, operation: 'DescribeNetworkAcls', items: 'NetworkAcls' },
    columns: { arn: arnOf('ec2', 'network-acl/', 'NetworkAclId') },
  },
  aws_vpc_security_group: {
    scope: 'regional',
    list: { service: ec2, operation: 'DescribeSecurityGroups', items: 'SecurityGroups' },
    columns: { arn: arnOf('ec2', 'security-group/', 'GroupId'), title: 'GroupName' },
  },
  aws_vpc_security_group_rule: {
    scope: 'regional',
    list: { service: ec2, operation: 'DescribeSecurityGroupRules', items: 'SecurityGroupRules' },
    columns: {
      title: 'SecurityGroupRuleId',
      type: ({ IsEgress }) => (IsEgress === true ? 'egress' : 'ingress'),
    },
  },
  aws_ec2_instance: {
    scope: 'regional',
    list: { service: ec2, operation: 'DescribeInstances', items: 'Reservations.Instances' },
    columns: {
      arn: arnOf('ec2', 'instance/', 'InstanceId'),
      instance_state: 'State.Name',
      state_code: 'State.Code',
      state_transition_reason: 'StateTransitionReason',
      state_transition_time: ({ StateTransitionReason }) => timeIn(StateTransitionReason),
      iam_instance_profile_arn: 'IamInstanceProfile.Arn',
      iam_instance_profile_id: 'IamInstanceProfile.Id',
      monitoring_state: 'Monitoring.State',
      placement_availability_zone: 'Placement.AvailabilityZone',
      placement_tenancy: 'Placement.Tenancy',
      public_dns_name: 'PublicDnsName',
    },
  },
  aws_ec2_regional_settings: {
    scope: 'regional',
    list: { service: ec2, operation: 'GetEbsEncryptionByDefault', items: '' },
    columns: {
      default_ebs_encryption_enabled: 'EbsEncryptionByDefault',
      title: (_, { region }) => `${region} EC2 Settings`,
    },
  },
  aws_ebs_snapshot: {
    scope: 'regional',
    list: {
      service: ec2,
      operation: 'DescribeSnapshots',
      with: () => ({ OwnerIds: ['self'] }),
      items: 'Snapshots',
    },
    details: [
      {
        service: ec2,
        operation: 'DescribeSnapshotAttribute',
        with: ({ SnapshotId }) => ({ SnapshotId, Attribute: 'createVolumePermission' }),
        resultPath: 'CreateVolumePermissions',
        memberName: 'CreateVolumePermissions',
        notFoundPattern: /^InvalidSnapshot.NotFound/,
      },
    ],
    columns: { arn: arnOf('ec2', 'snapshot/', 'SnapshotId') },
  },
  aws_ec2_application_load_balancer: {
    scope: 'regional',
    list: listLoadBalancers,
    isIncluded: ({ Type }) => Type === 'application',
    columns: { arn: 'LoadBalancerArn', name: 'LoadBalancerName' },
  },
  aws_ec2_load_balancer_listener: {
    scope: 'regional',
    parentCall: listLoadBalancers,
    list: {
      service: elb,
      operation: 'DescribeListeners',
      with: (_, { LoadBalancerArn }) => ({ LoadBalancerArn }),
      items: 'Listeners',
      notFoundPattern: /^LoadBalancerNotFound/,
    },
    columns: { arn: 'ListenerArn' },
  },
  aws_wafv2_web_acl: {
    scope: 'regional',
    list: {
      service: services.wafv2,
      operation: 'ListWebACLs',
      // Web ACLs of CloudFront, which is global, are listed in us-east-1 only.
      with: ({ region }) =>
        ['REGIONAL', ...(region === 'us-east-1' ? ['CLOUDFRONT'] : [])].map((Scope) => ({
          Scope,
        })),
      items: 'WebACLs',
      next: 'NextMarker',
    },
    details: [
      {
        service: services.wafv2,
        operation: 'GetLoggingConfiguration',
        with: ({ ARN }) => ({ ResourceArn: ARN }),
        notFoundPattern: /^WAFNonexistentItem/,
      },
    ],
    columns: {
      arn: 'ARN',
      scope: ({ ARN }) => (String(ARN).includes(':global/') ? 'CLOUDFRONT' : 'REGIONAL'),
    },
  },
};

import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { SampleTables } from '../sample.ts';
import type { AwsAccount } from './aws-account.ts';

/** An ingress rule of a security group: its port and source range. */
type IngressRule = { port: number; from: string };
type Group = { id: string; name: string; openings: IngressRule[]; tags?: Row };

export type SampleNetwork = {
  vpc_id: string;
  cidr: string;
  /** Whether all traffic of the network is logged. */
  flowLogs: boolean;
  groups: Group[];
  /** Ports that the network ACL opens to everybody. */
  openPorts: number[];
};

const permission = ({ port, from }: IngressRule) => ({
  IpProtocol: 'tcp',
  FromPort: port,
  ToPort: port,
  IpRanges: [{ CidrIp: from }],
});

/** Security groups with `ip_permissions`, which repeats what their rules allow. */
export const withPermissions = (groups: readonly Row[], rules: readonly Row[]): readonly Row[] =>
  groups.map((group) => ({
    ...group,
    ip_permissions: rules
      .filter(({ group_id, is_egress }) => group_id === group.group_id && is_egress === false)
      .map(({ from_port, cidr_ipv4 }) =>
        permission({ port: Number(from_port), from: String(cidr_ipv4) }),
      ),
  }));

/** One network of an account of AWS, with its security groups and their rules. */
export const awsNetwork = (account: AwsAccount, network: SampleNetwork): SampleTables => {
  const { vpc_id, cidr, flowLogs, groups, openPorts } = network;
  const rule = (group: Group, { port, from }: IngressRule) =>
    account.regional({
      security_group_rule_id: `sgr-${group.id.slice(-4)}${port}`,
      title: `sgr-${group.id.slice(-4)}${port}`,
      group_id: group.id,
      type: 'ingress',
      is_egress: false,
      ip_protocol: 'tcp',
      from_port: port,
      to_port: port,
      cidr_ipv4: from,
    });
  return {
    aws_vpc: [
      account.resource('ec2', `vpc/${vpc_id}`, {
        vpc_id,
        cidr_block: cidr,
        is_default: false,
        state: 'available',
      }),
    ],
    aws_vpc_flow_log: flowLogs
      ? [
          account.regional({
            flow_log_id: `fl-${vpc_id.slice(4)}`,
            title: `fl-${vpc_id.slice(4)}`,
            resource_id: vpc_id,
            flow_log_status: 'ACTIVE',
            traffic_type: 'ALL',
          }),
        ]
      : [],
    aws_vpc_network_acl: [
      account.resource('ec2', `network-acl/acl-${vpc_id.slice(4)}`, {
        network_acl_id: `acl-${vpc_id.slice(4)}`,
        vpc_id,
        entries: openPorts.map((port, at) => ({
          CidrBlock: '0.0.0.0/0',
          Egress: false,
          Protocol: '6',
          RuleAction: 'allow',
          RuleNumber: 100 + at,
          PortRange: { From: port, To: port },
        })),
      }),
    ],
    aws_vpc_security_group: groups.map(({ id, name, openings, tags = {} }) =>
      account.resource('ec2', `security-group/${id}`, {
        group_id: id,
        group_name: name,
        title: name,
        vpc_id,
        ip_permissions: openings.map(permission),
        ip_permissions_egress: [],
        tags,
      }),
    ),
    aws_vpc_security_group_rule: groups.flatMap((group) =>
      group.openings.map((opening) => rule(group, opening)),
    ),
  };
};

import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** JSON path condition: the entry covers this administration port. */
const coversPort = (port: number): string =>
  `@.Protocol == "-1" || (@.PortRange.From <= ${port} && @.PortRange.To >= ${port})`;

export const vpcRules: readonly WrittenRule[] = [
  {
    rule_id: 'aws-vpc-acl-no-open-administration',
    service: 'VPC',
    resource_type: 'aws_vpc_network_acl',
    title: 'Network ACLs do not open SSH and RDP to the internet',
    description: 'A network ACL protects a subnet even if a security group is too permissive.',
    remediation:
      'Restrict or remove the entries that allow 0.0.0.0/0 or ::/0 to ports 22 and 3389.',
    severity: 'medium',
    category: 'Security',
    sql: awsRuleSql({
      from: 'aws_vpc_network_acl',
      resource: 'arn',
      noun: 'Network ACL',
      name: 'network_acl_id',
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(entries, '$[*] ? (
      @.Egress == false && @.RuleAction == "allow"
      && (@.CidrBlock == "0.0.0.0/0" || @.Ipv6CidrBlock == "::/0")
      && (${coversPort(22)} || ${coversPort(3389)}))')`,
          'allows SSH or RDP from the internet',
        ],
      ],
      otherwise: ['ok', 'does not allow SSH or RDP from the internet'],
    }),
  },
  {
    rule_id: 'aws-vpc-flow-logs',
    service: 'VPC',
    resource_type: 'aws_vpc',
    title: 'VPCs have flow logs enabled',
    description: 'Flow logs show who talked to whom, and what was rejected.',
    remediation: 'Create a flow log for the VPC that records at least rejected traffic.',
    severity: 'medium',
    category: 'Security',
    sql: awsRuleSql({
      from: 'aws_vpc v',
      resource: 'v.arn',
      noun: 'VPC',
      name: 'v.vpc_id',
      verdicts: [
        [
          'ok',
          `exists (
      select from aws_vpc_flow_log f
      where f.resource_id = v.vpc_id and f.account_id = v.account_id
        and f.flow_log_status = 'ACTIVE' and f.traffic_type in ('ALL', 'REJECT')
    )`,
          'keeps flow logs',
        ],
      ],
      otherwise: ['alarm', 'keeps no flow logs of rejected traffic'],
      region: 'v.region',
      account_id: 'v.account_id',
    }),
  },
];

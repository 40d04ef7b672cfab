import type { Severity } from '#lib/kernel/findings.ts';
import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

type Opening = Pick<WrittenRule, 'rule_id' | 'title' | 'description'> & {
  severity: Severity;
  /** SQL condition: the security group rule `r` allows unwanted traffic. */
  condition: string;
  /** What is open then, to follow "opens". */
  exposure: string;
  fix?: WrittenRule['fix'];
};

const fromIpv4 = "r.cidr_ipv4 = '0.0.0.0/0'";
const fromIpv6 = "r.cidr_ipv6 = '::/0'";
const fromAnywhere = `(${fromIpv4} or ${fromIpv6})`;

/** A rule for all protocols has no ports, and opens all of them. */
const includesPort = (number: number): string => `${number} between r.from_port and r.to_port`;
const opensPorts = (...ports: number[]): string => {
  const included = ports.map(includesPort).join(' or ');
  return `(r.ip_protocol = '-1' or r.ip_protocol in ('tcp', 'udp') and (${included}))`;
};

const revoke = { action: 'aws.revoke_ingress' };
const close = { library: 'close-open-administration-ports' };

const openingRule = ({
  condition,
  exposure,
  fix = revoke,
  ...ruleFields
}: Opening): WrittenRule => ({
  ...ruleFields,
  service: 'VPC',
  resource_type: 'aws_vpc_security_group',
  remediation:
    `Revoke the rules that open ${exposure}, ` +
    'or restrict them to the addresses that need it.',
  category: 'Security',
  fix,
  sql: awsRuleSql({
    with: `opening as (
  select r.group_id, string_agg(r.security_group_rule_id, ', ' order by r.security_group_rule_id)
    as rules
  from aws_vpc_security_group_rule r
  where r.is_egress is not true
    and ${condition}
  group by r.group_id
)`,
    from: `aws_vpc_security_group g
  left join opening o on o.group_id = g.group_id`,
    resource: 'g.arn',
    noun: 'Security group',
    name: 'g.group_id',
    verdicts: [['alarm', 'o.group_id is not null', `opens ${exposure} (rules: {o.rules})`]],
    otherwise: ['ok', `does not open ${exposure}`],
    region: 'g.region',
    account_id: 'g.account_id',
  }),
});

export const securityGroupRules: readonly WrittenRule[] = [
  openingRule({
    rule_id: 'aws-vpc-no-open-cifs',
    title: 'Security groups do not open file shares to the internet',
    description: 'Ransomware spreads from machine to machine through port 445 (SMB and CIFS).',
    severity: 'high',
    condition: `${fromAnywhere} and ${opensPorts(445)}`,
    exposure: 'port 445 to the internet',
  }),
  openingRule({
    rule_id: 'aws-vpc-no-open-administration-ipv4',
    title: 'Security groups do not open SSH and RDP to the internet over IPv4',
    description: 'Ports 22 and 3389 are scanned for weak passwords around the clock.',
    severity: 'high',
    condition: `${fromIpv4} and ${opensPorts(22, 3389)}`,
    exposure: 'SSH or RDP to all IPv4 addresses',
    fix: close,
  }),
  openingRule({
    rule_id: 'aws-vpc-no-open-administration-ipv6',
    title: 'Security groups do not open SSH and RDP to the internet over IPv6',
    description: 'Ports that are closed for IPv4 are often left open for IPv6.',
    severity: 'high',
    condition: `${fromIpv6} and ${opensPorts(22, 3389)}`,
    exposure: 'SSH or RDP to all IPv6 addresses',
    fix: close,
  }),
  openingRule({
    rule_id: 'aws-vpc-no-open-ssh',
    title: 'Security groups do not open SSH to the internet',
    description: 'Session Manager gives each user a logged shell without any open port.',
    severity: 'high',
    condition: `${fromAnywhere} and ${opensPorts(22)}`,
    exposure: 'SSH to the internet',
    fix: close,
  }),
  openingRule({
    rule_id: 'aws-vpc-no-open-all-ports',
    title: 'Security groups do not open every port to the internet',
    description: 'A group that opens every port also exposes services that start later.',
    severity: 'critical',
    condition: `${fromAnywhere} and (r.ip_protocol = '-1'
      or r.ip_protocol in ('tcp', 'udp') and r.from_port <= 1 and r.to_port >= 65535)`,
    exposure: 'every port to the internet',
  }),
  openingRule({
    rule_id: 'aws-vpc-no-open-common-ports',
    title: 'Security groups do not open database or administration ports to the internet',
    description: 'Databases, admin consoles and old protocols are not built to face the internet.',
    severity: 'high',
    condition: `${fromAnywhere} and ${opensPorts(20, 21, 22, 3306, 3389, 4333)}`,
    exposure: 'database or administration ports to the internet',
  }),
  {
    rule_id: 'aws-vpc-default-group-closed',
    service: 'VPC',
    resource_type: 'aws_vpc_security_group',
    title: 'Default security groups restrict all traffic',
    description: 'Resources launched without a security group get the default one.',
    remediation:
      'Assign dedicated groups to resources in the default group, then revoke all its rules.',
    severity: 'medium',
    category: 'Security',
    sql: awsRuleSql({
      from: 'aws_vpc_security_group',
      where: "group_name = 'default'",
      resource: 'arn',
      noun: 'Default security group',
      name: "concat(group_id, ' of ', vpc_id)",
      verdicts: [
        [
          'alarm',
          "jsonb_array_length(coalesce(ip_permissions, '[]')) > 0",
          'allows inbound traffic',
        ],
        [
          'alarm',
          "jsonb_array_length(coalesce(ip_permissions_egress, '[]')) > 0",
          'allows outbound traffic',
        ],
      ],
      otherwise: ['ok', 'allows no traffic'],
    }),
  },
];

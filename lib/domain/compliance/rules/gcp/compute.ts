import { gcpRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const network = {
  from: 'gcp_compute_network',
  resource: 'self_link',
  noun: 'Network',
  name: 'name',
};

const compute = { service: 'Compute Engine', category: 'Security' } as const;

/** SQL condition: ports such as 22 or 20-30 include this port; an entry without ports has all. */
const includesPort = (port: number): string => `exists (
      select from jsonb_path_query(allowed, '$[*] ? (@.IPProtocol == "tcp"
        || @.IPProtocol == "6" || @.IPProtocol == "all")') entry
      left join lateral jsonb_path_query(entry, '$.ports[*]') p on true
      where p is null or ${port} between split_part(p #>> '{}', '-', 1)::int
        and split_part(concat(p #>> '{}', '-', p #>> '{}'), '-', 2)::int
    )`;

const closedPortRule = (rule_id: string, name: string, port: number): WrittenRule => ({
  rule_id,
  service: 'VPC',
  resource_type: 'gcp_compute_firewall',
  title: `Firewall rules do not open ${name} to the internet`,
  description: `Port ${port} is scanned for weak passwords around the clock.`,
  remediation: `Restrict the source ranges of the rule, or use Identity-Aware Proxy for ${name}.`,
  severity: 'high',
  category: 'Security',
  sql: gcpRuleSql({
    from: 'gcp_compute_firewall',
    where: "direction = 'INGRESS'",
    resource: 'self_link',
    noun: 'Firewall rule',
    name: 'name',
    verdicts: [
      ['ok', 'disabled', 'is disabled'],
      [
        'alarm',
        `source_ranges ?| array['0.0.0.0/0', '::/0']
      and ${includesPort(port)}`,
        `opens ${name} to the internet`,
      ],
    ],
    otherwise: ['ok', `does not open ${name} to the internet`],
  }),
});

export const computeRules: readonly WrittenRule[] = [
  closedPortRule('gcp-vpc-no-open-rdp', 'RDP', 3389),
  closedPortRule('gcp-vpc-no-open-ssh', 'SSH', 22),
  {
    ...compute,
    rule_id: 'gcp-compute-disk-own-key',
    resource_type: 'gcp_compute_disk',
    title: 'Disks are encrypted with a customer-supplied key',
    description: 'Data encrypted with a key that Google does not store cannot be read without you.',
    remediation: 'Create a snapshot, then create a disk from it with a customer-supplied key.',
    severity: 'low',
    sql: gcpRuleSql({
      from: 'gcp_compute_disk',
      resource: 'self_link',
      noun: 'Disk',
      name: 'name',
      verdicts: [
        [
          'ok',
          "disk_encryption_key_type = 'Customer supplied'",
          'is encrypted with a key that you supply',
        ],
        [
          'info',
          "disk_encryption_key_type = 'Customer managed'",
          'is encrypted with your own key in Cloud KMS',
        ],
      ],
      otherwise: ['alarm', 'is encrypted with a Google-managed key'],
    }),
  },
  {
    rule_id: 'gcp-vpc-flow-logs',
    service: 'VPC',
    resource_type: 'gcp_compute_subnetwork',
    title: 'Subnets have flow logs enabled',
    description: 'After an incident, flow logs show who talked to whom.',
    remediation: 'Turn on flow logs for the subnet.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      from: 'gcp_compute_subnetwork',
      resource: 'self_link',
      noun: 'Subnet',
      name: 'name',
      verdicts: [
        [
          'skip',
          `purpose in ('GLOBAL_MANAGED_PROXY', 'INTERNAL_HTTPS_LOAD_BALANCER',
      'PRIVATE_SERVICE_CONNECT', 'REGIONAL_MANAGED_PROXY')`,
          'has a purpose that does not support flow logs',
        ],
        ['ok', 'enable_flow_logs or log_config_enable', 'keeps flow logs'],
      ],
      otherwise: ['alarm', 'keeps no flow logs'],
    }),
  },
  {
    rule_id: 'gcp-vpc-no-default-network',
    service: 'VPC',
    resource_type: 'gcp_compute_network',
    title: 'Projects have no default network',
    description: 'The default network has rules that open SSH and RDP to everyone.',
    remediation: 'Move the resources to a network of your own, and delete the default network.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      ...network,
      verdicts: [['alarm', "name = 'default'", 'is the default network of its project']],
      otherwise: ['ok', 'is not the default network of its project'],
    }),
  },
  {
    rule_id: 'gcp-vpc-no-legacy-network',
    service: 'VPC',
    resource_type: 'gcp_compute_network',
    title: 'Projects have no legacy networks',
    description: 'A legacy network has no subnets, so nothing in it can be isolated.',
    remediation: 'Create a VPC network with subnets, and move the resources there.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      ...network,
      verdicts: [['alarm', 'ipv4_range is not null', 'is a legacy network']],
      otherwise: ['ok', 'is not a legacy network'],
    }),
  },
  {
    rule_id: 'gcp-dns-signed',
    service: 'Cloud DNS',
    resource_type: 'gcp_dns_managed_zone',
    title: 'Public DNS zones are signed with DNSSEC',
    description: 'Unsigned answers can be forged in transit to redirect users.',
    remediation: 'Turn on DNSSEC for the zone, and add the DS record at the registrar.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      from: 'gcp_dns_managed_zone',
      resource: 'self_link',
      noun: 'Zone',
      name: 'name',
      verdicts: [
        ['skip', "visibility = 'private'", 'is private'],
        ['ok', "dnssec_config_state = 'on'", 'is signed with DNSSEC'],
      ],
      otherwise: ['alarm', 'is not signed with DNSSEC'],
    }),
  },
  {
    rule_id: 'gcp-dns-logged',
    service: 'Cloud DNS',
    resource_type: 'gcp_compute_network',
    title: 'VPC networks have DNS logging enabled',
    description: 'DNS queries are often the first sign of malware.',
    remediation: 'Create a DNS policy with logging for the network.',
    severity: 'low',
    category: 'Security',
    sql: gcpRuleSql({
      with: `logged as (
  select distinct p.project, regexp_replace(url #>> '{}', '^.*/', '') as network
  from gcp_dns_policy p, jsonb_path_query(p.networks, '$[*].networkUrl') url
  where p.enable_logging
)`,
      from: `gcp_compute_network n
  left join logged l on l.network = n.name and l.project = n.project`,
      resource: 'n.self_link',
      noun: 'Network',
      name: 'n.name',
      verdicts: [['ok', 'l.network is not null', 'logs DNS queries']],
      otherwise: ['alarm', 'does not log DNS queries'],
      region: 'n.location',
      account_id: 'n.project',
    }),
  },
  {
    rule_id: 'gcp-dns-no-rsasha1',
    service: 'Cloud DNS',
    resource_type: 'gcp_dns_managed_zone',
    title: 'Public DNS zones are not signed with RSASHA1',
    description: 'SHA-1 signatures can be forged, and resolvers are starting to reject them.',
    remediation: 'Turn DNSSEC off, change the key-signing algorithm, and turn it on again.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      from: 'gcp_dns_managed_zone',
      resource: 'self_link',
      noun: 'Zone',
      name: 'name',
      verdicts: [
        ['skip', "visibility = 'private'", 'is private'],
        [
          'alarm',
          `jsonb_path_exists(dnssec_config_default_key_specs, '$[*] ? (
      @.keyType == "keySigning" && @.algorithm like_regex "^rsasha1$" flag "i")')`,
          'is signed with RSASHA1',
        ],
      ],
      otherwise: ['ok', 'is not signed with RSASHA1'],
    }),
  },
];

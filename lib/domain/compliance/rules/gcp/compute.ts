import { gcpAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const network = {
  from: 'gcp_compute_network',
  resource: 'self_link',
  noun: 'Network',
  name: 'name',
};

const compute = { service: 'Compute Engine', category: 'Security' } as const;

/** Whether ports such as 22 or 20-30 hold this one; an entry without ports holds all of them. */
const opens = (port: number): string => `exists (
      select from jsonb_path_query(allowed, '$[*] ? (@.IPProtocol == "tcp"
        || @.IPProtocol == "6" || @.IPProtocol == "all")') entry
      left join lateral jsonb_path_query(entry, '$.ports[*]') p on true
      where p is null or ${port} between split_part(p #>> '{}', '-', 1)::int
        and split_part(concat(p #>> '{}', '-', p #>> '{}'), '-', 2)::int
    )`;

const closed = (rule_id: string, name: string, port: number): WrittenRule => ({
  rule_id,
  service: 'VPC',
  resource_type: 'gcp_compute_firewall',
  title: `Firewall rules do not open ${name} to the internet`,
  description: `Port ${port} is scanned around the clock, and passwords are tried on it.`,
  remediation: `Narrow the source ranges of the rule, or use Identity-Aware Proxy for ${name}.`,
  severity: 'high',
  category: 'Security',
  sql: gcpAnswer({
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
      and ${opens(port)}`,
        `opens ${name} to the internet`,
      ],
    ],
    otherwise: ['ok', `does not open ${name} to the internet`],
  }),
});

export const computeRules: readonly WrittenRule[] = [
  closed('gcp-vpc-no-open-rdp', 'RDP', 3389),
  closed('gcp-vpc-no-open-ssh', 'SSH', 22),
  {
    ...compute,
    rule_id: 'gcp-compute-disk-own-key',
    resource_type: 'gcp_compute_disk',
    title: 'Disks are encrypted with a customer-supplied key',
    description: 'A key that Google does not keep cannot be used without you.',
    remediation: 'Make a snapshot, and from it a disk with a customer-supplied key.',
    severity: 'low',
    sql: gcpAnswer({
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
          'is encrypted with a key of yours that Cloud KMS keeps',
        ],
      ],
      otherwise: ['alarm', 'is encrypted with a key of Google'],
    }),
  },
  {
    rule_id: 'gcp-vpc-flow-logs',
    service: 'VPC',
    resource_type: 'gcp_compute_subnetwork',
    title: 'Subnets have flow logs enabled',
    description: 'Flow logs answer who talked to whom, after something has happened.',
    remediation: 'Turn on flow logs of the subnet.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
      from: 'gcp_compute_subnetwork',
      resource: 'self_link',
      noun: 'Subnet',
      name: 'name',
      verdicts: [
        [
          'skip',
          `purpose in ('GLOBAL_MANAGED_PROXY', 'INTERNAL_HTTPS_LOAD_BALANCER',
      'PRIVATE_SERVICE_CONNECT', 'REGIONAL_MANAGED_PROXY')`,
          'is of a purpose that has no flow logs',
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
    description: 'The default network comes with rules that open SSH and RDP to everybody.',
    remediation: 'Move what uses it to a network of your own, and delete the default one.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
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
    description: 'A legacy network has no subnets, so nothing in it can be kept apart.',
    remediation: 'Make a VPC network with subnets, and move what is in the legacy one.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
      ...network,
      verdicts: [['alarm', 'ipv4_range is not null', 'is a legacy network']],
      otherwise: ['ok', 'is no legacy network'],
    }),
  },
  {
    rule_id: 'gcp-dns-signed',
    service: 'Cloud DNS',
    resource_type: 'gcp_dns_managed_zone',
    title: 'Public DNS zones are signed with DNSSEC',
    description: 'Answers that are not signed can be forged on their way, to lead people off.',
    remediation: 'Turn DNSSEC on for the zone, and give the DS record to the registrar.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
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
    description: 'Names that malware asks for are often the first sign of it.',
    remediation: 'Make a DNS policy with logging on for the network.',
    severity: 'low',
    category: 'Security',
    sql: gcpAnswer({
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
      verdicts: [
        ['ok', 'l.network is not null', 'logs what names are asked for'],
      ],
      otherwise: ['alarm', 'does not log what names are asked for'],
      region: 'n.location',
      account_id: 'n.project',
    }),
  },
  {
    rule_id: 'gcp-dns-no-rsasha1',
    service: 'Cloud DNS',
    resource_type: 'gcp_dns_managed_zone',
    title: 'Public DNS zones are not signed with RSASHA1',
    description: 'Signatures by SHA-1 can be forged, and resolvers begin to refuse them.',
    remediation: 'Turn DNSSEC off, change the key-signing algorithm, and turn it on again.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
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

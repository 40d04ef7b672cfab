import { gcpAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const compute = { service: 'Compute Engine', category: 'Security' } as const;

/** Nodes of GKE are made and set up by their cluster. */
const ofCluster = ['skip', "name like 'gke-%'", 'is a node of a GKE cluster'] as const;
const instance = {
  from: 'gcp_compute_instance',
  resource: 'self_link',
  noun: 'Instance',
  name: 'name',
};

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
    rule_id: 'gcp-compute-no-public-address',
    resource_type: 'gcp_compute_instance',
    title: 'Compute instances have no public address',
    description: 'A machine with a public address is one wrong rule from the internet.',
    remediation: 'Take the external address away; use Cloud NAT and a load balancer.',
    severity: 'medium',
    sql: gcpAnswer({
      ...instance,
      verdicts: [
        ofCluster,
        [
          'alarm',
          `jsonb_path_exists(network_interfaces, '$[*].accessConfigs[*]')
      or jsonb_path_exists(network_interfaces, '$[*].ipv6AccessConfigs[*]')`,
          'has a public address',
        ],
      ],
      otherwise: ['ok', 'has no public address'],
    }),
  },
  {
    ...compute,
    rule_id: 'gcp-compute-no-full-default-account',
    resource_type: 'gcp_compute_instance',
    title: 'Compute instances do not run with all rights of the default service account',
    description: 'Whoever takes over such an instance may do nearly everything in the project.',
    remediation: 'Give the instance a service account of its own with the roles that it needs.',
    severity: 'high',
    sql: gcpAnswer({
      ...instance,
      verdicts: [
        ofCluster,
        [
          'alarm',
          `jsonb_path_exists(service_accounts, '$[*] ? (
      @.email like_regex "-compute@developer[.]gserviceaccount[.]com$"
      && @.scopes[*] == "https://www.googleapis.com/auth/cloud-platform")')`,
          'runs with all rights of the default service account',
        ],
      ],
      otherwise: ['ok', 'does not run with all rights of the default service account'],
    }),
  },
  {
    ...compute,
    rule_id: 'gcp-compute-no-project-keys',
    resource_type: 'gcp_compute_instance',
    title: 'Compute instances take no SSH keys of the project',
    description: 'A key of the project opens every machine, those of tomorrow as well.',
    remediation: 'Set block-project-ssh-keys to TRUE in the metadata, or use OS Login.',
    severity: 'medium',
    sql: gcpAnswer({
      ...instance,
      verdicts: [
        ofCluster,
        [
          'ok',
          `jsonb_path_exists(metadata, '$.items[*] ? (
      @.key == "block-project-ssh-keys" && @.value like_regex "^true$" flag "i")')`,
          'takes no SSH keys of the project',
        ],
      ],
      otherwise: ['alarm', 'takes the SSH keys of the project'],
    }),
  },
  {
    ...compute,
    rule_id: 'gcp-compute-no-ip-forwarding',
    resource_type: 'gcp_compute_instance',
    title: 'Compute instances do not forward packets of others',
    description: 'A machine that forwards packets can lead traffic past the firewall.',
    remediation: 'Make the instance again without IP forwarding, unless it is a router.',
    severity: 'low',
    sql: gcpAnswer({
      ...instance,
      verdicts: [ofCluster, ['alarm', 'can_ip_forward', 'forwards packets of others']],
      otherwise: ['ok', 'does not forward packets of others'],
    }),
  },
  {
    ...compute,
    rule_id: 'gcp-compute-disk-own-key',
    resource_type: 'gcp_compute_disk',
    title: 'Disks are encrypted with a key that you supply',
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
    title: 'Subnets keep flow logs',
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
    rule_id: 'gcp-dns-logged',
    service: 'Cloud DNS',
    resource_type: 'gcp_compute_network',
    title: 'Networks log what names are asked for',
    description: 'Names that malware asks for are often the first sign of it.',
    remediation: 'Make a DNS policy with logging on for the network.',
    severity: 'low',
    category: 'Security',
    sql: gcpAnswer({
      with: `logged as (
  select p.project, regexp_replace(url #>> '{}', '^.*/', '') as network
  from gcp_dns_policy p, jsonb_path_query(p.networks, '$[*].networkUrl') url
  where p.enable_logging
)`,
      from: 'gcp_compute_network n',
      resource: 'n.self_link',
      noun: 'Network',
      name: 'n.name',
      verdicts: [
        [
          'ok',
          `exists (
      select from logged l where l.network = n.name and l.project = n.project
    )`,
          'logs what names are asked for',
        ],
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

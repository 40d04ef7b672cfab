import { azureRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const network = { service: 'Network', category: 'Security' } as const;

const everybody = '^([*]|any|internet|0[.]0[.]0[.]0(/0)?|::/0|/0|<nw>/0)$';

/** Ports that security groups open to everybody. Addresses and ports may be one value or a list. */
const openPortsSql = `opened as (
  select g.id, rule ->> 'name' as rule, port #>> '{}' as ports
  from azure_network_security_group g,
    jsonb_path_query(g.security_rules, '$[*] ? (
      @.properties.access like_regex "^allow$" flag "i"
      && @.properties.direction like_regex "^inbound$" flag "i"
      && @.properties.protocol like_regex "^(tcp|[*])$" flag "i"
      && (@.properties.sourceAddressPrefix like_regex "${everybody}" flag "i"
        || @.properties.sourceAddressPrefixes[*] like_regex "${everybody}" flag "i"))') rule,
    jsonb_path_query(rule, '$.properties.keyvalue()
      ? (@.key == "destinationPortRange" || @.key == "destinationPortRanges").value[*]') port
)`;

/** SQL condition: ports such as 22, 20-30 or * include this port. */
const includesPort = (port: number): string => `case when ports ~ '^\\d+(-\\d+)?$'
    then ${port} between split_part(ports, '-', 1)::int
      and split_part(concat(ports, '-', ports), '-', 2)::int
    else ports = '*' end`;

const closedPortRule = (rule_id: string, name: string, port: number): WrittenRule => ({
  ...network,
  rule_id,
  resource_type: 'azure_network_security_group',
  title: `Network security groups do not open ${name} to the internet`,
  description: `Port ${port} is scanned for weak passwords around the clock.`,
  remediation: `Change the rules to allow ${name} from your addresses only, or use Azure Bastion.`,
  severity: 'high',
  sql: azureRuleSql({
    with: `${openPortsSql}, opening as (
  select id, string_agg(distinct rule, ', ') as rules
  from opened
  where ${includesPort(port)}
  group by id
)`,
    from: `azure_network_security_group g
  left join opening o on o.id = g.id`,
    resource: 'g.id',
    noun: 'Network security group',
    name: 'g.name',
    verdicts: [['alarm', 'o.id is not null', `opens ${name} to the internet (rules: {o.rules})`]],
    otherwise: ['ok', `does not open ${name} to the internet`],
    region: 'g.region',
    account_id: 'g.subscription_id',
  }),
});

/** Subnets of Azure's own services, which do not allow or need a security group. */
const serviceSubnets = [
  'AzureBastionSubnet',
  'AzureFirewallManagementSubnet',
  'AzureFirewallSubnet',
  'GatewaySubnet',
  'RouteServerSubnet',
]
  .map((name) => `'${name}'`)
  .join(', ');

export const networkRules: readonly WrittenRule[] = [
  closedPortRule('azure-network-no-open-rdp', 'RDP', 3389),
  closedPortRule('azure-network-no-open-ssh', 'SSH', 22),
  {
    ...network,
    rule_id: 'azure-network-subnet-guarded',
    resource_type: 'azure_subnet',
    title: 'Subnets have a network security group',
    description: 'A subnet without a security group accepts any traffic routed to it.',
    remediation: 'Associate a network security group with the subnet.',
    severity: 'medium',
    sql: azureRuleSql({
      from: `azure_subnet s
  left join azure_virtual_network v
    on v.name = s.virtual_network_name and v.resource_group = s.resource_group
    and v.subscription_id = s.subscription_id`,
      resource: 's.id',
      noun: 'Subnet',
      name: "concat(s.name, ' of ', s.virtual_network_name)",
      verdicts: [
        ['skip', `s.name in (${serviceSubnets})`, 'belongs to an Azure service'],
        ['ok', "s.network_security_group_id <> ''", 'has a network security group'],
      ],
      otherwise: ['alarm', 'has no network security group'],
      region: "coalesce(s.region, v.region, 'global')",
      account_id: 's.subscription_id',
    }),
  },
  {
    ...network,
    rule_id: 'azure-network-ddos-protected',
    resource_type: 'azure_virtual_network',
    title: 'Virtual networks have DDoS protection',
    description: 'A DDoS plan absorbs floods that no single service could handle.',
    remediation: 'Associate a DDoS protection plan with the virtual network.',
    severity: 'low',
    category: 'Reliability',
    sql: azureRuleSql({
      from: 'azure_virtual_network',
      resource: 'id',
      noun: 'Virtual network',
      name: 'name',
      verdicts: [['ok', 'enable_ddos_protection', 'has a DDoS protection plan']],
      otherwise: ['alarm', 'has no DDoS protection plan'],
    }),
  },
  {
    ...network,
    rule_id: 'azure-network-watched',
    resource_type: 'azure_location',
    title: 'Network Watcher is on in every region with a network',
    description: 'Flow logs and packet captures need Network Watcher in their region.',
    remediation: 'Enable Network Watcher in this region.',
    severity: 'low',
    sql: azureRuleSql({
      from: 'azure_location l',
      resource: 'l.id',
      noun: 'Region',
      name: 'l.name',
      verdicts: [
        [
          'ok',
          `exists (
      select from azure_network_watcher w
      where w.region = l.name and w.subscription_id = l.subscription_id
        and w.provisioning_state = 'Succeeded'
    )`,
          'has Network Watcher enabled',
        ],
        [
          'alarm',
          `exists (
      select from azure_virtual_network v
      where v.region = l.name and v.subscription_id = l.subscription_id
    )`,
          'has a virtual network, but no Network Watcher',
        ],
      ],
      otherwise: ['skip', 'has no virtual network'],
      region: 'l.name',
      account_id: 'l.subscription_id',
    }),
  },
  {
    ...network,
    rule_id: 'azure-network-gateway-with-waf',
    resource_type: 'azure_application_gateway',
    title: 'Application gateways have a web application firewall',
    description: 'The firewall stops known attacks before they reach the application.',
    remediation: 'Use the WAF v2 tier, and associate a WAF policy in prevention mode.',
    severity: 'medium',
    sql: azureRuleSql({
      from: 'azure_application_gateway',
      resource: 'id',
      noun: 'Application gateway',
      name: 'name',
      verdicts: [
        [
          'ok',
          `web_application_firewall_configuration @> '{"enabled": true}'
      or jsonb_path_exists(firewall_policy, '$.id')`,
          'has a web application firewall',
        ],
      ],
      otherwise: ['alarm', 'has no web application firewall'],
    }),
  },
];

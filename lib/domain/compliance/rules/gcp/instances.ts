import type { Severity } from '#lib/kernel/findings.ts';
import { gcpAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

type InstanceRule = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  /** SQL that holds where the rule is kept, and what is said then. */
  ok: readonly [when: string, words: string];
  alarm: string;
};

/** Nodes of GKE are made and set up by their cluster, and not judged here. */
const instanceRule = ({ ok, alarm, ...words }: InstanceRule): WrittenRule => ({
  ...words,
  service: 'Compute Engine',
  resource_type: 'gcp_compute_instance',
  category: 'Security',
  sql: gcpAnswer({
    from: 'gcp_compute_instance i',
    resource: 'i.self_link',
    noun: 'Instance',
    name: 'i.name',
    verdicts: [
      ['skip', "i.name like 'gke-%'", 'is a node of a GKE cluster'],
      ['ok', ...ok],
    ],
    otherwise: ['alarm', alarm],
    region: 'i.location',
    account_id: 'i.project',
  }),
});

const item = (column: string, key: string): string =>
  `jsonb_path_exists(${column}, '$.items[*] ? (
      @.key == "${key}" && @.value like_regex "^(true|1)$" flag "i")')`;

/** Whether an instance has a setting by its own metadata, or by those of its project. */
const byProject = `exists (
      select from gcp_compute_project_metadata m
      where m.project = i.project and ${item('m.common_instance_metadata', 'enable-oslogin')}
    )`;

export const instanceRules: readonly WrittenRule[] = [
  instanceRule({
    rule_id: 'gcp-compute-no-public-address',
    title: 'Compute instances have no public IP address',
    description: 'A machine with a public address is one wrong rule from the internet.',
    remediation: 'Take the external address away; use Cloud NAT and a load balancer.',
    severity: 'medium',
    ok: [
      `not coalesce(jsonb_path_exists(i.network_interfaces, '$[*].accessConfigs[*]'), false)
      and not coalesce(
        jsonb_path_exists(i.network_interfaces, '$[*].ipv6AccessConfigs[*]'), false)`,
      'has no public address',
    ],
    alarm: 'has a public address',
  }),
  instanceRule({
    rule_id: 'gcp-compute-no-full-default-account',
    title: 'Compute instances do not use the default service account with full access',
    description: 'Whoever takes over such an instance may do nearly everything in the project.',
    remediation: 'Give the instance a service account of its own with the roles that it needs.',
    severity: 'high',
    ok: [
      `not coalesce(jsonb_path_exists(i.service_accounts, '$[*] ? (
      @.email like_regex "-compute@developer[.]gserviceaccount[.]com$"
      && @.scopes[*] == "https://www.googleapis.com/auth/cloud-platform")'), false)`,
      'does not run with all rights of the default service account',
    ],
    alarm: 'runs with all rights of the default service account',
  }),
  instanceRule({
    rule_id: 'gcp-compute-no-default-account',
    title: 'Compute instances do not use the default service account',
    description: 'Every instance that runs as the default account shares its rights with others.',
    remediation: 'Give the instance a service account of its own with the roles that it needs.',
    severity: 'medium',
    ok: [
      `not coalesce(jsonb_path_exists(i.service_accounts, '$[*] ? (
      @.email like_regex "-compute@developer[.]gserviceaccount[.]com$")'), false)`,
      'does not run as the default service account',
    ],
    alarm: 'runs as the default service account',
  }),
  instanceRule({
    rule_id: 'gcp-compute-no-project-keys',
    title: 'Compute instances block project-wide SSH keys',
    description: 'A key of the project opens every machine, those of tomorrow as well.',
    remediation: 'Set block-project-ssh-keys to TRUE in the metadata, or use OS Login.',
    severity: 'medium',
    ok: [item('i.metadata', 'block-project-ssh-keys'), 'takes no SSH keys of the project'],
    alarm: 'takes the SSH keys of the project',
  }),
  instanceRule({
    rule_id: 'gcp-compute-os-login',
    title: 'Compute instances use OS Login',
    description: 'With OS Login the account of a person opens the machine, and closes with it.',
    remediation: 'Set enable-oslogin to TRUE in the metadata of the project.',
    severity: 'medium',
    ok: [
      `${item('i.metadata', 'enable-oslogin')}
      or ${byProject} and not coalesce(jsonb_path_exists(i.metadata, '$.items[*] ? (
        @.key == "enable-oslogin" && @.value like_regex "^(false|0)$" flag "i")'), false)`,
      'is signed in to by OS Login',
    ],
    alarm: 'is not signed in to by OS Login',
  }),
  instanceRule({
    rule_id: 'gcp-compute-no-serial-port',
    title: 'Compute instances have serial port access off',
    description: 'The serial console cannot be limited to addresses: every one may try it.',
    remediation: 'Set serial-port-enable to FALSE in the metadata of the instance.',
    severity: 'medium',
    ok: [
      `not coalesce(${item('i.metadata', 'serial-port-enable')}, false)`,
      'has no open serial port',
    ],
    alarm: 'has an open serial port',
  }),
  instanceRule({
    rule_id: 'gcp-compute-no-ip-forwarding',
    title: 'Compute instances have IP forwarding off',
    description: 'A machine that forwards packets can lead traffic past the firewall.',
    remediation: 'Make the instance again without IP forwarding, unless it is a router.',
    severity: 'low',
    ok: ['i.can_ip_forward is not true', 'does not forward packets of others'],
    alarm: 'forwards packets of others',
  }),
  instanceRule({
    rule_id: 'gcp-compute-shielded',
    title: 'Compute instances are Shielded VMs',
    description: 'A shielded machine notices when what it starts from was changed.',
    remediation: 'Turn on vTPM and integrity monitoring of the instance.',
    severity: 'low',
    ok: [
      `i.shielded_instance_config
      @> '{"enableVtpm": true, "enableIntegrityMonitoring": true}'`,
      'is shielded',
    ],
    alarm: 'is not shielded',
  }),
  instanceRule({
    rule_id: 'gcp-compute-confidential',
    title: 'Compute instances use Confidential Computing',
    description: 'What is in the memory of a confidential machine its host cannot read.',
    remediation: 'Make the instance again as a confidential VM, of a type that can be one.',
    severity: 'low',
    ok: [
      `i.confidential_instance_config @> '{"enableConfidentialCompute": true}'`,
      'encrypts its memory',
    ],
    alarm: 'does not encrypt its memory',
  }),
];

import type { Severity } from '#lib/kernel/findings.ts';
import { gcpRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

type InstanceRule = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  /** SQL condition that means compliance, and the words for it. */
  ok: readonly [when: string, words: string];
  alarm: string;
};

/** GKE nodes are configured by their cluster, so they are skipped here. */
const instanceRule = ({ ok, alarm, ...ruleFields }: InstanceRule): WrittenRule => ({
  ...ruleFields,
  service: 'Compute Engine',
  resource_type: 'gcp_compute_instance',
  category: 'Security',
  sql: gcpRuleSql({
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

/** SQL condition: the metadata of the instance's project enables OS Login. */
const projectHasOsLogin = `exists (
      select from gcp_compute_project_metadata m
      where m.project = i.project and ${item('m.common_instance_metadata', 'enable-oslogin')}
    )`;

export const instanceRules: readonly WrittenRule[] = [
  instanceRule({
    rule_id: 'gcp-compute-no-public-address',
    title: 'Compute instances have no public IP address',
    description: 'One wrong firewall rule exposes a machine that has a public address.',
    remediation: 'Remove the external address; use Cloud NAT and a load balancer.',
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
    description: 'Anyone who takes over the instance can do almost anything in the project.',
    remediation: 'Assign a dedicated service account with the roles that the instance needs.',
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
    description: 'Instances that run as the default account share its permissions.',
    remediation: 'Assign a dedicated service account with the roles that the instance needs.',
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
    description: 'A project-wide key opens every machine, including future ones.',
    remediation: 'Set block-project-ssh-keys to TRUE in the metadata, or use OS Login.',
    severity: 'medium',
    ok: [item('i.metadata', 'block-project-ssh-keys'), 'blocks project-wide SSH keys'],
    alarm: 'accepts project-wide SSH keys',
  }),
  instanceRule({
    rule_id: 'gcp-compute-os-login',
    title: 'Compute instances use OS Login',
    description: "OS Login ties access to a person's account, so that both end together.",
    remediation: 'Set enable-oslogin to TRUE in the project metadata.',
    severity: 'medium',
    ok: [
      `${item('i.metadata', 'enable-oslogin')}
      or ${projectHasOsLogin} and not coalesce(jsonb_path_exists(i.metadata, '$.items[*] ? (
        @.key == "enable-oslogin" && @.value like_regex "^(false|0)$" flag "i")'), false)`,
      'uses OS Login',
    ],
    alarm: 'does not use OS Login',
  }),
  instanceRule({
    rule_id: 'gcp-compute-no-serial-port',
    title: 'Compute instances have serial port access off',
    description: 'The serial console has no address restrictions, so anyone can try to sign in.',
    remediation: 'Set serial-port-enable to FALSE in the instance metadata.',
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
    description: 'A machine that forwards packets can route traffic around the firewall.',
    remediation: 'Recreate the instance without IP forwarding, unless it is a router.',
    severity: 'low',
    ok: ['i.can_ip_forward is not true', 'does not forward packets for others'],
    alarm: 'forwards packets for others',
  }),
  instanceRule({
    rule_id: 'gcp-compute-shielded',
    title: 'Compute instances are Shielded VMs',
    description: 'A Shielded VM detects changes to its boot software.',
    remediation: 'Turn on vTPM and integrity monitoring for the instance.',
    severity: 'low',
    ok: [
      `i.shielded_instance_config
      @> '{"enableVtpm": true, "enableIntegrityMonitoring": true}'`,
      'is a Shielded VM',
    ],
    alarm: 'is not a Shielded VM',
  }),
  instanceRule({
    rule_id: 'gcp-compute-confidential',
    title: 'Compute instances use Confidential Computing',
    description: 'The host cannot read the memory of a Confidential VM.',
    remediation: 'Recreate the instance as a Confidential VM, with a supported machine type.',
    severity: 'low',
    ok: [
      `i.confidential_instance_config @> '{"enableConfidentialCompute": true}'`,
      'encrypts its memory',
    ],
    alarm: 'does not encrypt its memory',
  }),
];

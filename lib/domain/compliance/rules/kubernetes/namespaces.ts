import { kubernetesRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** Namespaces of Kubernetes itself that contain no pods. */
const skipWithoutPods = [
  'skip',
  "n.name in ('kube-node-lease', 'kube-public')",
  'has no pods',
] as const;

const namespace = {
  from: 'kubernetes_namespace n',
  resource: "concat_ws('/', n.context_name, 'namespaces', n.name)",
  noun: 'Namespace',
  name: 'n.name',
  region: "coalesce(n.name, 'cluster')",
  account_id: 'n.context_name',
};

/** SQL condition: the namespace contains an object that meets the condition. */
const hasObject = (table: string, alias: string, condition: string): string => `exists (
      select from ${table} ${alias}
      where ${alias}.namespace = n.name
        and ${alias}.context_name is not distinct from n.context_name
        and ${condition}
    )`;

const isEmptySql = (json: string): string => `coalesce(${json}, '[]') in ('[]', 'null', '{}')`;

type Direction = { direction: 'ingress' | 'egress'; traffic: string };

const denyRule = ({ direction, traffic }: Direction): WrittenRule => ({
  rule_id: `kubernetes-namespace-denies-${direction}`,
  service: 'Network policies',
  resource_type: 'kubernetes_namespace',
  title: `Namespaces deny ${traffic} by default`,
  description: 'Without a default-deny policy, every pod can talk to every other pod.',
  remediation: `Add a network policy for all pods that covers ${direction} and has no rules.`,
  severity: 'medium',
  category: 'Security',
  sql: kubernetesRuleSql({
    ...namespace,
    verdicts: [
      skipWithoutPods,
      [
        'ok',
        hasObject(
          'kubernetes_network_policy',
          'p',
          `p.policy_types ? '${direction === 'ingress' ? 'Ingress' : 'Egress'}'
        and ${isEmptySql(`p.${direction}`)}
        and ${isEmptySql("p.pod_selector -> 'matchLabels'")}
        and ${isEmptySql("p.pod_selector -> 'matchExpressions'")}`,
        ),
        `denies ${traffic} by default`,
      ],
    ],
    otherwise: ['alarm', `does not deny ${traffic} by default`],
  }),
});

const allRule = ({ direction, traffic }: Direction): WrittenRule => ({
  rule_id: `kubernetes-policy-not-all-${direction}`,
  service: 'Network policies',
  resource_type: 'kubernetes_network_policy',
  title: `Network policies do not allow all ${traffic}`,
  description: 'One rule that allows all peers overrides every other policy for these pods.',
  remediation: `Specify the peers and ports in each ${direction} rule of the policy.`,
  severity: 'medium',
  category: 'Security',
  fix: { action: 'kubernetes.patch' },
  sql: kubernetesRuleSql({
    from: 'kubernetes_network_policy',
    resource: "concat_ws('/', context_name, namespace, 'networkpolicies', name)",
    noun: 'Network policy',
    name: 'name',
    verdicts: [
      [
        'alarm',
        `jsonb_path_exists(${direction}, '$[*] ? (
      !exists(@.${direction === 'ingress' ? 'from' : 'to'}[*]) && !exists(@.ports[*]))')`,
        `allows all ${traffic}`,
      ],
    ],
    otherwise: ['ok', `does not allow all ${traffic}`],
  }),
});

type Resource = { kind: 'limit' | 'request'; resource: 'cpu' | 'memory' };

const nameOf = ({ kind, resource }: Resource): string =>
  `${resource === 'cpu' ? 'CPU' : 'memory'} ${kind}`;

const defaultRule = (one: Resource): WrittenRule => ({
  rule_id: `kubernetes-namespace-default-${one.resource}-${one.kind}`,
  service: 'Namespaces',
  resource_type: 'kubernetes_namespace',
  title: `Namespaces set a default ${nameOf(one)}`,
  description: 'Defaults apply to containers that set no value of their own.',
  remediation: `Add a limit range for containers with a default ${nameOf(one)}.`,
  severity: 'low',
  category: 'Reliability',
  sql: kubernetesRuleSql({
    ...namespace,
    verdicts: [
      skipWithoutPods,
      [
        'ok',
        hasObject(
          'kubernetes_limit_range',
          'l',
          `jsonb_path_exists(l.spec_limits, '$[*] ? (@.type == "Container").${
            one.kind === 'limit' ? 'default' : 'defaultRequest'
          }.${one.resource}')`,
        ),
        `sets a default ${nameOf(one)} for containers`,
      ],
    ],
    otherwise: ['alarm', `sets no default ${nameOf(one)} for containers`],
  }),
});

const quotaRule = (one: Resource): WrittenRule => ({
  rule_id: `kubernetes-namespace-${one.resource}-${one.kind}-quota`,
  service: 'Namespaces',
  resource_type: 'kubernetes_namespace',
  title: `Namespaces have a ${nameOf(one)} quota`,
  description: 'A quota keeps one application from using the resources that others need.',
  remediation: `Add a resource quota with ${one.kind}s.${one.resource}.`,
  severity: 'low',
  category: 'Reliability',
  sql: kubernetesRuleSql({
    ...namespace,
    verdicts: [
      skipWithoutPods,
      [
        'ok',
        hasObject('kubernetes_resource_quota', 'q', `q.spec_hard ? '${one.kind}s.${one.resource}'`),
        `has a ${nameOf(one)} quota`,
      ],
    ],
    otherwise: ['alarm', `has no ${nameOf(one)} quota`],
  }),
});

const directions: readonly Direction[] = [
  { direction: 'ingress', traffic: 'incoming traffic' },
  { direction: 'egress', traffic: 'outgoing traffic' },
];

const resources: readonly Resource[] = [
  { kind: 'limit', resource: 'cpu' },
  { kind: 'request', resource: 'cpu' },
  { kind: 'limit', resource: 'memory' },
  { kind: 'request', resource: 'memory' },
];

export const namespaceRules: readonly WrittenRule[] = [
  ...directions.map(denyRule),
  ...directions.map(allRule),
  ...resources.map(defaultRule),
  ...resources.map(quotaRule),
];

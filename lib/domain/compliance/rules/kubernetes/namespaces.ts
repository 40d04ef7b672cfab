import { kubernetesAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

/** Namespaces of Kubernetes itself that hold no pods. */
const withoutPods = [
  'skip',
  "n.name in ('kube-node-lease', 'kube-public')",
  'holds no pods',
] as const;

const namespace = {
  from: 'kubernetes_namespace n',
  resource: "concat_ws('/', n.context_name, 'namespaces', n.name)",
  noun: 'Namespace',
  name: 'n.name',
  region: "coalesce(n.name, 'cluster')",
  account_id: 'n.context_name',
};

/** Holds where an object of the namespace is as the condition says. */
const has = (table: string, alias: string, condition: string): string => `exists (
      select from ${table} ${alias}
      where ${alias}.namespace = n.name
        and ${alias}.context_name is not distinct from n.context_name
        and ${condition}
    )`;

const isEmpty = (json: string): string => `coalesce(${json}, '[]') in ('[]', 'null', '{}')`;

type Direction = { way: 'ingress' | 'egress'; what: string };

const denyRule = ({ way, what }: Direction): WrittenRule => ({
  rule_id: `kubernetes-namespace-denies-${way}`,
  service: 'Network policies',
  resource_type: 'kubernetes_namespace',
  title: `Namespaces deny ${what} by default`,
  description: 'Without a policy that denies by default every pod talks to every other one.',
  remediation: `Add a network policy for all pods that names ${way} without any rule.`,
  severity: 'medium',
  category: 'Security',
  sql: kubernetesAnswer({
    ...namespace,
    verdicts: [
      withoutPods,
      [
        'ok',
        has(
          'kubernetes_network_policy',
          'p',
          `p.policy_types ? '${way === 'ingress' ? 'Ingress' : 'Egress'}'
        and ${isEmpty(`p.${way}`)}
        and ${isEmpty("p.pod_selector -> 'matchLabels'")}
        and ${isEmpty("p.pod_selector -> 'matchExpressions'")}`,
        ),
        `refuses ${what} that no policy allows`,
      ],
    ],
    otherwise: ['alarm', `lets ${what} through that no policy allows`],
  }),
});

const allRule = ({ way, what }: Direction): WrittenRule => ({
  rule_id: `kubernetes-policy-not-all-${way}`,
  service: 'Network policies',
  resource_type: 'kubernetes_network_policy',
  title: `Network policies do not allow all ${what}`,
  description: 'One rule without a peer undoes what every other policy of the pods refuses.',
  remediation: `Name the peers and ports of each ${way} rule of the policy.`,
  severity: 'medium',
  category: 'Security',
  fix: { action: 'kubernetes.patch' },
  sql: kubernetesAnswer({
    from: 'kubernetes_network_policy',
    resource: "concat_ws('/', context_name, namespace, 'networkpolicies', name)",
    noun: 'Network policy',
    name: 'name',
    verdicts: [
      [
        'alarm',
        `jsonb_path_exists(${way}, '$[*] ? (
      !exists(@.${way === 'ingress' ? 'from' : 'to'}[*]) && !exists(@.ports[*]))')`,
        `lets all ${what} through`,
      ],
    ],
    otherwise: ['ok', `does not let all ${what} through`],
  }),
});

type Resource = { kind: 'limit' | 'request'; what: 'cpu' | 'memory' };

const nameOf = ({ kind, what }: Resource): string =>
  `${kind === 'limit' ? 'limit of' : 'request for'} ${what === 'cpu' ? 'CPU' : 'memory'}`;

const defaultRule = (one: Resource): WrittenRule => ({
  rule_id: `kubernetes-namespace-default-${one.what}-${one.kind}`,
  service: 'Namespaces',
  resource_type: 'kubernetes_namespace',
  title: `Namespaces give containers a default ${nameOf(one)}`,
  description: 'A default holds for containers that somebody forgot to set up.',
  remediation: `Add a limit range for containers with a default ${nameOf(one)}.`,
  severity: 'low',
  category: 'Reliability',
  sql: kubernetesAnswer({
    ...namespace,
    verdicts: [
      withoutPods,
      [
        'ok',
        has(
          'kubernetes_limit_range',
          'l',
          `jsonb_path_exists(l.spec_limits, '$[*] ? (@.type == "Container").${
            one.kind === 'limit' ? 'default' : 'defaultRequest'
          }.${one.what}')`,
        ),
        `gives containers a default ${nameOf(one)}`,
      ],
    ],
    otherwise: ['alarm', `gives containers no default ${nameOf(one)}`],
  }),
});

const quotaRule = (one: Resource): WrittenRule => ({
  rule_id: `kubernetes-namespace-${one.what}-${one.kind}-quota`,
  service: 'Namespaces',
  resource_type: 'kubernetes_namespace',
  title: `Namespaces have a quota for the ${nameOf(one)}`,
  description: 'A quota keeps one application from taking what all others need.',
  remediation: `Add a resource quota with ${one.kind}s.${one.what}.`,
  severity: 'low',
  category: 'Reliability',
  sql: kubernetesAnswer({
    ...namespace,
    verdicts: [
      withoutPods,
      [
        'ok',
        has('kubernetes_resource_quota', 'q', `q.spec_hard ? '${one.kind}s.${one.what}'`),
        `has a quota for the ${nameOf(one)}`,
      ],
    ],
    otherwise: ['alarm', `has no quota for the ${nameOf(one)}`],
  }),
});

const directions: readonly Direction[] = [
  { way: 'ingress', what: 'incoming traffic' },
  { way: 'egress', what: 'outgoing traffic' },
];

const resources: readonly Resource[] = [
  { kind: 'limit', what: 'cpu' },
  { kind: 'request', what: 'cpu' },
  { kind: 'limit', what: 'memory' },
  { kind: 'request', what: 'memory' },
];

export const namespaceRules: readonly WrittenRule[] = [
  ...directions.map(denyRule),
  ...directions.map(allRule),
  ...resources.map(defaultRule),
  ...resources.map(quotaRule),
];

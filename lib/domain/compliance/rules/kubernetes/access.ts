import { kubernetesRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';
import { objectColumns } from './objects.ts';

/** Objects in the default namespace that Kubernetes itself creates. */
const isBuiltInObject = "name in ('default', 'kube-root-ca.crt', 'kubernetes')";

/**
 * Kinds of namespaced objects: table, API plural and kind. Secrets are left out because agents do
 * not read them, and a rule that names an unread table cannot be evaluated.
 */
const kinds = [
  ['kubernetes_deployment', 'deployments', 'Deployment'],
  ['kubernetes_config_map', 'configmaps', 'ConfigMap'],
  ['kubernetes_service_account', 'serviceaccounts', 'ServiceAccount'],
  ['kubernetes_role', 'roles', 'Role'],
  ['kubernetes_role_binding', 'rolebindings', 'RoleBinding'],
  ['kubernetes_ingress', 'ingresses', 'Ingress'],
  ['kubernetes_service', 'services', 'Service'],
] as const;

const objects = kinds
  .map(
    ([table, plural, kind]) => `
  select '${plural}' as plural, '${kind}' as kind, name, namespace, context_name
  from ${table}`,
  )
  .join('\n  union all');

export const accessRules: readonly WrittenRule[] = [
  {
    rule_id: 'kubernetes-cluster-role-no-wildcards',
    service: 'RBAC',
    resource_type: 'kubernetes_cluster_role',
    title: 'Cluster roles do not use wildcards',
    description: 'A wildcard also allows whatever is added to the cluster later.',
    remediation: 'List the required API groups, resources and verbs explicitly.',
    severity: 'medium',
    category: 'Security',
    // No fix: Kubernetes lets nobody write a role that grants more than their own rights.
    sql: kubernetesRuleSql({
      from: 'kubernetes_cluster_role',
      ...objectColumns("'clusterroles'", "'ClusterRole'"),
      verdicts: [
        [
          'skip',
          "labels ->> 'kubernetes.io/bootstrapping' = 'rbac-defaults'",
          'comes with Kubernetes',
        ],
        [
          'alarm',
          `jsonb_path_exists(rules, '$[*] ? (
      @.apiGroups[*] == "*" || @.resources[*] == "*" || @.verbs[*] == "*")')`,
          'uses wildcards',
        ],
      ],
      otherwise: ['ok', 'uses no wildcards'],
    }),
  },
  {
    rule_id: 'kubernetes-pod-no-token',
    service: 'RBAC',
    resource_type: 'kubernetes_pod',
    title: 'Pods do not automount service account tokens',
    description: "An intruder in a pod can call the cluster API with the pod's token.",
    remediation:
      'Set automountServiceAccountToken to false where no program calls the cluster API.',
    severity: 'medium',
    category: 'Security',
    sql: kubernetesRuleSql({
      from: 'kubernetes_pod',
      ...objectColumns("'pods'", "'Pod'"),
      verdicts: [
        [
          'ok',
          'automount_service_account_token = false',
          'mounts no service account token automatically',
        ],
      ],
      otherwise: ['alarm', 'mounts its service account token automatically'],
    }),
  },
  {
    rule_id: 'kubernetes-service-account-no-token',
    service: 'RBAC',
    resource_type: 'kubernetes_service_account',
    title: 'Service accounts do not automount tokens',
    description: 'Turning off automounting here covers every pod that uses the service account.',
    remediation: 'Set automountServiceAccountToken to false; enable it in the pods that need it.',
    severity: 'medium',
    category: 'Security',
    fix: { action: 'kubernetes.patch' },
    sql: kubernetesRuleSql({
      from: 'kubernetes_service_account',
      ...objectColumns("'serviceaccounts'", "'ServiceAccount'"),
      verdicts: [
        ['ok', 'automount_service_account_token = false', 'does not mount tokens automatically'],
      ],
      otherwise: ['alarm', 'mounts tokens automatically'],
    }),
  },
  {
    rule_id: 'kubernetes-default-namespace-unused',
    service: 'Namespaces',
    resource_type: 'kubernetes_deployment',
    title: 'The default namespace is not used',
    description:
      'Permissions, quotas and network policies apply by namespace. Secrets are not checked: ' +
      'agents do not read them.',
    remediation: 'Move the object to a dedicated namespace for its application.',
    severity: 'low',
    category: 'Security',
    sql: kubernetesRuleSql({
      with: `objects as (${objects}
)`,
      from: 'objects',
      ...objectColumns('plural', 'kind'),
      verdicts: [
        ['ok', "namespace <> 'default'", 'is in the namespace {namespace}'],
        ['skip', isBuiltInObject, 'was created in the default namespace by Kubernetes'],
      ],
      otherwise: ['alarm', 'is in the default namespace'],
    }),
  },
  {
    rule_id: 'kubernetes-api-by-tls',
    service: 'API server',
    resource_type: 'kubernetes_endpoint',
    title: 'The API server requires TLS',
    description:
      'Without TLS, every token and secret sent to the API server can be read in transit.',
    remediation: 'Remove the insecure port of the API server.',
    severity: 'critical',
    category: 'Security',
    sql: kubernetesRuleSql({
      from: 'kubernetes_endpoint',
      where: "name = 'kubernetes' and namespace = 'default'",
      ...objectColumns("'endpoints'", "'Endpoints'"),
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(subsets, '$[*].ports[*] ? (
      !(@.name == "https") && @.port != 443 && @.port != 6443)')`,
          'belongs to an API server that accepts requests without TLS',
        ],
      ],
      otherwise: ['ok', 'belongs to an API server that requires TLS'],
    }),
  },
];

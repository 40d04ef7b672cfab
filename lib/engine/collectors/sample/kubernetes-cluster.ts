import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { SampleTables } from '../sample.ts';

const object = (kind: string, namespace: string | null, name: string, columns: Row = {}) => ({
  context_name: 'sample-cluster',
  uid: `sample-${kind}-${namespace ?? 'cluster'}-${name}`,
  name,
  namespace,
  title: name,
  creation_timestamp: '2026-02-03T09:00:00Z',
  labels: { app: name, sample: 'true' },
  ...columns,
});

const container = (name: string, fields: Row = {}) => ({
  name,
  image: `registry.example.com/${name}:1.4.2`,
  resources: {
    limits: { cpu: '500m', memory: '256Mi' },
    requests: { cpu: '100m', memory: '128Mi' },
  },
  securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
  ...fields,
});

/** Pods that follow the rules by default. */
const podSpec = (containers: Row[], fields: Row = {}) => ({
  containers,
  automountServiceAccountToken: false,
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  ...fields,
});

const workload = (kind: string, namespace: string, name: string, spec: Row) =>
  object(kind, namespace, name, { template: { metadata: { labels: { app: name } }, spec } });

const deployment = (namespace: string, name: string, spec: Row, replicas = 2) => ({
  ...workload('deployment', namespace, name, spec),
  replicas,
  ready_replicas: replicas,
});

/** A pod of a workload; without an owner it was created by hand. */
const pod = (namespace: string, name: string, owner: string | null, columns: Row = {}) =>
  object('pod', namespace, name, {
    phase: 'Running',
    node_name: 'sample-node-1',
    pod_ip: '192.0.2.21',
    automount_service_account_token: false,
    owner_references: owner ? [{ kind: 'ReplicaSet', name: owner, controller: true }] : null,
    containers: [container(owner ?? name)],
    security_context: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    ...columns,
  });

const serviceAccount = (namespace: string, name: string, automount: boolean | null) =>
  object('serviceaccount', namespace, name, { automount_service_account_token: automount });

const policy = (namespace: string, name: string, columns: Row) =>
  object('networkpolicy', namespace, name, { pod_selector: {}, ...columns });

const rule = (apiGroup: string, resources: string[], verbs: string[]) => ({
  apiGroups: [apiGroup],
  resources,
  verbs,
});

const unlimited = container('sample-worker', { resources: {}, securityContext: {} });

/** A sample cluster: a well-kept shop, and a namespace for experiments. */
export const kubernetesCluster: SampleTables = {
  kubernetes_namespace: [
    ...['sample-shop', 'sample-payments', 'sample-lab'].map((name) =>
      object('namespace', null, name, { phase: 'Active' }),
    ),
    object('namespace', null, 'kube-system', { phase: 'Active', labels: {} }),
  ],
  kubernetes_deployment: [
    deployment('sample-shop', 'sample-web', podSpec([container('sample-web')]), 3),
    deployment('sample-payments', 'sample-payments', podSpec([container('sample-payments')])),
    deployment('sample-lab', 'sample-worker', { containers: [unlimited] }, 1),
  ],
  kubernetes_daemonset: [
    workload(
      'daemonset',
      'sample-shop',
      'sample-log-shipper',
      podSpec([container('sample-log-shipper')], {
        volumes: [{ name: 'logs', hostPath: { path: '/var/log' } }],
      }),
    ),
    workload(
      'daemonset',
      'sample-lab',
      'sample-debugger',
      podSpec([container('sample-debugger', { securityContext: { privileged: true } })], {
        hostNetwork: true,
        hostPID: true,
      }),
    ),
  ],
  kubernetes_stateful_set: [
    workload(
      'statefulset',
      'sample-payments',
      'sample-ledger',
      podSpec([container('sample-ledger')]),
    ),
  ],
  kubernetes_job: [],
  kubernetes_cronjob: [
    object('cronjob', 'sample-shop', 'sample-nightly-report', {
      schedule: '0 3 * * *',
      job_template: {
        spec: { template: { spec: podSpec([container('sample-nightly-report')]) } },
      },
    }),
  ],
  kubernetes_pod: [
    pod('sample-shop', 'sample-web-1', 'sample-web'),
    pod('sample-shop', 'sample-web-2', 'sample-web'),
    pod('sample-payments', 'sample-payments-1', 'sample-payments'),
    pod('sample-lab', 'sample-worker-1', 'sample-worker', {
      automount_service_account_token: null,
      containers: [unlimited],
      security_context: {},
    }),
    pod('default', 'sample-shell', null, {
      automount_service_account_token: true,
      containers: [unlimited],
      security_context: {},
    }),
  ],
  kubernetes_service_account: [
    serviceAccount('sample-shop', 'sample-web', false),
    serviceAccount('sample-payments', 'sample-payments', false),
    serviceAccount('sample-lab', 'sample-worker', true),
  ],
  kubernetes_role: [
    object('role', 'sample-shop', 'sample-read-settings', {
      rules: [rule('', ['configmaps'], ['get', 'list'])],
    }),
  ],
  kubernetes_role_binding: [
    object('rolebinding', 'sample-shop', 'sample-web-reads-settings', {
      role_api_group: 'rbac.authorization.k8s.io',
      role_kind: 'Role',
      role_name: 'sample-read-settings',
      subjects: [{ kind: 'ServiceAccount', name: 'sample-web', namespace: 'sample-shop' }],
    }),
  ],
  kubernetes_cluster_role: [
    object('clusterrole', null, 'sample-read-pods', {
      rules: [rule('', ['pods'], ['get', 'list', 'watch'])],
    }),
    object('clusterrole', null, 'sample-lab-admin', { rules: [rule('*', ['*'], ['*'])] }),
  ],
  kubernetes_config_map: [
    object('configmap', 'sample-shop', 'sample-settings', { data: { currency: 'EUR' } }),
  ],
  kubernetes_secret: [object('secret', 'sample-payments', 'sample-gateway', { type: 'Opaque' })],
  kubernetes_ingress: [object('ingress', 'sample-shop', 'sample-web')],
  kubernetes_service: [
    object('service', 'sample-shop', 'sample-web', {
      type: 'ClusterIP',
      cluster_ip: '198.51.100.10',
      selector: { app: 'sample-web' },
      ports: [{ name: 'https', port: 443, protocol: 'TCP' }],
    }),
    object('service', 'default', 'sample-forgotten', {
      type: 'ClusterIP',
      cluster_ip: '198.51.100.11',
      ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
    }),
  ],
  kubernetes_endpoint: [
    object('endpoint', 'default', 'kubernetes', {
      subsets: [
        {
          addresses: [{ ip: '192.0.2.1' }],
          ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
        },
      ],
    }),
  ],
  kubernetes_network_policy: [
    ...['sample-shop', 'sample-payments'].map((namespace) =>
      policy(namespace, 'sample-deny-all', {
        policy_types: ['Ingress', 'Egress'],
        ingress: [],
        egress: [],
      }),
    ),
    policy('sample-shop', 'sample-web', {
      pod_selector: { matchLabels: { app: 'sample-web' } },
      policy_types: ['Ingress'],
      ingress: [{ ports: [{ port: 443, protocol: 'TCP' }] }],
    }),
    policy('sample-lab', 'sample-allow-all', {
      policy_types: ['Ingress', 'Egress'],
      ingress: [{}],
      egress: [{}],
    }),
  ],
  kubernetes_limit_range: ['sample-shop', 'sample-payments'].map((namespace) =>
    object('limitrange', namespace, 'sample-defaults', {
      spec_limits: [
        {
          type: 'Container',
          default: { cpu: '500m', memory: '256Mi' },
          defaultRequest: { cpu: '100m', memory: '128Mi' },
        },
      ],
    }),
  ),
  kubernetes_resource_quota: ['sample-shop', 'sample-payments'].map((namespace) =>
    object('resourcequota', namespace, 'sample-quota', {
      spec_hard: {
        'limits.cpu': '8',
        'limits.memory': '16Gi',
        'requests.cpu': '4',
        'requests.memory': '8Gi',
      },
    }),
  ),
};

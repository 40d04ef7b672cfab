import { agentName } from './install-names.schema.ts';

type Rule = { apiGroups: string[]; resources: string[]; verbs: string[] };

const reading = ['get', 'list', 'watch'];

/** Everything that inventories look at; no Secret is among it. */
const readingRules: Rule[] = [
  {
    apiGroups: [''],
    resources: [
      'configmaps',
      'endpoints',
      'events',
      'limitranges',
      'namespaces',
      'nodes',
      'persistentvolumeclaims',
      'persistentvolumes',
      'pods',
      'pods/log',
      'replicationcontrollers',
      'resourcequotas',
      'serviceaccounts',
      'services',
    ],
    verbs: reading,
  },
  {
    apiGroups: ['apps'],
    resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'],
    verbs: reading,
  },
  { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs: reading },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: reading },
  {
    apiGroups: ['networking.k8s.io'],
    resources: ['ingressclasses', 'ingresses', 'networkpolicies'],
    verbs: reading,
  },
  { apiGroups: ['policy'], resources: ['poddisruptionbudgets'], verbs: reading },
  {
    apiGroups: ['rbac.authorization.k8s.io'],
    resources: ['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles'],
    verbs: reading,
  },
  { apiGroups: ['storage.k8s.io'], resources: ['storageclasses'], verbs: reading },
];

/** What the ready-made actions change. */
const changingRules: Rule[] = [
  { apiGroups: [''], resources: ['pods'], verbs: ['delete', 'patch'] },
  { apiGroups: [''], resources: ['nodes'], verbs: ['patch'] },
  {
    apiGroups: ['apps'],
    resources: ['daemonsets', 'deployments', 'statefulsets'],
    verbs: ['patch'],
  },
  {
    apiGroups: ['apps'],
    resources: ['deployments/scale', 'statefulsets/scale'],
    verbs: ['get', 'patch'],
  },
  {
    apiGroups: ['networking.k8s.io'],
    resources: ['networkpolicies'],
    verbs: ['create', 'delete', 'patch'],
  },
];

const role = (name: string, rules: Rule[], subject: object): object[] => [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name },
    rules,
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [subject],
  },
];

/** What an agent may do in its cluster: read; and where somebody opted in, change. */
export const clusterRoles = (subject: object, mayChange: boolean): object[] => [
  ...role(`${agentName}-read`, readingRules, subject),
  ...(mayChange ? role(`${agentName}-change`, changingRules, subject) : []),
];

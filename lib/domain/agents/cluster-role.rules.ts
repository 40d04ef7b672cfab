import { installationName } from './install-names.schema.ts';
import { snapshotLists } from './jobs/snapshot.schema.ts';

type Rule = { apiGroups: string[]; resources: string[]; verbs: string[] };

const readVerbs = ['get', 'list', 'watch'];

/** What actions read in addition to the lists of inventories; Secrets are not included. */
const extraReadResources = [
  { api: 'v1', resource: 'events' },
  { api: 'v1', resource: 'pods/log' },
  { api: 'autoscaling/v2', resource: 'horizontalpodautoscalers' },
  { api: 'networking.k8s.io/v1', resource: 'ingressclasses' },
  { api: 'policy/v1', resource: 'poddisruptionbudgets' },
  { api: 'storage.k8s.io/v1', resource: 'storageclasses' },
];

const groupOf = (api: string): string => (api.includes('/') ? api.replace(/\/.*/, '') : '');

const readingRules: Rule[] = [
  ...Map.groupBy([...snapshotLists, ...extraReadResources], ({ api }) => groupOf(api)),
].map(([group, lists]) => ({
  apiGroups: [group],
  resources: lists.map(({ resource }) => resource).toSorted(),
  verbs: readVerbs,
}));

/** The changes that ready-made actions make, and the patches of bots that fix findings. */
const changingRules: Rule[] = [
  { apiGroups: [''], resources: ['pods'], verbs: ['delete', 'patch'] },
  { apiGroups: [''], resources: ['nodes', 'serviceaccounts'], verbs: ['patch'] },
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
  { apiGroups: ['batch'], resources: ['cronjobs'], verbs: ['patch'] },
  {
    apiGroups: ['networking.k8s.io'],
    resources: ['networkpolicies'],
    verbs: ['create', 'delete', 'patch'],
  },
];

const roleWithBinding = (name: string, rules: Rule[], subject: object): object[] => [
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

/** The rights of an agent in its cluster: to read and, where somebody opted in, to change. */
export const clusterRoles = (subject: object, mayChange: boolean): object[] => [
  ...roleWithBinding(`${installationName}-read`, readingRules, subject),
  ...(mayChange ? roleWithBinding(`${installationName}-change`, changingRules, subject) : []),
];

import { stringify } from 'yaml';
import { enrolmentKeyPlaceholder } from './agent.schema.ts';
import { clusterRoles } from './cluster-role.rules.ts';
import {
  enrolmentSecret,
  installationName,
  keySecret,
  settingsConfigMap,
} from './install-names.schema.ts';
import type { InstallerInput } from './release.schema.ts';
import { programFile } from './program.schema.ts';

const labels = { 'app.kubernetes.io/name': installationName };
const metadataOf = (name: string) => ({ name, namespace: installationName, labels });
const account = { kind: 'ServiceAccount', name: installationName, namespace: installationName };

/** The agent may read and write only the Secret in which it stores its key. */
const keySecretRole = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: metadataOf(installationName),
    rules: [
      {
        apiGroups: [''],
        resources: ['secrets'],
        resourceNames: [keySecret],
        verbs: ['get', 'patch'],
      },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: metadataOf(installationName),
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: installationName },
    subjects: [account],
  },
];

const settingsOf = ({ site, agent_id }: InstallerInput): string =>
  JSON.stringify({ url: site, agent_id, integration_type: 'kubernetes', hosts: [] }, undefined, 2);

const container = {
  name: 'agent',
  image: 'docker.io/library/node:24-alpine',
  command: ['node', `/program/${programFile}`],
  env: [
    { name: 'CLOUDWARDEN_SETTINGS', value: '/settings/agent.json' },
    {
      name: 'CLOUDWARDEN_ENROLMENT_KEY',
      valueFrom: { secretKeyRef: { name: enrolmentSecret, key: 'key', optional: true } },
    },
    { name: 'CLOUDWARDEN_KEY_SECRET', value: keySecret },
  ],
  resources: { requests: { cpu: '20m', memory: '64Mi' }, limits: { memory: '256Mi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [
    { name: 'program', mountPath: '/program', readOnly: true },
    { name: 'settings', mountPath: '/settings', readOnly: true },
  ],
};

/** Annotations that make the pod restart when the program or the key changes. */
const restartAnnotations = ({ release, key_id = '' }: InstallerInput) => ({
  'cloudwarden/program': release.sha256,
  'cloudwarden/key': key_id,
});

const deploymentOf = (of: InstallerInput) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: metadataOf(installationName),
  spec: {
    // Only one process may use the key.
    replicas: 1,
    strategy: { type: 'Recreate' },
    selector: { matchLabels: labels },
    template: {
      metadata: { labels, annotations: restartAnnotations(of) },
      spec: {
        serviceAccountName: installationName,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          runAsGroup: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        containers: [container],
        volumes: [
          { name: 'program', configMap: { name: installationName } },
          { name: 'settings', configMap: { name: settingsConfigMap } },
        ],
      },
    },
  },
});

/** All objects that run the agent in a cluster, in the order of their creation. */
export const manifestObjects = (of: InstallerInput): object[] => [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: installationName, labels } },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: metadataOf(installationName),
    automountServiceAccountToken: true,
  },
  ...clusterRoles(account, of.mayChange),
  ...keySecretRole,
  { apiVersion: 'v1', kind: 'Secret', metadata: metadataOf(keySecret), type: 'Opaque' },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadataOf(enrolmentSecret),
    type: 'Opaque',
    stringData: { key: enrolmentKeyPlaceholder },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadataOf(settingsConfigMap),
    data: { 'agent.json': settingsOf(of) },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadataOf(installationName),
    data: { [programFile]: of.release.program },
  },
  deploymentOf(of),
];

/** The manifest as text, for people and `kubectl`. */
export const manifest = (of: InstallerInput): string => {
  const may = of.mayChange
    ? '# It reads the cluster, and may change what its second ClusterRole names.'
    : '# It reads the cluster, and may change nothing.';
  const head = [
    `# Cloudwarden agent. Put its key in place of ${enrolmentKeyPlaceholder}.`,
    may,
    '# Private addresses that it may call, such as "10.0.0.7:8080", are the hosts of agent.json:',
    '# keep them there when you apply a later file, and restart the pod after a change.\n',
  ].join('\n');
  const options = { lineWidth: 0, aliasDuplicateObjects: false };
  return [head, ...manifestObjects(of).map((one) => stringify(one, options))].join('---\n');
};

import {
  longText,
  number,
  optional,
  readyMadeAgent,
  text,
  withDefault,
} from '../ready-made.schema.ts';

const namespace = text('namespace', 'Namespace', 'The namespace, such as production.');
const pod = text('name', 'Pod', 'The name of the pod.');
const deployment = text('name', 'Deployment', 'The name of the deployment.');
const node = text('name', 'Node', 'The name of the node.');
const anyNamespace = optional({ ...namespace, description: 'Leave empty for all namespaces.' });

const pods = { api: 'v1', resource: 'pods', namespace: '{namespace}', name: '{name}' };
const deployments = { ...pods, api: 'apps/v1', resource: 'deployments' };

const patchUnschedulable = (unschedulable: boolean) => ({
  kind: 'kubernetes.patch' as const,
  args: { api: 'v1', resource: 'nodes', name: '{name}', patch: { spec: { unschedulable } } },
});

/** Denies all traffic to and from the pods with a label. */
const isolation = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: '{policy}', namespace: '{namespace}' },
  spec: {
    podSelector: { matchExpressions: [{ key: '{key}', operator: 'In', values: ['{value}'] }] },
    policyTypes: ['Ingress', 'Egress'],
  },
};

const key = text('key', 'Label', 'The key of the label, such as app.kubernetes.io/name.');
const value = text('value', 'Value', 'The value of the label.');

const resource = [
  text('api', 'API version', 'As in manifests: v1, apps/v1, networking.k8s.io/v1.'),
  text('resource', 'Resource', 'The plural in lower case, such as deployments.'),
  optional({ ...namespace, description: 'Leave empty for cluster-scoped resources.' }),
  text('name', 'Name', 'The name of the object.'),
];

export const kubernetesActions = readyMadeAgent('kubernetes', {
  list_pods: {
    name: 'List Kubernetes pods',
    description: 'Reads the pods of a namespace, or of the whole cluster.',
    parameters: [
      anyNamespace,
      optional(text('selector', 'Label selector', 'As in kubectl, such as app=web,tier!=cache.')),
    ],
    call: {
      kind: 'kubernetes.list',
      args: {
        api: 'v1',
        resource: 'pods',
        namespace: '{namespace}',
        labelSelector: '{selector}',
      },
    },
  },
  get: {
    name: 'Get a Kubernetes object',
    description: 'Reads one object of any kind from the cluster, except Secrets.',
    parameters: resource,
    call: {
      kind: 'kubernetes.get',
      args: { ...pods, api: '{api}', resource: '{resource}' },
    },
  },
  pod_logs: {
    name: 'Read the logs of a Kubernetes pod',
    description: 'Reads the last lines that a container of a pod wrote.',
    parameters: [
      namespace,
      pod,
      optional(text('container', 'Container', 'Needed for a pod with several containers.')),
      withDefault(
        200,
        number('tail_lines', 'Lines', 'The number of the last lines, at most 5,000.'),
      ),
    ],
    call: {
      kind: 'kubernetes.logs',
      args: { ...pods, container: '{container}', tail_lines: '{tail_lines}' },
    },
  },
  scale_deployment: {
    name: 'Scale a Kubernetes deployment',
    description: 'Sets how many pods a deployment has; 0 stops it.',
    needsApproval: true,
    parameters: [namespace, deployment, number('replicas', 'Replicas', 'The number of pods.')],
    call: {
      kind: 'kubernetes.scale',
      args: { ...deployments, replicas: '{replicas}' },
    },
  },
  restart_deployment: {
    name: 'Restart a Kubernetes deployment',
    description: 'Replaces the pods of a deployment one after the other.',
    needsApproval: true,
    parameters: [namespace, deployment],
    call: { kind: 'kubernetes.restart', args: deployments },
  },
  delete_pod: {
    name: 'Delete a Kubernetes pod',
    description: 'Deletes a pod; its controller creates a new one.',
    needsApproval: true,
    parameters: [namespace, pod],
    call: { kind: 'kubernetes.delete', args: pods },
  },
  cordon_node: {
    name: 'Cordon a Kubernetes node',
    description: 'Stops the scheduling of new pods on a node; running pods stay.',
    needsApproval: true,
    parameters: [node],
    call: patchUnschedulable(true),
  },
  uncordon_node: {
    name: 'Uncordon a Kubernetes node',
    description: 'Allows new pods to be scheduled on a node again.',
    needsApproval: true,
    parameters: [node],
    call: patchUnschedulable(false),
  },
  label_pod: {
    name: 'Label a Kubernetes pod',
    description: 'Sets one label of a pod, for example so that a network policy selects it.',
    needsApproval: true,
    parameters: [namespace, pod, key, value],
    call: {
      kind: 'kubernetes.patch',
      args: { ...pods, label: { key: '{key}', value: '{value}' } },
    },
  },
  isolate_pods: {
    name: 'Isolate Kubernetes pods by label',
    description: 'Applies a network policy that denies all traffic to and from pods with a label.',
    needsApproval: true,
    parameters: [
      namespace,
      key,
      value,
      withDefault(
        'cloudwarden-isolation',
        text('policy', 'Policy', 'The name of the network policy; delete it to undo this.'),
      ),
    ],
    call: {
      kind: 'kubernetes.patch',
      args: {
        api: 'networking.k8s.io/v1',
        resource: 'networkpolicies',
        namespace: '{namespace}',
        name: '{policy}',
        type: 'apply',
        patch: isolation,
      },
    },
  },
  patch: {
    name: 'Patch a Kubernetes object',
    description: 'Changes one object with a JSON merge patch, if the agent has permission.',
    needsApproval: true,
    parameters: [...resource, longText('patch', 'Patch', 'JSON: {"spec": {"replicas": 2}}.')],
    call: {
      kind: 'kubernetes.patch',
      args: { ...pods, api: '{api}', resource: '{resource}', patch: '{patch}' },
    },
  },
});

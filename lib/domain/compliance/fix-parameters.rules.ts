const region = '{% $loop.item.region %}';
const idAfter = (text: string): string => `{% $substringAfter($loop.item.id, '${text}') %}`;
const bucketParameters = { bucket: idAfter(':::'), region };
/** The ARN of a user may contain a path before the name. */
const user = "{% $split($substringAfter($loop.item.id, ':user/'), '/')[-1] %}";
const instance = "$substringAfter($loop.item.id, 'instance/')";

/** The nth last part of a Kubernetes object's id: names of clusters may contain slashes. */
const idPartFromEnd = (nth: number): string => `$split($loop.item.id, '/')[-${nth}]`;

const apiOfObject = `(
  $kind := ${idPartFromEnd(2)};
  $kind in ['deployments', 'daemonsets', 'statefulsets', 'replicasets'] ? 'apps/v1'
    : $kind in ['jobs', 'cronjobs'] ? 'batch/v1'
    : $contains($kind, 'role') ? 'rbac.authorization.k8s.io/v1'
    : $kind in ['ingresses', 'networkpolicies'] ? 'networking.k8s.io/v1'
    : 'v1'
)`;

/**
 * The parameters of an action, derived from the id of the resource. Those that only people can know
 * are left open: the groups of a quarantine, most patches of an object, and which keys of a user
 * are old.
 */
const parametersByAction: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'aws.block_public_access': bucketParameters,
  'aws.encrypt_bucket': bucketParameters,
  'aws.version_bucket': bucketParameters,
  'aws.hide_database': { database: idAfter(':db:'), region },
  'aws.rotate_secret': { secret: '{% $loop.item.id %}', region },
  'aws.delete_login_profile': { user },
  'aws.deactivate_access_key': { user },
  'aws.rotate_key': { key: '{% $loop.item.id %}', region },
  'aws.keep_logs': {
    group: "{% $substringBefore($substringAfter($loop.item.id, ':log-group:'), ':') %}",
    days: '365',
    region,
  },
  'aws.quarantine_instance': { instance: `{% ${instance} %}`, region },
  'aws.terminate_instances': { instances: `{% [${instance}] %}`, region },
  'kubernetes.patch': {
    api: `{% ${apiOfObject} %}`,
    resource: `{% ${idPartFromEnd(2)} %}`,
    namespace: "{% $loop.item.region = 'cluster' ? '' : $loop.item.region %}",
    name: `{% ${idPartFromEnd(1)} %}`,
  },
  'aws.revoke_ingress': {
    group: idAfter('security-group/'),
    rules: '{% [$match($loop.item.reason, /sgr-[0-9a-z]+/).match] %}',
    region,
  },
};

/** Patches of the pods of a workload, for rules whose fix is the same for all workloads. */
const podPatches: Readonly<Record<string, object>> = {
  'kubernetes-workload-no-host-network': { hostNetwork: false },
  'kubernetes-workload-no-host-processes': { hostPID: false, hostIPC: false },
  'kubernetes-workload-seccomp': {
    securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
  },
};

/** The same for patches of the object itself. */
const objectPatches: Readonly<Record<string, object>> = {
  'kubernetes-service-account-no-token': { automountServiceAccountToken: false },
};

/** The patch for a rule's objects; absent if only people can know it. */
const patchOf = (rule_id: string): { patch?: string } => {
  const objectPatch = objectPatches[rule_id];
  if (objectPatch) return { patch: JSON.stringify(objectPatch) };
  const spec = podPatches[rule_id];
  if (!spec) return {};
  const template = { spec: { template: { spec } } };
  const [inJob, plain] = [{ spec: { jobTemplate: template } }, template].map((one) =>
    JSON.stringify(one),
  );
  return { patch: `{% $string(${idPartFromEnd(2)} = 'cronjobs' ? ${inJob} : ${plain}) %}` };
};

/** The parameters of the action that fixes the findings of a rule. */
export const fixParametersOf = (
  action: string,
  rule_id: string,
): Readonly<Record<string, string>> => ({
  ...parametersByAction[action],
  ...patchOf(rule_id),
});

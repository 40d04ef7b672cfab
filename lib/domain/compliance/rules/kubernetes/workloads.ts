import type { Severity } from '#lib/kernel/findings.ts';
import { kubernetesRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';
import { objectColumns } from './objects.ts';

/** Kinds of objects that run containers: table, API plural, kind, and SQL for the pod spec. */
const kinds = [
  ['kubernetes_deployment', 'deployments', 'Deployment', "template -> 'spec'"],
  ['kubernetes_daemonset', 'daemonsets', 'DaemonSet', "template -> 'spec'"],
  ['kubernetes_stateful_set', 'statefulsets', 'StatefulSet', "template -> 'spec'"],
  ['kubernetes_job', 'jobs', 'Job', "template -> 'spec'"],
  ['kubernetes_cronjob', 'cronjobs', 'CronJob', "job_template -> 'spec' -> 'template' -> 'spec'"],
] as const;

/** Pods and jobs with an owner are judged through that owner. */
const withoutOwner = `where coalesce(jsonb_array_length(owner_references), 0) = 0`;

const kindSelects = kinds.map(
  ([table, plural, kind, spec]) => `
  select '${plural}' as plural, '${kind}' as kind, name, namespace, context_name,
    ${spec} as spec
  from ${table}
  ${withoutOwner}`,
);

const podSelect = `
  select 'pods', 'Pod', name, namespace, context_name,
    jsonb_strip_nulls(jsonb_build_object(
      'containers', containers, 'initContainers', init_containers,
      'securityContext', security_context, 'volumes', volumes,
      'hostNetwork', host_network, 'hostPID', host_pid, 'hostIPC', host_ipc))
  from kubernetes_pod
  ${withoutOwner}`;

const workloads = `workloads as (${[...kindSelects, podSelect].join('\n  union all')}
)`;

type Words = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  category?: WrittenRule['category'];
};

const workloadRule = (texts: Words, condition: string, alarm: string, ok: string): WrittenRule => ({
  service: 'Workloads',
  resource_type: 'kubernetes_deployment',
  category: 'Security',
  fix: { action: 'kubernetes.patch' },
  ...texts,
  sql: kubernetesRuleSql({
    with: workloads,
    from: 'workloads',
    ...objectColumns('plural', 'kind'),
    verdicts: [['alarm', condition, alarm]],
    otherwise: ['ok', ok],
  }),
});

/**
 * A rule about the containers of all kinds; the JSON path filter `violation` matches violations.
 */
const containerRule = (texts: Words, violation: string, qualifier: string): WrittenRule => {
  const found = `jsonb_path_query(spec, '$.keyvalue()
        ? (@.key == "containers" || @.key == "initContainers").value[*]
        ? (${violation})')`;
  return workloadRule(
    texts,
    `exists (select from ${found})`,
    `has containers ${qualifier}: {(select string_agg(c ->> 'name', ', ') from ${found} c)}`,
    `has no containers ${qualifier}`,
  );
};

const limitRule = (kind: 'limits' | 'requests', resource: 'cpu' | 'memory'): WrittenRule => {
  const name = resource === 'cpu' ? 'CPU' : 'memory';
  const isLimit = kind === 'limits';
  const settingName = `${name} ${isLimit ? 'limit' : 'request'}`;
  return containerRule(
    {
      rule_id: `kubernetes-workload-${resource}-${isLimit ? 'limit' : 'request'}`,
      title: `Containers have a ${settingName}`,
      description: isLimit
        ? `A container without a ${settingName} can starve all others on its node.`
        : `Without a ${settingName}, pods may be scheduled on nodes with too little ${name}.`,
      remediation: `Set resources.${kind}.${resource} for each container.`,
      severity: 'low',
      category: 'Reliability',
    },
    `!exists(@.resources.${kind}.${resource})`,
    `without a ${settingName}`,
  );
};

/** Filter: the container lacks this setting, and does not inherit it from its pod. */
const neither = (setting: string, condition: string, otherwise: string): string =>
  `!(@.securityContext.${setting} ${condition})
          && !($.securityContext.${setting} ${condition}
            && !(${otherwise}))`;

export const workloadRules: readonly WrittenRule[] = [
  limitRule('limits', 'cpu'),
  limitRule('requests', 'cpu'),
  limitRule('limits', 'memory'),
  limitRule('requests', 'memory'),
  containerRule(
    {
      rule_id: 'kubernetes-workload-not-privileged',
      title: 'Containers are not privileged',
      description: 'A privileged container has root access to its node, without any isolation.',
      remediation:
        'Set privileged to false in the security context, and add only required capabilities.',
      severity: 'critical',
    },
    '@.securityContext.privileged == true',
    'that are privileged',
  ),
  containerRule(
    {
      rule_id: 'kubernetes-workload-no-escalation',
      title: 'Containers cannot escalate privileges',
      description: 'Through setuid programs, an intruder can become root in the container.',
      remediation: 'Set allowPrivilegeEscalation to false in each security context.',
      severity: 'medium',
    },
    '!(@.securityContext.allowPrivilegeEscalation == false)',
    'that allow privilege escalation',
  ),
  containerRule(
    {
      rule_id: 'kubernetes-workload-read-only',
      title: 'Containers have a read-only root filesystem',
      description: 'On a read-only filesystem, an intruder cannot install tools.',
      remediation: 'Set readOnlyRootFilesystem to true, and mount an emptyDir for writable paths.',
      severity: 'low',
    },
    '!(@.securityContext.readOnlyRootFilesystem == true)',
    'with a writable root filesystem',
  ),
  containerRule(
    {
      rule_id: 'kubernetes-workload-not-root',
      title: 'Containers do not run as root',
      description: 'A root process that breaks out of its container is root on the node.',
      remediation: 'Set runAsNonRoot to true, and define a user in the image.',
      severity: 'medium',
    },
    neither('runAsNonRoot', '== true', '@.securityContext.runAsNonRoot == false'),
    'that may run as root',
  ),
  containerRule(
    {
      rule_id: 'kubernetes-workload-seccomp',
      title: 'Containers run with a seccomp profile',
      description: 'A seccomp profile blocks system calls that programs do not need.',
      remediation: 'Set seccompProfile.type to RuntimeDefault in the security context.',
      severity: 'low',
    },
    neither(
      'seccompProfile.type',
      'like_regex "^(RuntimeDefault|Localhost)$"',
      '@.securityContext.seccompProfile.type == "Unconfined"',
    ),
    'without a seccomp profile',
  ),
  workloadRule(
    {
      rule_id: 'kubernetes-workload-no-host-network',
      title: 'Pods do not use the host network',
      description:
        'The pod can see the network traffic of its node, and network policies do not apply to it.',
      remediation: 'Remove hostNetwork from the pod.',
      severity: 'high',
    },
    `spec @> '{"hostNetwork": true}'`,
    'uses the network of its node',
    'does not use the network of its node',
  ),
  workloadRule(
    {
      rule_id: 'kubernetes-workload-no-host-processes',
      title: 'Pods do not share the host process namespaces',
      description: 'With hostPID or hostIPC, a pod can read memory and secrets of other processes.',
      remediation: 'Remove hostPID and hostIPC from the pod.',
      severity: 'high',
    },
    `spec @> '{"hostPID": true}' or spec @> '{"hostIPC": true}'`,
    'shares the PID or IPC namespace of its node',
    'does not share the PID or IPC namespace of its node',
  ),
  workloadRule(
    {
      rule_id: 'kubernetes-workload-no-host-paths',
      title: 'Pods do not mount host paths',
      description: 'Host folders can expose node credentials and the container runtime socket.',
      remediation: 'Use a PersistentVolumeClaim, ConfigMap or emptyDir instead of hostPath.',
      severity: 'high',
    },
    "jsonb_path_exists(spec, '$.volumes[*].hostPath')",
    `mounts {(select string_agg(v ->> 'path', ', ')
      from jsonb_path_query(spec, '$.volumes[*].hostPath') v)} of its node`,
    'mounts no folders of its node',
  ),
];

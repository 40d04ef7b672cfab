/** A table with its list in the cluster's API, named as in the agents' snapshots. */
type ClusterTable = {
  list: { api: string; resource: string };
  /** The paths of columns that are not found by their names. */
  columns?: Readonly<Record<string, string>>;
};

const core = 'v1';
const apps = 'apps/v1';
const batch = 'batch/v1';
const networking = 'networking.k8s.io/v1';
const rbac = 'rbac.authorization.k8s.io/v1';

/** Kubernetes writes acronyms in capitals. */
const podColumns = {
  host_ip: 'status.hostIP',
  host_ipc: 'spec.hostIPC',
  host_pid: 'spec.hostPID',
  pod_ip: 'status.podIP',
  pod_ips: 'status.podIPs',
  set_hostname_as_fqdn: 'spec.setHostnameAsFQDN',
};

const serviceColumns = {
  cluster_ip: 'spec.clusterIP',
  cluster_ips: 'spec.clusterIPs',
  external_ips: 'spec.externalIPs',
  load_balancer_ip: 'spec.loadBalancerIP',
  load_balancer_ingress: 'status.loadBalancer.ingress',
  session_affinity_client_ip_timeout: 'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
};

const nodeColumns = {
  pod_cidr: 'spec.podCIDR',
  pod_cidrs: 'spec.podCIDRs',
  provider_id: 'spec.providerID',
};

const volumeColumns = { storage_class: 'spec.storageClassName' };

const bindingColumns = {
  role_api_group: 'roleRef.apiGroup',
  role_kind: 'roleRef.kind',
  role_name: 'roleRef.name',
};

/**
 * The tables that agents read, each with its list in the cluster. Agents read no Secrets, and
 * clusters no longer have pod security policies.
 */
export const clusterTables: Readonly<Record<string, ClusterTable>> = {
  kubernetes_namespace: { list: { api: core, resource: 'namespaces' } },
  kubernetes_node: { list: { api: core, resource: 'nodes' }, columns: nodeColumns },
  kubernetes_pod: { list: { api: core, resource: 'pods' }, columns: podColumns },
  kubernetes_replication_controller: {
    list: { api: core, resource: 'replicationcontrollers' },
  },
  kubernetes_service: { list: { api: core, resource: 'services' }, columns: serviceColumns },
  kubernetes_endpoint: { list: { api: core, resource: 'endpoints' } },
  kubernetes_config_map: { list: { api: core, resource: 'configmaps' } },
  kubernetes_service_account: { list: { api: core, resource: 'serviceaccounts' } },
  kubernetes_resource_quota: { list: { api: core, resource: 'resourcequotas' } },
  kubernetes_limit_range: { list: { api: core, resource: 'limitranges' } },
  kubernetes_persistent_volume: {
    list: { api: core, resource: 'persistentvolumes' },
    columns: volumeColumns,
  },
  kubernetes_persistent_volume_claim: {
    list: { api: core, resource: 'persistentvolumeclaims' },
    columns: volumeColumns,
  },
  kubernetes_deployment: { list: { api: apps, resource: 'deployments' } },
  kubernetes_replicaset: { list: { api: apps, resource: 'replicasets' } },
  kubernetes_stateful_set: { list: { api: apps, resource: 'statefulsets' } },
  kubernetes_daemonset: { list: { api: apps, resource: 'daemonsets' } },
  kubernetes_job: { list: { api: batch, resource: 'jobs' } },
  kubernetes_cronjob: { list: { api: batch, resource: 'cronjobs' } },
  kubernetes_ingress: { list: { api: networking, resource: 'ingresses' } },
  kubernetes_network_policy: { list: { api: networking, resource: 'networkpolicies' } },
  kubernetes_role: { list: { api: rbac, resource: 'roles' } },
  kubernetes_role_binding: {
    list: { api: rbac, resource: 'rolebindings' },
    columns: bindingColumns,
  },
  kubernetes_cluster_role: { list: { api: rbac, resource: 'clusterroles' } },
  kubernetes_cluster_role_binding: {
    list: { api: rbac, resource: 'clusterrolebindings' },
    columns: bindingColumns,
  },
};

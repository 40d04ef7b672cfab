import * as z from 'zod';

/** The resource lists of a cluster that its inventory is made of. */
export const snapshotLists = [
  { api: 'v1', resource: 'namespaces' },
  { api: 'v1', resource: 'nodes' },
  { api: 'v1', resource: 'pods' },
  { api: 'v1', resource: 'replicationcontrollers' },
  { api: 'apps/v1', resource: 'deployments' },
  { api: 'apps/v1', resource: 'replicasets' },
  { api: 'apps/v1', resource: 'statefulsets' },
  { api: 'apps/v1', resource: 'daemonsets' },
  { api: 'batch/v1', resource: 'jobs' },
  { api: 'batch/v1', resource: 'cronjobs' },
  { api: 'v1', resource: 'services' },
  { api: 'v1', resource: 'endpoints' },
  { api: 'networking.k8s.io/v1', resource: 'ingresses' },
  { api: 'networking.k8s.io/v1', resource: 'networkpolicies' },
  { api: 'v1', resource: 'configmaps' },
  { api: 'v1', resource: 'serviceaccounts' },
  { api: 'v1', resource: 'resourcequotas' },
  { api: 'v1', resource: 'limitranges' },
  { api: 'v1', resource: 'persistentvolumes' },
  { api: 'v1', resource: 'persistentvolumeclaims' },
  { api: 'rbac.authorization.k8s.io/v1', resource: 'roles' },
  { api: 'rbac.authorization.k8s.io/v1', resource: 'rolebindings' },
  { api: 'rbac.authorization.k8s.io/v1', resource: 'clusterroles' },
  { api: 'rbac.authorization.k8s.io/v1', resource: 'clusterrolebindings' },
] as const;

const list = z.object({ api: z.string(), resource: z.string() });

/** Where a snapshot continues; the agent creates it and gets it back unchanged. */
const position = z.object({
  /** Index of the list. */
  list: z.number().int(),
  /** The continue token of the cluster for the next page; absent at the start of a list. */
  continue: z.string().optional(),
  /** How many times the list was started. */
  tries: z.number().int(),
  /** Items per page, set where objects turned out to be large. */
  limit: z.number().int().optional(),
});
export type SnapshotPosition = z.infer<typeof position>;

/** The arguments of a job `kubernetes.snapshot`. */
export const snapshotArgs = z.object({ lists: z.array(list), from: position.optional() });
export type SnapshotArgs = z.infer<typeof snapshotArgs>;

const page = list.extend({
  /** Objects as the cluster returns them, without `metadata.managedFields`. */
  items: z.array(z.record(z.string(), z.unknown())),
  /** The list starts here: items of it that were received earlier are discarded. */
  begins: z.boolean(),
  /** The list is complete with this page. */
  ends: z.boolean(),
  /** Why the list could not be read, or not completely. */
  error: z.string().optional(),
});
export type SnapshotPage = z.infer<typeof page>;

/**
 * The output of a job `kubernetes.snapshot`: as many pages, in the order of the lists, as fit into
 * one result (2.5 MiB of JSON). A snapshot is a chain of jobs: while there is `next`, the next job
 * gets the same lists and `from: next`, within the minutes that a cluster keeps its pages. The
 * reader collects the items of each list (`api`, `resource`), discards them when a page `begins`,
 * and has them all once a page `ends` without an `error`. A list that cannot be read does not
 * affect the others. A job may be repeated, since it changes nothing.
 */
export const snapshotPart = z.object({ pages: z.array(page), next: position.optional() });
export type SnapshotPart = z.infer<typeof snapshotPart>;

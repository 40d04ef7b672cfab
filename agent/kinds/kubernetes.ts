// Jobs on the cluster's API. The cluster rejects what the service account may not do.
import type { SnapshotArgs } from '../../lib/domain/agents/jobs/snapshot.schema.ts';
import type { Cluster } from '../cluster.ts';
import { type Args, listAll, pathOf } from './lists.ts';
import { withoutOwnSecrets } from './own-secrets.ts';
import { type JobHandler, type Kinds, optionalTextOf, requiredTextOf } from './job-handler.ts';
import { snapshotPart } from './snapshot.ts';

const patchTypes: Record<string, string> = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
};

const sendPatch = (
  cluster: Cluster,
  { path, patch, type }: { path: string; patch: unknown; type: string },
  signal: AbortSignal,
): Promise<unknown> => {
  const header = Object.hasOwn(patchTypes, type) ? patchTypes[type] : undefined;
  if (header === undefined) throw new Error(`There are no patches of the type ${type}.`);
  // By default, a cluster drops unknown fields and reports success.
  const strict = '?fieldValidation=Strict';
  const query = type === 'apply' ? `${strict}&fieldManager=cloudwarden&force=true` : strict;
  const body = JSON.stringify(patch);
  return cluster.json({ method: 'PATCH', path: path + query, body, type: header, signal });
};

/** A patch given as an object or as its text, or as one label, whose key templates cannot write. */
const patchOf = ({ patch, label }: Args): unknown => {
  if (typeof label === 'object' && label !== null) {
    const { key, value } = label as Args;
    return { metadata: { labels: { [String(key)]: String(value) } } };
  }
  return typeof patch === 'string' ? JSON.parse(patch) : patch;
};

const logsOf = async (cluster: Cluster, args: Args, signal: AbortSignal): Promise<unknown> => {
  const podArgs = { ...args, api: 'v1', resource: 'pods' };
  const query = new URLSearchParams({
    tailLines: String(Math.min(Number(args.tail_lines ?? 200) || 200, 5000)),
    limitBytes: String(1024 * 1024),
  });
  const container = optionalTextOf(args, 'container');
  if (container !== undefined) query.set('container', container);
  const path = `${pathOf(podArgs, true)}/log?${query.toString()}`;
  return { log: await cluster.text({ path, accept: 'text/plain, */*', signal }) };
};

/** The kinds of jobs in a cluster. */
export const kubernetesKinds = (unrestricted: Cluster): Kinds => {
  const cluster = withoutOwnSecrets(unrestricted);
  const patchHandler =
    (patch: (args: Args) => unknown, suffix = '', type = 'merge'): JobHandler =>
    (args, signal) =>
      sendPatch(cluster, { path: pathOf(args, true) + suffix, patch: patch(args), type }, signal);

  return {
    'kubernetes.list': async (args, signal) => ({ items: await listAll(cluster, args, signal) }),
    'kubernetes.get': (args, signal) => cluster.json({ path: pathOf(args, true), signal }),
    'kubernetes.logs': (args, signal) => logsOf(cluster, args, signal),
    'kubernetes.snapshot': (args, signal) => {
      if (!Array.isArray(args.lists)) throw new Error('The job lacks lists.');
      return snapshotPart({ cluster, signal }, args as SnapshotArgs);
    },
    'kubernetes.patch': (args, signal) => {
      const type = optionalTextOf(args, 'type') ?? 'merge';
      const path = pathOf(args, true);
      return sendPatch(cluster, { path, patch: patchOf(args), type }, signal);
    },
    'kubernetes.scale': patchHandler(
      ({ replicas }) => ({ spec: { replicas: Number(replicas) } }),
      '/scale',
    ),
    // Uses the job's time, so that doing the job twice restarts only once.
    'kubernetes.restart': patchHandler((args) => {
      const annotations = { 'kubectl.kubernetes.io/restartedAt': requiredTextOf(args, 'asked_at') };
      return { spec: { template: { metadata: { annotations } } } };
    }),
    'kubernetes.delete': (args, signal) =>
      cluster.json({ method: 'DELETE', path: pathOf(args, true), signal }),
  };
};

// Jobs on the API of the cluster. What the service account may not, the cluster refuses.
import { type Cluster, ClusterError } from '../cluster.ts';
import { type Kinds, type Run, someText, textOf } from './run.ts';

type Args = Record<string, unknown>;

/** How many items one page of a list has, and how many are read in all. */
const pageSize = 500;
const mostItems = 10_000;

const part = (value: string, name: string): string => {
  // Names, groups and plurals of the API: nothing of a path or query.
  if (!/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(value) || value.includes('..')) {
    throw new Error(`${name} is no name of the cluster's API.`);
  }
  return value;
};

const rootOf = (api: string): string => {
  const [group = '', version] = api.split('/');
  const parts = version === undefined ? ['api', group] : ['apis', group, version];
  return `/${parts.map((one) => part(one, 'api')).join('/')}`;
};

/** The path of a resource, or of one of its objects. */
const pathOf = (args: Args, named: boolean): string => {
  const namespace = someText(args, 'namespace');
  return [
    rootOf(textOf(args, 'api')),
    ...(namespace === undefined ? [] : ['namespaces', part(namespace, 'namespace')]),
    part(textOf(args, 'resource'), 'resource'),
    ...(named ? [part(textOf(args, 'name'), 'name')] : []),
  ].join('/');
};

type List = { items?: unknown[]; metadata?: { continue?: string; resourceVersion?: string } };

/** Every item of a list; one whose pages went out of date is read again from its start. */
const listAll = async (cluster: Cluster, args: Args, signal: AbortSignal): Promise<unknown[]> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const items: unknown[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ limit: String(pageSize) });
        for (const name of ['labelSelector', 'fieldSelector']) {
          const value = someText(args, name);
          if (value !== undefined) query.set(name, value);
        }
        if (next) query.set('continue', next);
        const path = `${pathOf(args, false)}?${query.toString()}`;
        const page = (await cluster.json({ path, signal })) as List;
        items.push(...(page.items ?? []));
        next = page.metadata?.continue || undefined;
      } while (next && items.length < mostItems);
      return items.slice(0, mostItems);
    } catch (error) {
      const isOld = error instanceof ClusterError && error.status === 410;
      if (!isOld || tries === 3) throw error;
    }
  }
};

const patchTypes: Record<string, string> = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
};

const patchWith = (
  cluster: Cluster,
  { path, patch, type }: { path: string; patch: unknown; type: string },
  signal: AbortSignal,
): Promise<unknown> => {
  const header = Object.hasOwn(patchTypes, type) ? patchTypes[type] : undefined;
  if (header === undefined) throw new Error(`There are no patches of the type ${type}.`);
  const query = type === 'apply' ? '?fieldManager=cloudwarden&force=true' : '';
  const body = JSON.stringify(patch);
  return cluster.json({ method: 'PATCH', path: path + query, body, type: header, signal });
};

/** A patch as an object or as its text; or one label, whose key no template writes. */
const patchOf = ({ patch, label }: Args): unknown => {
  if (typeof label === 'object' && label !== null) {
    const { key, value } = label as Args;
    return { metadata: { labels: { [String(key)]: String(value) } } };
  }
  return typeof patch === 'string' ? JSON.parse(patch) : patch;
};

const logsOf = async (cluster: Cluster, args: Args, signal: AbortSignal): Promise<unknown> => {
  const place = { ...args, api: 'v1', resource: 'pods' };
  const query = new URLSearchParams({
    tailLines: String(Math.min(Number(args.tail_lines ?? 200) || 200, 5000)),
    limitBytes: String(1024 * 1024),
  });
  const container = someText(args, 'container');
  if (container !== undefined) query.set('container', container);
  const path = `${pathOf(place, true)}/log?${query.toString()}`;
  return { log: await cluster.text({ path, accept: 'text/plain, */*', signal }) };
};

const snapshotOf = async (cluster: Cluster, args: Args, signal: AbortSignal): Promise<unknown> => {
  const asked = Array.isArray(args.resources) ? (args.resources as Args[]) : [];
  const lists: unknown[] = [];
  for (const one of asked) {
    const { api, resource } = one;
    try {
      lists.push({ api, resource, items: await listAll(cluster, one, signal) });
    } catch (error) {
      // A cluster may lack a resource, or keep it from the agent: the others are still worth it.
      if (!(error instanceof ClusterError)) throw error;
      lists.push({ api, resource, error: error.message });
    }
  }
  return { lists };
};

/** The kinds of jobs that a cluster knows. */
export const kubernetesKinds = (cluster: Cluster): Kinds => {
  const patched =
    (patch: (args: Args) => unknown, suffix = '', type = 'merge'): Run =>
    (args, signal) =>
      patchWith(cluster, { path: pathOf(args, true) + suffix, patch: patch(args), type }, signal);

  return {
    'kubernetes.list': async (args, signal) => ({ items: await listAll(cluster, args, signal) }),
    'kubernetes.get': (args, signal) => cluster.json({ path: pathOf(args, true), signal }),
    'kubernetes.logs': (args, signal) => logsOf(cluster, args, signal),
    'kubernetes.snapshot': (args, signal) => snapshotOf(cluster, args, signal),
    'kubernetes.patch': (args, signal) => {
      const type = someText(args, 'type') ?? 'merge';
      const path = pathOf(args, true);
      return patchWith(cluster, { path, patch: patchOf(args), type }, signal);
    },
    'kubernetes.scale': patched(
      ({ replicas }) => ({ spec: { replicas: Number(replicas) } }),
      '/scale',
    ),
    // The time is the job's: done twice, it is the same restart.
    'kubernetes.restart': patched((args) => {
      const annotations = { 'kubectl.kubernetes.io/restartedAt': textOf(args, 'asked_at') };
      return { spec: { template: { metadata: { annotations } } } };
    }),
    'kubernetes.delete': (args, signal) =>
      cluster.json({ method: 'DELETE', path: pathOf(args, true), signal }),
  };
};

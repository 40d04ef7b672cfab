import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  snapshotLists,
  type SnapshotPart,
  snapshotPart,
  type SnapshotPosition,
} from '#lib/domain/agents/jobs/snapshot.schema.ts';
import { openClusterServer } from '#test/support/cluster-server.ts';
import { openAgentScene } from './scene.ts';

const scene = openAgentScene();
beforeAll(scene.open);
afterAll(scene.close);

const openCluster = async (name: string) => {
  const cluster = scene.keep(await openClusterServer(scene.folderOf(`${name}-cluster`)));
  const started = await scene.start(name, { type: 'kubernetes', env: cluster.env });
  return { cluster, ...started };
};

type Cluster = Awaited<ReturnType<typeof openCluster>>;

const pods = [{ api: 'v1', resource: 'pods' }];
const namesOf = (items: object[]) =>
  items.map((item) => (item as { metadata: { name: string } }).metadata.name);

/** The parts of a snapshot, one job each, and the items of each list as a collector reads them. */
const collectSnapshot = async ({ ask }: Cluster, lists: readonly object[] = pods) => {
  const parts: SnapshotPart[] = [];
  const items: Record<string, object[]> = {};
  const completeLists = new Set<string>();
  const errors: Record<string, string> = {};
  let from: SnapshotPosition | undefined;
  do {
    const { output, error } = await ask('kubernetes.snapshot', { lists, ...(from && { from }) });
    if (error !== undefined) throw new Error(error);
    const part = snapshotPart.parse(output);
    parts.push(part);
    for (const page of part.pages) {
      const previousItems = page.begins ? [] : (items[page.resource] ?? []);
      items[page.resource] = [...previousItems, ...page.items];
      if (page.error !== undefined) errors[page.resource] = page.error;
      else if (page.ends) completeLists.add(page.resource);
    }
    from = part.next;
  } while (from);
  return { parts, items, completeLists, errors };
};

describe('a snapshot of a cluster', () => {
  it('contains every object of every list completely, in the order of the lists', async () => {
    const clusterScene = await openCluster('all');
    const { lists } = clusterScene.cluster;
    for (const { resource } of snapshotLists) lists[resource] ??= [];
    const spec = { containers: [{ image: 'nginx' }] };
    const managedFields = [{ manager: 'kubectl' }];
    lists.deployments = [{ metadata: { name: 'web', managedFields }, spec }];
    const { parts, items, completeLists, errors } = await collectSnapshot(
      clusterScene,
      snapshotLists,
    );
    expect(parts).toHaveLength(1);
    expect([...completeLists].toSorted()).toEqual(
      snapshotLists.map(({ resource }) => resource).toSorted(),
    );
    expect(errors).toEqual({});
    expect(items.deployments).toEqual([{ metadata: { name: 'web' }, spec }]);
    expect(namesOf(items.pods ?? [])).toEqual(namesOf(lists.pods ?? []));
    const paths = clusterScene.cluster.calls.map(({ url }) => url.replace(/\?.*/, ''));
    expect(paths).toContain('/apis/rbac.authorization.k8s.io/v1/clusterroles');
  });

  it('is split into parts that each fit into one result', async () => {
    const clusterScene = await openCluster('large');
    clusterScene.cluster.lists.pods = Array.from({ length: 600 }, (_, at) => ({
      metadata: { name: `pod-${at}` },
      data: 'ä'.repeat(8_000),
    }));
    clusterScene.cluster.lists.nodes = [{ metadata: { name: 'node' } }];
    const all = [...pods, { api: 'v1', resource: 'nodes' }];
    const { parts, items, completeLists } = await collectSnapshot(clusterScene, all);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(2.6 * 1024 * 1024);
    }
    expect(namesOf(items.pods ?? [])).toEqual(namesOf(clusterScene.cluster.lists.pods));
    expect([...completeLists]).toEqual(['pods', 'nodes']);
  });

  it('requests fewer large objects at once, and reports an object that is too large', async () => {
    const clusterScene = await openCluster('objects');
    const object = (at: number, size: number) => ({
      metadata: { name: `map-${at}` },
      data: 'x'.repeat(size),
    });
    const maps = Array.from({ length: 40 }, (_, at) => object(at, 1_000_000));
    clusterScene.cluster.lists.configmaps = maps;
    const one = [{ api: 'v1', resource: 'configmaps' }];
    const { items, completeLists } = await collectSnapshot(clusterScene, one);
    expect(namesOf(items.configmaps ?? [])).toEqual(namesOf(maps));
    expect([...completeLists]).toEqual(['configmaps']);
    clusterScene.cluster.lists.configmaps = [object(0, 3_000_000)];
    const { errors } = await collectSnapshot(clusterScene, [...one, ...pods]);
    expect(errors).toEqual({ configmaps: expect.stringContaining('larger than a result') });
  });

  it('restarts a list whose pages have expired, within a part or between two parts', async () => {
    const clusterScene = await openCluster('gone');
    const { cluster } = clusterScene;
    cluster.next.push({ path: 'continue=500', status: 410 });
    const once = await collectSnapshot(clusterScene);
    expect(namesOf(once.items.pods ?? [])).toEqual(namesOf(cluster.lists.pods ?? []));
    expect([...once.completeLists]).toEqual(['pods']);
    const continuedPart = await clusterScene.ask('kubernetes.snapshot', {
      lists: pods,
      from: { list: 0, continue: '500', tries: 1 },
    });
    expect((continuedPart.output as SnapshotPart).pages[0]).toMatchObject({ begins: false });
    cluster.next.push({ path: 'continue=500', status: 410 });
    const restartedPart = await clusterScene.ask('kubernetes.snapshot', {
      lists: pods,
      from: { list: 0, continue: '500', tries: 1 },
    });
    const { pages } = restartedPart.output as SnapshotPart;
    expect(pages[0]).toMatchObject({ begins: true });
    expect(pages.flatMap((page) => page.items)).toHaveLength(1200);
    for (const _ of [1, 2, 3]) cluster.next.push({ path: 'continue=250', status: 410 });
    const { errors } = await collectSnapshot(clusterScene);
    expect(errors.pods).toContain('went out of date each time');
  });

  it('retries when the cluster is busy, and reports the lists that cannot be read', async () => {
    const clusterScene = await openCluster('busy');
    const { cluster } = clusterScene;
    cluster.lists.nodes = [{ metadata: { name: 'node' } }];
    cluster.next.push(
      { path: '/pods', status: 429, headers: { 'retry-after': '1' } },
      { path: '/pods', status: 503, headers: { 'retry-after': '0' } },
      { path: '/secrets', status: 403 },
      { path: '/widgets', status: 404 },
    );
    const { items, errors, completeLists } = await collectSnapshot(clusterScene, [
      ...pods,
      { api: 'v1', resource: 'secrets' },
      { api: 'example.com/v1', resource: 'widgets' },
      { api: 'v1', resource: 'nodes' },
    ]);
    expect(items.pods).toHaveLength(1200);
    expect(errors).toEqual({
      secrets: expect.stringContaining('status 403'),
      widgets: expect.stringContaining('status 404'),
    });
    expect([...completeLists]).toEqual(['pods', 'nodes']);
  });

  it('accepts only names of API resources', async () => {
    const { ask, cluster } = await openCluster('names');
    const before = cluster.calls.length;
    for (const resource of ['../secrets', 'pods/log', 'pods?x', '', 'a..b']) {
      const lists = [{ api: 'v1', resource }];
      expect((await ask('kubernetes.snapshot', { lists })).error).toBeDefined();
    }
    expect((await ask('kubernetes.snapshot', {})).error).toBe('The job lacks lists.');
    expect(cluster.calls).toHaveLength(before);
  });
});

describe('the key of an agent', () => {
  it.each([
    ['a get', 'kubernetes.get', {}],
    ['a patch', 'kubernetes.patch', { patch: { data: { identity: '' } } }],
    ['a patch that applies', 'kubernetes.patch', { type: 'apply', patch: { data: {} } }],
    ['a delete', 'kubernetes.delete', {}],
    ['a restart', 'kubernetes.restart', { asked_at: '2026-09-01T00:00:00Z' }],
    ['a list', 'kubernetes.list', { fieldSelector: 'metadata.name=cloudwarden-agent-key' }],
    ['a snapshot', 'kubernetes.snapshot', {}],
  ])('cannot be reached by %s, despite the rights of the agent', async (_, kind, extraArgs) => {
    const { ask, cluster } = await openCluster(
      kind.replace('.', '-') + Object.keys(extraArgs).length,
    );
    const before = cluster.calls.length;
    const secrets = { api: 'v1', resource: 'secrets', namespace: 'cloudwarden-agent' };
    for (const name of ['cloudwarden-agent-key', 'cloudwarden-agent-enrolment']) {
      const target = kind === 'kubernetes.snapshot' ? { lists: [secrets] } : { ...secrets, name };
      const { error } = await ask(kind, { ...target, ...extraArgs });
      expect(error).toBe(
        "The Secrets of cloudwarden-agent are the agent's own: no job reads or changes them.",
      );
    }
    expect(cluster.calls).toHaveLength(before);
  });

  it('is excluded from lists of all Secrets, and other Secrets are included', async () => {
    const { ask, cluster } = await openCluster('all-secrets');
    cluster.lists.secrets = [];
    const all = { api: 'v1', resource: 'secrets' };
    const selectors = async (args: object) => {
      expect((await ask('kubernetes.list', { ...all, ...args })).error).toBeUndefined();
      const url = new URL(cluster.calls.at(-1)?.url ?? '', 'https://cluster');
      return url.searchParams.getAll('fieldSelector');
    };
    const exclusion = 'metadata.namespace!=cloudwarden-agent';
    expect(await selectors({})).toEqual([exclusion]);
    const typeSelector = 'type=Opaque\\';
    expect(await selectors({ fieldSelector: typeSelector })).toEqual([
      `${exclusion},${typeSelector}`,
    ]);
    expect(await selectors({ namespace: 'shop' })).toEqual([]);
    const one = { ...all, namespace: 'shop', name: 'cloudwarden-agent-key' };
    expect((await ask('kubernetes.get', one)).error).toBeUndefined();
  });
});

describe('a job that lists objects of a cluster', () => {
  it('fails early with advice when the list is larger than a result', async () => {
    const { ask, cluster } = await openCluster('too-large');
    cluster.lists.pods = Array.from({ length: 3000 }, (_, at) => ({
      metadata: { name: `pod-${at}` },
      data: 'x'.repeat(4000),
    }));
    const { error } = await ask('kubernetes.list', { api: 'v1', resource: 'pods' });
    expect(error).toBe('The list is larger than 3 MiB. Name a namespace or a selector.');
    const lists = cluster.calls.filter(({ url }) => url.includes('/pods'));
    expect(lists.length).toBeLessThan(4);
  });
});

describe('the access of an agent to its cluster', () => {
  it('uses the new token when the cluster replaces its token', async () => {
    const { ask, cluster } = await openCluster('token');
    const list = () => ask('kubernetes.list', { api: 'v1', resource: 'pods' });
    expect((await list()).error).toBeUndefined();
    cluster.rotateToken('the next token');
    expect((await list()).error).toBeUndefined();
    writeFileSync(join(cluster.account, 'token'), 'another one');
    expect((await list()).error).toBe('The cluster refused (status 401): Unauthorized');
  });

  it('fails with a certificate of another authority, and works with the right one', async () => {
    const { ask, cluster } = await openCluster('authority');
    const list = () => ask('kubernetes.list', { api: 'v1', resource: 'pods' });
    const authorityFile = join(cluster.account, 'ca.crt');
    const backupFile = join(cluster.account, 'kept.crt');
    copyFileSync(authorityFile, backupFile);
    const keyOptions = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
    ];
    const files = ['-keyout', join(cluster.account, 'other.pem'), '-out', authorityFile];
    execFileSync('openssl', ['req', ...keyOptions, ...files, '-subj', '/CN=other'], {
      stdio: 'ignore',
    });
    expect((await list()).error).toContain('its certificate is not signed by the authority');
    copyFileSync(backupFile, authorityFile);
    expect((await list()).error).toBeUndefined();
  });
});

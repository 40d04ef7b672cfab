import { clusterReads } from '#lib/domain/agents/jobs/cluster-reads.service.ts';
import { jobStore } from '#lib/domain/agents/jobs/job.store.ts';
import { resultKey } from '#lib/domain/agents/jobs/review.service.ts';
import { snapshotLists, type SnapshotPart } from '#lib/domain/agents/jobs/snapshot.schema.ts';
import {
  type Integration,
  integrationChange,
} from '#lib/domain/integrations/integration.schema.ts';
import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { tableColumns, tablesOf } from '#lib/domain/inventory/table-columns.ts';
import { kubernetesCollector } from '#lib/engine/collectors/kubernetes.ts';
import { rowOf } from '#lib/engine/collectors/kubernetes/row.ts';
import { clusterTables } from '#lib/engine/collectors/kubernetes/tables.ts';
import { CannotCollect } from '#lib/ports/collector.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { openAgents } from '../../domain/agents/agent-scene.ts';

const world = openTestDatabase();

/** A cluster with an agent that the test plays, and a table that is read from it. */
const openReading = async (table = 'kubernetes_pod') => {
  const scene = openAgents(world);
  const { db, clock, files, tenant_id } = scene;
  const program = await scene.enrol();
  await scene.claim(program);
  const integration = await integrationStore(db, tenant_id).get(program.integration_id);
  if (!integration) throw new Error('There is no integration.');
  const collector = kubernetesCollector(clusterReads({ db, clock, files }));
  const controller = new AbortController();
  let rows: Row[] = [];
  const readOf = async (one: Integration): Promise<Row[] | string> => {
    const signal = controller.signal;
    const ignore = () => undefined;
    const request = { integration: one, table, signal, problem: ignore, closed: ignore };
    try {
      for await (const batch of collector.rows({ ...request, again: () => void (rows = []) })) {
        rows.push(...batch);
      }
      return rows;
    } catch (error) {
      if (error instanceof CannotCollect) return error.message;
      throw error;
    }
  };
  const read = () => readOf(integration);
  const handed = async () => {
    const { job } = await eventually(
      () => scene.claim(program),
      (one) => one.job !== undefined,
    );
    if (!job) throw new Error('There is no job.');
    return job;
  };
  const stateOf = async (id: string) => (await jobStore(db, tenant_id).get(id))?.state;
  const does = { collector, integration, read, readOf, handed, stateOf };
  return { ...scene, program, over: controller, ...does, rows: () => rows };
};

const pod = (name: string) => ({ metadata: { name, uid: `uid-${name}` } });

const page = (names: string[], overrides: { begins?: boolean; ends?: boolean } = {}) => ({
  api: 'v1',
  resource: 'pods',
  items: names.map(pod),
  begins: false,
  ends: false,
  ...overrides,
});

const part = (pages: object[], next?: object): { output: SnapshotPart } => ({
  output: { pages, ...(next && { next }) } as SnapshotPart,
});

describe('reading a cluster through an agent', () => {
  it('keeps the first name of the cluster after the integration is renamed', async () => {
    const { root, program, integration, integrations, db, tenant_id, ...scene } =
      await openReading();
    const { integration_id: accountId } = program;
    for (const [at, alias] of ['Renamed', 'Renamed again'].entries()) {
      const base_revision = integration.revision + at;
      const change = integrationChange.parse({ alias, base_revision });
      const changed = await integrations.updateIntegration(root, { accountId, ...change });
      expect(changed).toMatchObject({ alias });
      expect(changed).not.toHaveProperty('scanned_as');
    }
    const renamed = await integrationStore(db, tenant_id).get(accountId);
    const reading = scene.readOf(renamed ?? integration);
    const job = await scene.handed();
    await scene.give(program, job, part([page(['a'], { begins: true, ends: true })]));
    expect(await reading).toMatchObject([{ name: 'a', context_name: integration.alias }]);
  });

  it('uses a chain of jobs and deletes their results', async () => {
    const { read, handed, give, program, files, tenant_id, integration } = await openReading();
    const reading = read();
    const first = await handed();
    expect(first).toMatchObject({
      kind: 'kubernetes.snapshot',
      args: {
        lists: [{ api: 'v1', resource: 'pods' }],
      },
    });
    const next = { list: 0, continue: 'two', tries: 1 };
    await give(program, first, part([page(['a', 'b'], { begins: true })], next));
    const second = await handed();
    expect(second.args).toEqual({ lists: [{ api: 'v1', resource: 'pods' }], from: next });
    await give(program, second, part([page(['c'], { ends: true })]));
    const rows = await reading;
    expect(Array.isArray(rows) && rows.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(rows[0]).toEqual({
      name: 'a',
      title: 'a',
      uid: 'uid-a',
      context_name: integration.alias,
      source_type: 'deployed',
    });
    for (const { job_id, lease_id } of [first, second]) {
      expect(await files.get(resultKey({ tenant_id, _id: job_id }, lease_id))).toBeUndefined();
    }
  });

  it('discards the rows of a list that starts again', async () => {
    const { read, handed, give, program } = await openReading();
    const reading = read();
    const next = { list: 0, tries: 2 };
    await give(program, await handed(), part([page(['old', 'gone'], { begins: true })], next));
    const wholePart = part([page(['new'], { begins: true, ends: true })]);
    await give(program, await handed(), wholePart);
    expect(await reading).toMatchObject([{ name: 'new' }]);
  });

  it('reports the error of the agent and keeps the rows read so far', async () => {
    const { read, handed, give, program, rows } = await openReading();
    const reading = read();
    const failedPage = { ...page(['a'], { begins: true, ends: true }), error: 'It refused.' };
    await give(program, await handed(), part([failedPage]));
    expect(await reading).toBe('It refused.');
    expect(rows()).toHaveLength(1);
    const failing = read();
    await give(program, await handed(), {
      error: 'The cluster cannot be reached.',
      refused: false,
    });
    expect(await failing).toBe('The cluster cannot be reached.');
  });

  it('continues with the next agent when an agent dies', async () => {
    const { read, handed, give, program, time, claim } = await openReading();
    const reading = read();
    const deadJob = await handed();
    time.now += 61_000;
    const secondAgent = { ...program, instance: 'f'.repeat(32) };
    const { job } = await eventually(
      () => claim(secondAgent),
      (one) => one.job !== undefined,
    );
    expect(job?.job_id).toBe(deadJob.job_id);
    if (job) await give(secondAgent, job, part([page(['a'], { begins: true, ends: true })]));
    expect(await reading).toMatchObject([{ name: 'a' }]);
  });

  it('fails and withdraws the job when no agent is online', async () => {
    const { read, handed, time, stateOf } = await openReading();
    const reading = read();
    const { job_id } = await handed();
    time.now += 3 * 60_000;
    expect(await reading).toBe(
      'No agent of "Where main is" is online. Check its agents on the page of the integration.',
    );
    expect(await stateOf(job_id)).toBe('withdrawn');
  });

  it('fails with advice when the integration has no agent', async () => {
    const { collector, integration, agents, root, program } = await openReading();
    expect(await collector.tables(integration)).toEqual(Object.keys(clusterTables));
    await agents.deleteAgent(root, { agent_id: program.agent_id });
    await expect(collector.tables(integration)).rejects.toThrow(
      '"Where main is" has no agent yet. Add one on the page of the integration, and install it.',
    );
  });

  it('withdraws the job and stops the agent when the scan is cancelled', async () => {
    const { read, handed, over, stateOf, call, give, program } = await openReading();
    const reading = read();
    const job = await handed();
    over.abort();
    await expect(reading).rejects.toThrow('aborted');
    expect(await stateOf(job.job_id)).toBe('withdrawn');
    const { job_id, lease_id } = job;
    expect((await call(program, 'lease', { job_id, lease_id })).body).toEqual({ go_on: false });
    expect(await give(program, job, part([]))).toEqual({ taken: false });
  });
});

const labels = { app: 'web' };

describe('the rows of a cluster', () => {
  it('cover every table that agents may read', () => {
    const unread = ['kubernetes_pod_security_policy', 'kubernetes_secret'];
    const tables = tablesOf('kubernetes').filter((table) => !unread.includes(table));
    expect(Object.keys(clusterTables).toSorted()).toEqual(tables);
    for (const { list } of Object.values(clusterTables)) {
      expect(snapshotLists).toContainEqual(list);
    }
  });

  it.each([
    [
      'kubernetes_pod',
      {
        metadata: { name: 'web-1', namespace: 'web', labels, ownerReferences: [{ kind: 'X' }] },
        spec: { hostNetwork: true, hostPID: true, containers: [{ name: 'web' }], volumes: [] },
        status: { phase: 'Running', podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }], reason: 'R' },
      },
      {
        namespace: 'web',
        labels,
        tags: labels,
        owner_references: [{ kind: 'X' }],
        host_network: true,
        host_pid: true,
        containers: [{ name: 'web' }],
        volumes: [],
        phase: 'Running',
        pod_ip: '10.0.0.1',
        pod_ips: [{ ip: '10.0.0.1' }],
        status_reason: 'R',
      },
    ],
    [
      'kubernetes_deployment',
      {
        metadata: { name: 'web', generation: 3 },
        spec: { replicas: 3, selector: { matchLabels: labels }, template: { spec: {} } },
        status: { replicas: 2, readyReplicas: 1, observedGeneration: 2, conditions: [{}] },
      },
      {
        generation: 3,
        observed_generation: 2,
        replicas: 3,
        status_replicas: 2,
        ready_replicas: 1,
        template: { spec: {} },
        selector: { matchLabels: labels },
        selector_query: 'app=web',
        conditions: [{}],
      },
    ],
    [
      'kubernetes_service',
      {
        metadata: { name: 'web' },
        spec: { clusterIP: '10.1.0.1', externalIPs: [], type: 'LoadBalancer', selector: labels },
        status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
      },
      {
        cluster_ip: '10.1.0.1',
        external_ips: [],
        type: 'LoadBalancer',
        selector: labels,
        selector_query: 'app=web',
        load_balancer_ingress: [{ ip: '192.0.2.1' }],
      },
    ],
    [
      'kubernetes_role_binding',
      {
        metadata: { name: 'readers', namespace: 'web' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'read' },
        subjects: [{ kind: 'User', name: 'ann' }],
      },
      {
        role_api_group: 'rbac.authorization.k8s.io',
        role_kind: 'Role',
        role_name: 'read',
        subjects: [{ kind: 'User', name: 'ann' }],
      },
    ],
    [
      'kubernetes_cluster_role_binding',
      {
        metadata: { name: 'root' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
        subjects: [{ kind: 'Group', name: 'ops' }],
      },
      { role_kind: 'ClusterRole', role_name: 'admin', subjects: [{ kind: 'Group', name: 'ops' }] },
    ],
    [
      'kubernetes_node',
      {
        spec: { podCIDR: '10.0.0.0/24', providerID: 'aws:///i-1', taints: [{ key: 'gpu' }] },
        status: { capacity: { cpu: '4' }, nodeInfo: { kubeletVersion: 'v1.33.0' } },
      },
      {
        pod_cidr: '10.0.0.0/24',
        provider_id: 'aws:///i-1',
        taints: [{ key: 'gpu' }],
        capacity: { cpu: '4' },
        node_info: { kubeletVersion: 'v1.33.0' },
      },
    ],
    [
      'kubernetes_persistent_volume',
      {
        spec: {
          storageClassName: 'fast',
          capacity: { storage: '8Gi' },
          claimRef: { name: 'data' },
        },
        status: { phase: 'Bound' },
      },
      {
        storage_class: 'fast',
        capacity: { storage: '8Gi' },
        claim_ref: { name: 'data' },
        phase: 'Bound',
      },
    ],
    [
      'kubernetes_persistent_volume_claim',
      {
        spec: { storageClassName: 'fast', accessModes: ['ReadWriteOnce'], volumeName: 'pv-1' },
        status: { phase: 'Bound', accessModes: ['ReadWriteMany'] },
      },
      {
        storage_class: 'fast',
        access_modes: ['ReadWriteOnce'],
        status_access_modes: ['ReadWriteMany'],
        volume_name: 'pv-1',
      },
    ],
    [
      'kubernetes_replicaset',
      {
        spec: { replicas: 2, selector: { matchLabels: labels } },
        status: { replicas: 1, fullyLabeledReplicas: 1 },
      },
      { replicas: 2, status_replicas: 1, fully_labeled_replicas: 1, selector_query: 'app=web' },
    ],
    [
      'kubernetes_service_account',
      { metadata: { name: 'default' }, automountServiceAccountToken: false, secrets: [] },
      { automount_service_account_token: false, secrets: [] },
    ],
    [
      'kubernetes_resource_quota',
      { spec: { hard: { pods: '4' } }, status: { hard: { pods: '4' }, used: { pods: '1' } } },
      { spec_hard: { pods: '4' }, status_hard: { pods: '4' }, status_used: { pods: '1' } },
    ],
    [
      'kubernetes_job',
      {
        spec: {
          selector: {
            matchExpressions: [
              { key: 'tier', operator: 'In', values: ['a', 'b'] },
              { key: 'old', operator: 'DoesNotExist' },
            ],
          },
        },
        status: { active: 2 },
      },
      { active: 2, selector_query: 'tier in (a,b),!old' },
    ],
  ])('of %s use the column names of the Steampipe plugin', (table, object, expected) => {
    const row = rowOf(table, object, 'cluster');
    expect(row).toMatchObject({ ...expected, context_name: 'cluster' });
    const pluginColumns = tableColumns(table) ?? {};
    expect(Object.keys(row).filter((column) => !pluginColumns[column])).toEqual([]);
  });
});

import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { agent as agentActions } from '#lib/engine/actions/agent.ts';
import { openClusterServer } from '#test/support/cluster-server.ts';
import { type LoopbackRequest, openLoopback } from '#test/support/loopback.ts';
import { openAgentScene } from './scene.ts';

const scene = openAgentScene();

type AskAgent = Awaited<ReturnType<typeof scene.start>>['ask'];

const actions = readyMadeActions.filter(
  (one): one is ActionOf<'agent'> => one.executable_type === 'agent',
);

/** Has an agent perform an action as in a bot, at a fixed time that its calls can contain. */
const performAction = async (id: string, input: Record<string, unknown>, ask: AskAgent) => {
  const action = actions.find(({ _id }) => _id === id);
  if (!action) throw new Error(`There is no ${id}.`);
  const integration = { type: action.integration_type, id: 'int_1' };
  const plan = agentActions.plan({
    action,
    input,
    integration,
    clients: {},
    timeoutMs: 60_000,
  });
  if (typeof plan === 'string') throw new Error(plan);
  const { kind, args } = plan.job ?? { kind: '', args: {} };
  return ask(kind, { ...args, asked_at: '2026-03-01T10:00:00.000Z' });
};

const namespace = 'shop';
const merge = 'application/merge-patch+json';
const label = { key: 'app.kubernetes.io/name', value: 'web' };
const isolation = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'cloudwarden-isolation', namespace },
  spec: {
    podSelector: {
      matchExpressions: [{ key: label.key, operator: 'In', values: [label.value] }],
    },
    policyTypes: ['Ingress', 'Egress'],
  },
};

/** Kubernetes's documented API for each action: the call, and the patch with its type. */
const clusterCases: Record<
  string,
  { input: Record<string, unknown>; call: string; sent?: object }
> = {
  list_pods: {
    input: { namespace, selector: 'app=web,tier!=cache' },
    call: 'GET /api/v1/namespaces/shop/pods?limit=500&labelSelector=app%3Dweb%2Ctier%21%3Dcache',
  },
  get: {
    input: { api: 'apps/v1', resource: 'deployments', namespace, name: 'web' },
    call: 'GET /apis/apps/v1/namespaces/shop/deployments/web',
  },
  pod_logs: {
    input: { namespace, name: 'web-1', container: 'app', tail_lines: 50 },
    call: 'GET /api/v1/namespaces/shop/pods/web-1/log?tailLines=50&limitBytes=1048576&container=app',
  },
  scale_deployment: {
    input: { namespace, name: 'web', replicas: '3' },
    call: 'PATCH /apis/apps/v1/namespaces/shop/deployments/web/scale?fieldValidation=Strict',
    sent: { spec: { replicas: 3 } },
  },
  restart_deployment: {
    input: { namespace, name: 'web' },
    call: 'PATCH /apis/apps/v1/namespaces/shop/deployments/web?fieldValidation=Strict',
    sent: {
      spec: {
        template: {
          metadata: {
            annotations: { 'kubectl.kubernetes.io/restartedAt': '2026-03-01T10:00:00.000Z' },
          },
        },
      },
    },
  },
  delete_pod: {
    input: { namespace, name: 'web-1' },
    call: 'DELETE /api/v1/namespaces/shop/pods/web-1',
  },
  cordon_node: {
    input: { name: 'node-1' },
    call: 'PATCH /api/v1/nodes/node-1?fieldValidation=Strict',
    sent: { spec: { unschedulable: true } },
  },
  uncordon_node: {
    input: { name: 'node-1' },
    call: 'PATCH /api/v1/nodes/node-1?fieldValidation=Strict',
    sent: { spec: { unschedulable: false } },
  },
  label_pod: {
    input: { namespace, name: 'web-1', ...label },
    call: 'PATCH /api/v1/namespaces/shop/pods/web-1?fieldValidation=Strict',
    sent: { metadata: { labels: { 'app.kubernetes.io/name': 'web' } } },
  },
  isolate_pods: {
    input: { namespace, ...label },
    call:
      'PATCH /apis/networking.k8s.io/v1/namespaces/shop/networkpolicies/cloudwarden-isolation' +
      '?fieldValidation=Strict&fieldManager=cloudwarden&force=true',
    sent: isolation,
  },
  patch: {
    input: { api: 'v1', resource: 'nodes', name: 'node-1', patch: '{"metadata":{"labels":{}}}' },
    call: 'PATCH /api/v1/nodes/node-1?fieldValidation=Strict',
    sent: { metadata: { labels: {} } },
  },
};

const hostCases: Record<string, { input: Record<string, unknown>; args: string; output: object }> =
  {
    run_command: {
      input: { command: 'echo', parameters: ['folder=/tmp'] },
      args: '--in|/tmp|',
      output: { exit_code: 0, stdout: 'said\n' },
    },
    read_file: { input: { path: 'notes.txt' }, args: '', output: { text: 'kept\n' } },
    service_status: {
      input: { unit: 'web.service' },
      args: 'show|',
      output: { ActiveState: 'active' },
    },
    restart_service: { input: { unit: 'web.service' }, args: 'restart|', output: {} },
  };

const receivedRequests: LoopbackRequest[] = [];

/** An agent in a cluster, one on a host, and an address that only they can reach. */
const openAgents = async () => {
  await scene.open();
  const peer = scene.keep(
    await openLoopback((request) => {
      receivedRequests.push(request);
      return { body: '{"ok":true}' };
    }),
  );
  const hosts = [new URL(peer.endpoint).host];
  const cluster = scene.keep(await openClusterServer(scene.folderOf('cluster')));
  const folder = scene.folderOf('host');
  const argsFile = join(folder, 'words');
  writeFileSync(join(folder, 'notes.txt'), 'kept\n');
  const script = (name: string, last: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\nprintf '%s|' "$@" >> ${argsFile}\n${last}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const argv = [script('echo', 'echo said'), '--in', '{folder}'];
  const allows = {
    hosts,
    commands: { echo: { argv, parameters: { folder: '/[a-z]+' } } },
    folders: [folder],
    services: ['web.service'],
  };
  const systemctl = script('systemctl', "printf 'ActiveState=active\\n'");
  const env = { CLOUDWARDEN_SYSTEMCTL: systemctl };
  const kubernetes = await scene.start('in-cluster', {
    type: 'kubernetes',
    allows: { hosts },
    env: cluster.env,
  });
  const linux = await scene.start('on-host', { allows, env });
  const takeArgs = (): string => {
    const text = readFileSync(argsFile, 'utf8');
    writeFileSync(argsFile, '');
    return text;
  };
  writeFileSync(argsFile, '');
  return { cluster, folder, takeArgs, address: peer.endpoint, ask: { kubernetes, linux } };
};

describe('the actions of agents', () => {
  let all: Awaited<ReturnType<typeof openAgents>>;
  beforeAll(async () => {
    all = await openAgents();
  });
  afterAll(scene.close);

  it('are all covered by this test', () => {
    const calls = ['call_address', 'read_address'];
    const testedIds = [
      ...[...Object.keys(clusterCases), ...calls].map((id) => `kubernetes.${id}`),
      ...[...Object.keys(hostCases), ...calls].map((id) => `linux.${id}`),
    ];
    expect(actions.map(({ _id }) => _id).toSorted()).toEqual(testedIds.toSorted());
  });

  it.each(Object.entries(clusterCases))(
    'call the documented API: kubernetes.%s',
    async (id, one) => {
      const { cluster, ask } = all;
      cluster.calls.splice(0);
      const { error } = await performAction(`kubernetes.${id}`, one.input, ask.kubernetes.ask);
      expect(error).toBeUndefined();
      const calls = cluster.calls.filter(({ url }) => !url.includes('/secrets/'));
      const [call] = calls;
      // The fake has 1,200 pods, so its list has several pages.
      if (id !== 'list_pods') expect(calls).toHaveLength(1);
      expect(`${call?.method} ${call?.url}`).toBe(one.call);
      expect(call?.body ? JSON.parse(call.body) : undefined).toEqual(one.sent);
      const applied = id === 'isolate_pods' ? 'application/apply-patch+yaml' : merge;
      expect(call?.type).toBe(one.sent && applied);
    },
  );

  it.each(Object.entries(hostCases))('do their work on the host: linux.%s', async (id, one) => {
    const { folder, takeArgs, ask } = all;
    const path = one.input.path === undefined ? {} : { path: join(folder, 'notes.txt') };
    const input = { agent: 'web-1', ...one.input, ...path };
    const { error, output } = await performAction(`linux.${id}`, input, ask.linux.ask);
    expect(error).toBeUndefined();
    expect(takeArgs()).toContain(one.args);
    expect(output).toMatchObject(one.output);
  });

  it.each(['kubernetes', 'linux'] as const)('call private addresses: %s', async (type) => {
    const { ask } = all.ask[type];
    receivedRequests.splice(0);
    const url = `${all.address}/health?a=1`;
    const headers = ['X-Two: b'];
    const readResult = await performAction(`${type}.read_address`, { url, headers }, ask);
    expect(readResult.output).toMatchObject({ status: 200, result: { ok: true } });
    const input = { method: 'PUT', url, headers, body: '{"a":1}' };
    await performAction(`${type}.call_address`, input, ask);
    expect(receivedRequests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /health',
      'PUT /health',
    ]);
    expect(receivedRequests.map(({ headers: sent }) => sent['x-two'])).toEqual(['b', 'b']);
    expect(receivedRequests.map(({ body }) => body.toString())).toEqual(['', '{"a":1}']);
  });
});

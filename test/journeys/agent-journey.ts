import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentProcess, openAgentProcess } from '#test/support/agent-process.ts';
import { openAgentProxy } from '#test/support/agent-proxy.ts';
import { openClusterServer } from '#test/support/cluster-server.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';

export const listAction = { action: 'kubernetes.list_pods', parameters: { namespace: 'web' } };
export const deleteAction = {
  action: 'kubernetes.delete_pod',
  parameters: { namespace: 'web', name: 'pod-1' },
};

type ClusterOptions = {
  /** Keeps the key in the Secret, as the manifest does; otherwise in a file. */
  inSecret?: boolean;
  /** Changes cluster and proxy before the agent starts. */
  before?: (peers: ClusterAndProxy) => void;
  /** What the settings file allows, in addition to the manifest's settings. */
  allows?: object;
};

type ClusterAndProxy = {
  cluster: Awaited<ReturnType<typeof openClusterServer>>;
  proxy: Awaited<ReturnType<typeof openAgentProxy>>;
};

/** The product, with clusters whose agents call it through a proxy. */
export const openAgentJourney = () => {
  let product: Embedded;
  let folder: string;
  let bots = 0;
  const closing: (() => Promise<void>)[] = [];

  const online = ({ agent_id, output }: AgentProcess) =>
    eventually(
      () => product.api.agents.getAgentStatus({ agent_id }),
      ({ agent_status }) => agent_status === 'online',
      90_000,
    ).catch((error: unknown) => {
      throw new Error(`The agent said: ${output()}`, { cause: error });
    });

  const runOf = (bot_exc_id: string) => product.api.executions.getExecution({ bot_exc_id });

  const approve = async (bot_exc_id: string): Promise<void> => {
    const waitingRun = await eventually(
      () => runOf(bot_exc_id),
      (run) => run.waiting_for?.approval_id !== undefined,
    );
    const approval_id = waitingRun.waiting_for?.approval_id ?? '';
    const decision = { approval_id, status: 'resolved' as const, all: true as const };
    await product.api.approvals.resolveApproval({ ...decision, message: 'Go on' });
  };

  return {
    open: async () => {
      folder = mkdtempSync(join(tmpdir(), 'agents-'));
      product = await openEmbedded();
    },

    close: async () => {
      await Promise.all(closing.map((close) => close()));
      await product.close();
      rmSync(folder, { recursive: true, force: true });
    },

    product: () => product,
    online,

    /** A cluster with its agent, which was started. */
    async openCluster(
      name: string,
      { inSecret = false, before, allows = {} }: ClusterOptions = {},
    ) {
      const ownFolder = join(folder, name);
      mkdirSync(ownFolder);
      const cluster = await openClusterServer(ownFolder);
      const proxy = await openAgentProxy(product.url);
      closing.push(cluster.close, proxy.close);
      before?.({ cluster, proxy });
      const env = { ...cluster.env, ...(inSecret && { CLOUDWARDEN_KEY_SECRET: 'own-key' }) };
      const at = { folder: ownFolder, env, alias: `Cluster ${name}`, through: proxy.url, allows };
      const agent = await openAgentProcess(product, at);
      // When asked to stop, it would try for minutes to deliver a result that nobody accepts.
      closing.push(agent.kill);
      return { cluster, proxy, agent, state: join(ownFolder, 'state') };
    },

    /** Has a bot run an action after an approval; returns its run once it is approved. */
    async begin({ integration_id }: AgentProcess, action: object): Promise<string> {
      const integration = { type: 'kubernetes', id: integration_id };
      const graph = draw(
        'start -> ask:approval -approved-> work:rest_api_action -> end\nask -rejected-> end',
        {
          ask: { message: 'May it?', approvers: [product.sign_in.email] },
          work: { integration, timeout_seconds: 120, ...action },
        },
      );
      bots += 1;
      const name = `Work ${bots}`;
      const { _id: bot_id } = await product.api.bots.createBot({ name, graph });
      await product.api.bots.publishBot({ bot_id, version: 1 });
      const { _id } = await product.api.executions.startExecution({ bot_id });
      await approve(_id);
      return _id;
    },

    ended: (id: string) =>
      eventually(
        () => runOf(id),
        ({ state }) => ['SUCCEEDED', 'FAILED'].includes(state),
        110_000,
      ),

    outputOf: async (bot_exc_id: string) =>
      (await product.api.executions.getNodeResult({ bot_exc_id, node_id: 'work' })).output as {
        result?: { items?: unknown[] };
      },
  };
};

import { setTimeout as pause } from 'node:timers/promises';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { openLoopback } from '#test/support/loopback.ts';
import { type ModelRequest, openScriptedModel } from '#test/support/scripted-model.ts';
import { publish } from '../bench/scenarios.ts';
import { deliver } from './webhooks.ts';

type Options = {
  kills: number;
  /** The number of AI agents that work side by side. */
  agents: number;
  /** Seconds between a start and the next kill: minimum and maximum. */
  every: readonly [number, number];
};

const itemIn = ({ messages }: ModelRequest): string =>
  /item-\d+/.exec(messages.map(({ text }) => text).join(' '))?.[0] ?? '';

/** Looks its item up, asks people, changes it after an approval, and answers. */
const script = (question: ModelRequest) => {
  const item = itemIn(question);
  const calledTools = question.messages.flatMap(({ calls }) => calls);
  const call = (name: string, args: object) => ({ call: [{ name, args }] });
  if (!calledTools.includes('look_up')) return call('look_up', { item });
  if (!calledTools.includes('ask_user'))
    return call('ask_user', { question: `May ${item} be changed?` });
  if (calledTools.includes('change')) return { say: `Done with ${item}.` };
  return call('change', { item, reason_for_approval: `People asked for ${item}.` });
};

/** A service whose items AI agents read and change; it counts the changes of each. */
const openItems = async () => {
  const changes = new Map<string, number>();
  const server = await openLoopback(({ path, method }) => {
    const item = path.split('/')[2] ?? '';
    if (method === 'POST') changes.set(item, (changes.get(item) ?? 0) + 1);
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ item }) };
  });
  return { ...server, changes };
};

const actionOf = (method: 'GET' | 'POST', name: string, path: string) => ({
  name,
  description: `${name}s one item.`,
  executable_type: 'rest' as const,
  integration_type: 'elastic',
  parameters_definition: [{ name: 'item', label: 'Item' }],
  call: { method, path },
});

/** Publishes a bot with one AI agent, which each event of the sample listener starts. */
const publishAgent = async (product: Embedded, modelUrl: string, itemsUrl: string) => {
  const { api, sample, sign_in } = product;
  const connect = async (cspName: string, values: Record<string, string>) => {
    const fields = {
      cspName,
      alias: `Crash ${cspName}`.replaceAll('_', ' '),
      groups: ['Platform'],
    };
    const { accountId: id } = await api.integrations.createIntegration({ ...fields, values });
    return { type: cspName, id };
  };
  const integration = await connect('custom_model', {
    api_url: `${modelUrl}/v1`,
    auth_type: 'bearer',
    api_key: 'sk-crash',
    models: 'worker 1 4',
  });
  const items = await connect('elastic', { url: itemsUrl, api_key: 'key' });
  const tool = async (...of: Parameters<typeof actionOf>) => ({
    action: (await api.actions.createAction(actionOf(...of)))._id,
    integration: items,
  });
  const find = {
    integration,
    task: 'Look the item up, ask people, and change it.',
    data: '{% $event.id %}',
    agent_toolkit: [
      await tool('GET', 'Look up', '/items/{item}'),
      await tool('POST', 'Change', '/items/{item}/change'),
    ],
    approvers: [sign_in.email],
  };
  const start = { trigger_type: 'event_driven', listener_id: sample.listener_id };
  const graph = draw('start -> find:ai_agent -> end', { start, find });
  await api.bots.setBotStatus({ bot_id: sample.bot_id, status: 'disabled' });
  return publish(product, 'Agents that are killed', graph);
};

/** Answers and approves everything that the AI agents of these runs wait for. */
const answerRun = async ({ api }: Embedded, bot_exc_id: string): Promise<boolean> => {
  const run = await api.executions.getExecution({ bot_exc_id });
  const { waiting_for: wait } = run;
  if (wait?.kind === 'message' && wait.thread) {
    const { chat_thread_id } = wait.thread;
    const client_id = `answer-${chat_thread_id}`.slice(0, 64);
    await api.chat.sendChatMessage({ chat_thread_id, content: 'Yes, do.', client_id });
  }
  const approval_id = wait?.approval_id;
  if (approval_id !== undefined) {
    const decision = { approval_id, status: 'resolved' as const, all: true as const };
    await api.approvals.resolveApproval({ ...decision, message: 'Go on' });
  }
  return isFinal(run.state);
};

/** The run that an event started, once there is one. */
const runsOfEvent = async ({ api, sample: { listener_id } }: Embedded, id: string) => {
  const { items } = await api.listeners.listListenerEvents({ listener_id, number_of_items: 100 });
  return items.find(({ delivery_id }) => delivery_id === id)?.bot_exc_ids ?? [];
};

/** Follows one AI agent from its event to the end of its run; returns the runs of the event. */
const followAgent = async (product: Embedded, id: string): Promise<string[]> => {
  await deliver(product, id, performance.now(), { acked: new Set(), times: [] });
  const runs = await eventually(
    () => runsOfEvent(product, id).catch(() => []),
    (found) => found.length > 0,
    120_000,
  );
  await eventually(
    async () => {
      // A killed product does not answer; a repeated decision is rejected.
      const served = runs.map((run) => answerRun(product, run).catch(() => false));
      return (await Promise.all(served)).every(Boolean);
    },
    Boolean,
    300_000,
  );
  return runs;
};

/** The outcome for one item. */
type ItemOutcome = { item: string; runs: string[]; changes: number };

/** What is wrong with it, and whether its agent was told that an effect's outcome is unknown. */
const checkOutcome = async ({ api }: Embedded, { runs, changes }: ItemOutcome) => {
  const [bot_exc_id = ''] = runs;
  const { state } = await api.executions.getExecution({ bot_exc_id });
  const { items } = await api.chat.listChatThreads({ bot_exc_id });
  const [thread] = items;
  const chat_thread_id = thread?._id ?? '';
  const { messages } = await api.chat.listChatMessages({ chat_thread_id, limit: 50 });
  const answerCount = messages.filter(({ content }) => content === 'Yes, do.').length;
  const isUnknown = messages.some(({ content }) => content?.includes('outcome is unknown') === true);
  return {
    doubled: runs.length > 1 || items.length > 1 || changes > 1 || answerCount > 1,
    lost: answerCount === 0 || (changes === 0 && !isUnknown),
    stuck: state !== 'SUCCEEDED' || thread?.status !== 'COMPLETED',
    unknown: isUnknown,
  };
};

/**
 * Runs AI agents side by side in a product that is killed repeatedly, then counts doubled or lost
 * effects and messages, and runs or threads that did not end.
 */
export const crashAgents = async ({ kills, agents, every: [minSeconds, maxSeconds] }: Options) => {
  const model = await openScriptedModel(script);
  const items = await openItems();
  const itemsHost = new URL(items.endpoint).host;
  const product = await openEmbedded({ OUTGOING_ALLOW: `${model.host},${itemsHost}` });
  try {
    await publishAgent(product, model.endpoint, items.endpoint);
    const outcomes: ItemOutcome[] = [];
    let killed = 0;
    let itemCount = 0;
    const work = async () => {
      while (killed < kills) {
        itemCount += 1;
        const item = `item-${itemCount}`;
        const runs = await followAgent(product, item);
        outcomes.push({ item, runs, changes: items.changes.get(item) ?? 0 });
      }
    };
    const kill = async () => {
      while (killed < kills) {
        await pause((minSeconds + Math.random() * (maxSeconds - minSeconds)) * 1000);
        await product.kill();
        killed += 1;
        await product.start();
      }
    };
    await Promise.all([kill(), ...Array.from({ length: agents }, work)]);
    const judged = await Promise.all(outcomes.map((one) => checkOutcome(product, one)));
    const count = (fault: keyof (typeof judged)[number]) =>
      judged.filter((one) => one[fault]).length;
    const row = {
      kills: killed,
      agents: outcomes.length,
      doubled: count('doubled'),
      lost: count('lost'),
      stuck: count('stuck'),
      'told as unknown': count('unknown'),
    };
    return { row, isClean: row.doubled + row.lost + row.stuck === 0 };
  } finally {
    await product.close();
    await model.close();
    await items.close();
  }
};

import type { Approval } from '#lib/domain/approvals/approval.schema.ts';
import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import type { ChatDelta } from '#lib/domain/chat/frame.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { withLiveText } from '#lib/engine/models/live-text.ts';
import type { OutgoingRequest } from '#lib/engine/outgoing/request.ts';
import type { ModelAnswer, ModelPart, ModelTurn, TurnOptions } from '#lib/ports/model.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { integrationId, openedIntegration } from './nodes/node-world.ts';
import { engineWorld, tenant } from './world.ts';

type Answered = Extract<ModelAnswer, { type: 'answered' }>;

export const modelAnswer = (parts: ModelPart[], overrides: Partial<Answered> = {}): Answered => ({
  type: 'answered',
  model_id: 'worker-1',
  parts,
  finish: 'stop',
  usage: { input_tokens: 100, output_tokens: 10 },
  cost: 0.01,
  ...overrides,
});

export const textAnswer = (text: string) => modelAnswer([{ type: 'text', text }]);

let calls = 0;
export const toolCall = (tool_name: string, args: unknown): ModelPart => ({
  type: 'tool_call',
  tool_call_id: `call_${(calls += 1)}`,
  tool_name,
  args,
});
export const toolCallAnswer = (...parts: ModelPart[]) =>
  modelAnswer(parts, { finish: 'tool_calls' });

export const getUserCall = (user: string) => toolCall('okta_get_user', { user });

export type Script = (turn: ModelTurn, number: number) => ModelAnswer;
export const answersInOrder =
  (...answers: ModelAnswer[]): Script =>
  (_turn, number) =>
    answers[number] ?? textAnswer('That is all.');

const oktaAt = (domain: string) =>
  openedIntegration('okta', { domain, api_token: 'canary-of-okta' });
const okta = oktaAt('acme.okta.com');
export const otherOkta = oktaAt('other.okta.com');
const virusTotal = openedIntegration('virustotal', { api_key: 'canary-of-virustotal' });
const servers = openedIntegration('mcp', {
  api_url: 'https://mcp.example.com/mcp',
  auth_type: 'bearer',
  token: 'canary-of-mcp',
});
export const mcpId = `int_${'4'.repeat(32)}`;
export const virusTotalId = `int_${'2'.repeat(32)}`;
const models = openedIntegration('openai', { api_key: 'canary-of-openai' });
export const modelId = `int_${'1'.repeat(32)}`;
export const getUserTool = {
  action: 'okta.get_user',
  integration: { type: 'okta', id: integrationId },
};

export const agentSettings = {
  integration: { type: 'openai', id: modelId },
  task: 'Find out whether Ada is locked.',
  data: '{% $event %}',
  agent_toolkit: [getUserTool],
};

/** An AI agent that may suspend people, after an approval. */
export const suspendSettings = {
  agent_toolkit: [getUserTool, { ...getUserTool, action: 'okta.suspend_user' }],
  approvers: ['anna@example.com'],
};

export const agentGraph = (overrides: object = {}, start: object = {}) =>
  draw('start -> find:ai_agent -> end', {
    start: { ...start },
    find: { ...agentSettings, ...overrides },
  });

type Reply = { status: number; body: unknown };
export type Peer = (request: OutgoingRequest, number: number) => Reply | Promise<Reply>;
export const lockedUserPeer: Peer = () => ({ status: 200, body: { status: 'LOCKED_OUT' } });

/** Worlds in which a model answers by a script, and Okta is simulated by a peer. */
export const agentWorlds =
  (database: TestDatabase) =>
  (script: Script, peer: Peer = lockedUserPeer, tick = 0) => {
    const modelTurns: ModelTurn[] = [];
    const called: OutgoingRequest[] = [];
    const accounts = { okta };
    const otherAccounts: Record<string, typeof okta> = {
      [modelId]: models,
      [virusTotalId]: virusTotal,
      [mcpId]: servers,
    };
    /** What happens while the model is being called. */
    const meanwhile = { asking: async (_watch?: TurnOptions): Promise<void> => undefined };
    /** The answers that a model suggests to people. */
    const suggesting = {
      answer: async (_turn: ModelTurn): Promise<ModelAnswer> => ({
        type: 'failed',
        kind: 'busy',
        error: 'Not now.',
      }),
    };
    /** The parts of answers that people see before the answers are stored. */
    const deltas: ChatDelta[] = [];
    /** The organisations to which they are sent. */
    const shownTo = new Set<string>();
    const screen: Realtime = {
      push: async (tenantId, _channel, message) => {
        if ('delta' in message && message.delta) {
          deltas.push(message.delta);
          shownTo.add(tenantId);
        }
      },
    };
    const one = engineWorld(database, [], {
      tick,
      peers: {
        integration: async (_tenant, id) => otherAccounts[id] ?? accounts.okta,
        models: withLiveText({ realtime: screen, pause: async () => undefined })({
          turn: async (turn, watch) => {
            if (turn.output?.name === 'suggestions') return suggesting.answer(turn);
            const number = modelTurns.push(structuredClone(turn)) - 1;
            await meanwhile.asking(watch);
            return script(turn, number);
          },
        }),
        outgoing: async (request) => {
          called.push(request);
          const { status, body } = await peer(request, called.length - 1);
          return { status, headers: {}, body: JSON.stringify(body), url: request.url };
        },
      },
    });
    return { ...one, modelTurns, called, accounts, meanwhile, deltas, shownTo, suggesting };
  };

export type World = ReturnType<ReturnType<typeof agentWorlds>>;

/** The approvals that a run asked for, in order. */
export const readApprovals = async ({ approvals }: Pick<World, 'approvals'>, run: string) => {
  const found: Approval[] = [];
  let next: string | undefined;
  do {
    const request = { number_of_items: 50, ...(next !== undefined && { next }) };
    const page = await approvals().page(request, [], ({ bot_exc_id }) => bot_exc_id === run);
    found.push(...page.items);
    ({ next } = page);
  } while (next !== undefined);
  return found.toReversed();
};

/** The current state of a run's AI agent, and of its thread. */
export const readAgent = async (
  database: TestDatabase,
  { read }: Pick<World, 'read'>,
  id: string,
) => {
  const run = await read(id);
  const threads = threadStore(database.db, tenant);
  const { items } = await threads.ofRun(id, { number_of_items: 10 });
  const [thread] = items;
  const entries: ChatEntry[] = [];
  if (thread) for await (const one of threads.entries(thread._id)) entries.push(one.entry);
  return { run, result: run.results['find'], thread, threads: items, entries };
};

export const toolReturnsOf = ({ messages }: ModelTurn) =>
  messages.flatMap((one) => (one.role === 'tool' ? one.returns.map(({ content }) => content) : []));

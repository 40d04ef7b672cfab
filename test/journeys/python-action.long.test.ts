import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Loopback, type LoopbackRequest, openLoopback } from '#test/support/loopback.ts';

const secrets = { tickets: 'token-of-the-tickets', chat: 'token-of-the-chat' };

type Call = { whose: keyof typeof secrets; key: string; request: string };

let calls: Call[] = [];
/** What happens when a call has arrived, before it is answered. */
let onCall: (call: Call) => unknown = () => undefined;
let peers: Record<keyof typeof secrets, Loopback>;
let product: Embedded;
let ids: Record<keyof typeof secrets, string>;
let action: string;

const headers = { 'content-type': 'application/json' };

/** A service that accepts only its own token, and repeats it in its answer. */
const serve =
  (whose: Call['whose']) =>
  async ({ method, path, headers: sent, body }: LoopbackRequest) => {
    const request = `${method} ${path} ${body.toString()}`.trim();
    const call = { whose, key: String(sent['idempotency-key']), request };
    calls.push(call);
    if (sent.authorization !== `Bearer ${secrets[whose]}`) return { status: 401 };
    await onCall(call);
    return { headers, body: JSON.stringify({ id: `${whose}-1`, with: sent.authorization }) };
  };

const connectPeer = async (whose: Call['whose']): Promise<string> => {
  const { accountId } = await product.api.integrations.createIntegration({
    cspName: 'rest_api',
    alias: `Our ${whose}`,
    groups: ['Tests'],
    values: { api_url: peers[whose].endpoint, auth_type: 'bearer', token: secrets[whose] },
  });
  return accountId;
};

const code = `
found = clients.chat.get("/people")
made = clients.tickets.post("/tickets", {"title": inputs["title"], "for": found["id"]})
clients.chat.post("/messages", {"about": made["id"]})
result = {"ticket": made, "told": True}
`;

const client = (name: string) => ({ name, integration_type: 'rest_api', read_only: false });

beforeAll(async () => {
  peers = {
    tickets: await openLoopback(serve('tickets')),
    chat: await openLoopback(serve('chat')),
  };
  const pairs = Object.values(peers).map(({ endpoint }) => new URL(endpoint).host);
  product = await openEmbedded({ OUTGOING_ALLOW: pairs.join(',') });
  ids = { tickets: await connectPeer('tickets'), chat: await connectPeer('chat') };
  const { _id } = await product.api.actions.createAction({
    name: 'Open a ticket and tell of it',
    description: 'Opens a ticket, and tells of it in the chat.',
    executable_type: 'python',
    integration_type: 'rest_api',
    parameters_definition: [{ name: 'title', label: 'Title' }],
    call: { code, clients: [client('tickets'), client('chat')] },
  });
  action = _id;
});

beforeEach(() => {
  calls = [];
  onCall = () => undefined;
});

afterAll(async () => {
  await product.close();
  for (const peer of Object.values(peers)) await peer.close();
});

const publishBotWithAction = async (): Promise<string> => {
  const clients = {
    tickets: { type: 'rest_api', id: ids.tickets },
    chat: { type: 'rest_api', id: ids.chat },
  };
  const act = {
    action,
    clients,
    parameters: { title: '{% $event.title %}' },
    timeout_seconds: 120,
  };
  const graph = draw('start -> act:rest_api_action -> end', { act });
  const { _id: bot_id, draft_version: version } = await product.api.bots.createBot({
    name: `Tells of tickets ${Math.random().toString(36).slice(2, 8)}`,
    description: '',
    graph,
  });
  await product.api.bots.publishBot({ bot_id, version });
  return bot_id;
};

const startRun = async (bot_id: string, options: object = {}): Promise<string> => {
  const input = { title: 'Disk full' };
  const { _id } = await product.api.executions.startExecution({ bot_id, input, ...options });
  return _id;
};

const waitForEnd = (bot_exc_id: string) =>
  eventually(
    () => product.api.executions.getExecution({ bot_exc_id }).catch(() => undefined),
    (run) => run !== undefined && isFinal(run.state),
  );

const callLog = () => calls.map(({ whose, request }) => `${whose}: ${request}`);

const expectedCalls = [
  'chat: GET /people',
  'tickets: POST /tickets {"title":"Disk full","for":"chat-1"}',
  'chat: POST /messages {"about":"tickets-1"}',
];

describe('a bot with a Python action and two clients', () => {
  it('calls both services, each with its own token, and hides the tokens', async () => {
    const run = await waitForEnd(await startRun(await publishBotWithAction()));
    expect(run).toMatchObject({ state: 'SUCCEEDED' });
    expect(callLog()).toEqual(expectedCalls);
    expect(run?.results.act?.output).toMatchObject({
      result: { ticket: { id: 'tickets-1', with: 'Bearer ••••' }, told: true },
    });
    expect(JSON.stringify(run)).not.toMatch(/token-of-the/);
  });

  it('makes no writing call in a dry run', async () => {
    const run = await waitForEnd(await startRun(await publishBotWithAction(), { dry_run: true }));
    expect(run?.results.act?.would).toContain('POST /tickets by tickets with {"title":"Disk full"');
    expect(callLog()).toEqual(expectedCalls.slice(0, 1));
  });

  it('repeats only the unanswered call after a kill', async () => {
    const bot_id = await publishBotWithAction();
    let isKilled = false;
    let kill: Promise<void> | undefined;
    onCall = ({ request }) => {
      if (isKilled || !request.startsWith('POST /messages')) return;
      isKilled = true;
      kill = product.kill();
    };
    const bot_exc_id = await startRun(bot_id);
    await eventually(
      async () => isKilled,
      (value) => value,
    );
    await kill;
    await product.start();
    const run = await waitForEnd(bot_exc_id);
    expect(run).toMatchObject({ state: 'SUCCEEDED', results: { act: { attempt: 2 } } });
    expect(callLog()).toEqual([...expectedCalls, expectedCalls[2]]);
    expect(calls[3]?.key).toBe(calls[2]?.key);
  });

  it('can be tested with an integration for each client, dry unless confirmed', async () => {
    const testCall = { action_id: action, clients: ids, parameters: { title: 'Disk full' } };
    const dry = await product.api.actions.testAction(testCall);
    expect(dry.would).toContain('POST /tickets by tickets');
    expect(calls).toHaveLength(1);
    const real = { ...testCall, dry_run: false, confirmed: true };
    expect(await product.api.actions.testAction(real)).toMatchObject({
      status: 'SUCCEEDED',
      output: { result: { told: true } },
    });
  });

  it('is listed among the uses of its integration', async () => {
    const bot_id = await publishBotWithAction();
    const { items } = await product.api.integrations.getIntegrationUse({ accountId: ids.chat });
    expect(items.find((one) => one.bot_id === bot_id)).toMatchObject({
      actions: [{ action_id: action, name: 'Open a ticket and tell of it' }],
    });
  });
});

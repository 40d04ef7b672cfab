import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { withRuleTrigger } from '#lib/domain/compliance/fix-bot.rules.ts';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { fillForm } from '#lib/domain/user-inputs/value.rules.ts';
import { matches } from '#lib/engine/pattern.ts';
import type { Sql, SqlTables } from '#lib/domain/inventory/sql.ts';
import type { Models } from '#lib/ports/model.ts';
import type { Queries } from '#lib/ports/queries.ts';
import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import { type InterceptedCall, openStandIn } from '#test/engine/integrations/stand-in.ts';
import { openedOfType, sampleValues } from '#test/engine/integrations/samples.ts';
import { closePeers, type Reply } from '#test/engine/outgoing/peer.ts';
import { engineWorld, tenant } from '#test/engine/world.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openTestSql } from '#test/support/sql.ts';

/** A body with status 200, or a status alone; `{}` by default. */
type Answer = number | object;

/** A call to a peer, the peer's answer, and the relevant part of the call's body. */
export type Exchange = readonly [call: string, answer?: Answer, body?: object];

type Inventory = Readonly<Record<string, readonly object[]>>;

export type TemplateScene = {
  /** What the scene shows, after the name of the template. */
  it: string;
  template: string;
  /** The rule whose findings start it, if a finding starts it. */
  rule?: string;
  event?: unknown;
  /** The results of the last scan: rows by table. */
  inventory?: Inventory;
  /** The account's real data at the time of a person's approval. */
  later?: Inventory;
  /** The account's real data once something has been called. */
  live?: Inventory;
  /** People's decision if they do not approve; `ignore` lets it expire. */
  decision?: 'reject' | 'ignore';
  /** What people fill in. */
  values?: Record<string, unknown>;
  /** In order; those of lanes in any order. Calls after `approved` must not be made before it. */
  calls: readonly (Exchange | typeof approvalPoint)[];
  /** Texts of the mails and messages, in order. */
  tells?: readonly string[];
  /** The name of the node with which it ends; absent if it fails. */
  ends?: string;
  /** A part of the error with which it fails. */
  fails?: string;
};

/** The call that reads recently opened Jira tickets with a label. */
export const recentIssues = (label: string): string =>
  `GET acme.atlassian.net/rest/api/3/search/jql?jql=labels = "${label}" AND created >= -8d` +
  '&fields=summary&maxResults=100';

/** `count` objects, each made from its index. */
export const makeMany = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** How a template that opens tickets handles a flood of 101. */
export const ticketFloodScene = (
  template: string,
  reads: readonly Exchange[],
  [post, answer]: Exchange,
): TemplateScene => ({
  template,
  it: 'opens 100 of 101 tickets and reports how many are left',
  calls: [...reads, ...makeMany(100, (): Exchange => [post, answer])],
  tells: ['Failed: 0. Left for the next runs: 1.'],
  ends: 'Tickets open',
});

/** Where a person approves: a rejected run gets only this far. */
export const approvalPoint = 'approved';

/** Addresses as in the documentation of each service. */
const enteredValues: Record<string, Record<string, string>> = {
  okta: { domain: 'acme.okta.com' },
  sentinelone: { domain: 'acme.sentinelone.net' },
  splunk: { url: 'https://acme.splunkcloud.com:8089' },
  elastic: { url: 'https://acme.es.io:9243' },
  rest_api: { api_url: 'https://api.electricitymaps.com', auth_type: 'none' },
  vault: { address: 'https://vault.acme.io:8200' },
  misp: { url: 'https://misp.example.com' },
  sentry: { url: 'https://sentry.io' },
  wiz: { data_center: 'us1' },
};

const webhookUrl = 'https://hooks.example.com';
const integrationIdOf = (type: string, isMessage: boolean) =>
  `int_${isMessage ? 'f' : '0'}${Buffer.from(type).toString('hex').padEnd(35, '0')}`;

/** The integration of a node, by the id in its graph. */
const openedIntegrationOf = (id: string): OpenedIntegration => {
  const name = Buffer.from(id.slice(5), 'hex').toString().replaceAll('\0', '');
  const type = integrationTypeOf(name);
  if (!type) throw new Error(`The catalogue has no ${name}.`);
  const auth_type = id.startsWith('int_f') ? 'webhook' : 'bot_token';
  const values = { ...enteredValues[name], ...(name === 'slack' && { auth_type }) };
  return openedOfType(type, sampleValues(type, values), { accountId: id, tenant_id: tenant });
};

/** The template after a user has chosen its integrations. */
const withIntegrations = (graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const { integration, integrations } = node.settings as {
      integration?: { type: string };
      integrations?: { type: string }[];
    };
    const isMessage = node.type === 'notification';
    const withId = (one: { type: string }) => ({
      ...one,
      id: integrationIdOf(one.type, isMessage),
    });
    const settings = {
      ...node.settings,
      ...(integration && { integration: withId(integration) }),
      ...(integrations && { integrations: integrations.map(withId) }),
    };
    return { ...node, settings };
  }),
});

const timePattern = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z|(?<==)1\d{9}\b/g;
const callText = ({ method, address }: InterceptedCall): string =>
  `${method} ${decodeURIComponent(address.replace('https://', ''))}`.replace(timePattern, '<time>');

const replyOf = (answer: Answer): Reply =>
  typeof answer === 'number'
    ? { status: answer }
    : {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(answer),
      };

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

const isTokenRequest = ({ address }: InterceptedCall) =>
  /\/oauth2?\/.*token$|oauth2.*\/token$/.test(address);

/** Runs SQL over a scene's inventory. */
const openInventory = (sql: Sql) => {
  const tablesOf = (inventory: Inventory): SqlTables =>
    Object.fromEntries(
      Object.entries(inventory).map(([table, rows]) => [
        table,
        async function* lines() {
          for (const row of rows) yield `${JSON.stringify(row)}\n`;
        },
      ]),
    );
  return (find: (isLive: boolean) => Inventory): Queries => ({
    ask: async ({ sql: text, values, limit, mode }) => {
      const inventory = find(mode === 'live');
      const key = { tenant_id: 'acme', rows: JSON.stringify(inventory) };
      const found = await sql.using(key, tablesOf(inventory), (ask) =>
        ask(text, { values, rows: limit }),
      );
      const sources = [
        { integration_id: '', alias: 'Sample AWS', collected_at: '2026-11-26T07:00:00Z' },
      ];
      const metadata = { partial: false, problems: [], sources };
      return { ...found, rows: [...found.rows], count: found.rows.length, ...metadata };
    },
  });
};

/** Plays a scene on the engine: peers on this machine give each of the scene's answers once. */
export const openScenePlayer = () => {
  const database = openTestDatabase();
  const python = openPython(sandboxFiles(process.cwd()));
  afterEach(closePeers);
  const sql = openTestSql();
  const inventory = openInventory(sql);
  afterAll(async () => {
    python.close();
    await sql.close();
  });

  const fill = async (formId: string, values: Record<string, unknown>) => {
    const forms = userInputStore(database.db, tenant);
    const inputs = fillForm((await forms.get(formId))?.inputs ?? [], values, matches);
    const resolver = { id: 'anna@example.com', name: 'Anna' };
    await forms.submit(formId, { inputs, resolver, resolved_at: '2026-03-01T10:00:00.000Z' });
  };

  return async (
    scene: TemplateScene,
    decision: 'approve' | NonNullable<TemplateScene['decision']>,
  ) => {
    const template = libraryBots.find(({ _id }) => _id === scene.template);
    if (!template) throw new Error(`There is no template ${scene.template}.`);
    const remainingCalls = scene.calls.filter((one) => one !== approvalPoint);
    const calls: string[] = [];
    const bodies: { call: string; body: unknown }[] = [];
    const chats: string[] = [];
    /** Records a call, and takes the scene's first answer to it. */
    const takeAnswer = (call: string, body: () => unknown): Answer | undefined => {
      calls.push(call);
      const at = remainingCalls.findIndex(([expected]) => expected === call);
      const [exchange] = at < 0 ? [] : remainingCalls.splice(at, 1);
      if (exchange?.[2]) bodies.push({ call, body: body() });
      return exchange && (exchange[1] ?? {});
    };
    const aws: CallAws = async ({ service, operation, region, parameters }) => {
      const value = takeAnswer(`AWS ${service}:${operation} in ${region}`, () => parameters);
      if (typeof value === 'object') return { kind: 'answered', value, truncated: false };
      const message = 'Nobody plays this call.';
      return { kind: 'failed', name: 'Unplayed', message, again: false };
    };
    const peer = await openStandIn((request) => {
      if (isTokenRequest(request))
        return replyOf({ access_token: 'fetched-token', expires_in: 3600 });
      if (request.address.startsWith(webhookUrl)) {
        chats.push(request.body);
        return { status: 200, body: 'ok' };
      }
      const answer = takeAnswer(callText(request), () => jsonOf(request.body));
      return answer === undefined ? { status: 418 } : replyOf(answer);
    });
    const { rule } = scene;
    const templateGraph = rule
      ? withRuleTrigger(template.graph, { rule_id: rule })
      : template.graph;
    const graph = withIntegrations(templateGraph);
    const integration = async (_tenant: string, id: string) => openedIntegrationOf(id);
    const scanned = scene.inventory ?? {};
    let account = scanned;
    const now = () => (calls.length > 0 ? (scene.live ?? account) : account);
    const queries = inventory((isLive) => (isLive ? now() : scanned));
    const models: Models = {
      turn: async ({ model }) => {
        const value = takeAnswer(
          `MODEL of ${openedIntegrationOf(model.integration_id).type.name}`,
          () => ({}),
        );
        const text = JSON.stringify(value);
        return typeof value === 'object'
          ? {
              type: 'answered',
              model_id: 'played',
              parts: [{ type: 'text', text }],
              finish: 'stop',
            }
          : { type: 'failed', kind: 'unreachable', error: 'It is down.', retry: 'no' };
      },
    };
    const peers = { integration, outgoing: peer.outgoing, aws, queries, models };
    const world = engineWorld(database, [], { python, peers });
    const id = await world.start(graph, scene.event ?? {});
    if (scene.values) {
      const step = await world.advance(id);
      if (step.next !== 'pause') throw new Error('The run does not ask.');
      await world.pause(id, step.node_id, 'token');
      await fill((await world.read(id)).waiting_for?.user_input_id ?? '', scene.values);
    }
    const approvalNodes = graph.nodes.filter(({ type }) => type === 'approval');
    const decisions = Object.fromEntries(approvalNodes.map((one) => [one.id, decision]));
    const onPause = () => {
      account = scene.later ?? account;
    };
    const ended = await world.drive(id, { decisions, onPause });
    const ends = graph.nodes.filter((one) => one.type === 'end' && ended.results[one.id]);
    const mails = world.messages.mails
      .filter(({ subject }) => !/^(Input|Approval) needed/.test(subject))
      .map(({ to, subject, text }) => `${to.join()}: ${subject}\n${text}`);
    const { state, errors } = ended;
    return { calls, bodies, tells: [...chats, ...mails], ends, state, errors };
  };
};

/** Whether its lanes may run concurrently, so that the order of calls is undefined. */
export const hasLanes = (template: string): boolean =>
  libraryBots
    .find(({ _id }) => _id === template)
    ?.graph.nodes.some(
      ({ type, settings }) =>
        type === 'parallel' || (type === 'loop' && Number(settings.max_concurrency ?? 1) > 1),
    ) ?? false;

import { catalogue } from '#lib/domain/integrations/catalogue.ts';
import type { IntegrationType } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { runRequestedTest } from '#lib/domain/integrations/connection-test.service.ts';
import { activeFields, isSecret, type Values } from '#lib/domain/integrations/form.rules.ts';
import type { FieldDefinition } from '#lib/domain/integrations/form.schema.ts';
import { intendedUse } from '#lib/domain/integrations/integration.rules.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene } from '../domain/scene.ts';
import { draw } from '#test/support/drawing.ts';
import { engineWorld, tenant } from '../engine/world.ts';
import { type InterceptedCall, openStandIn } from '../engine/integrations/stand-in.ts';
import {
  googleKey,
  sampleValues,
  testConnection,
  variantsOf,
} from '../engine/integrations/samples.ts';
import { closePeers, type Reply } from '../engine/outgoing/peer.ts';
import { openTestApi, type TestApi } from '../lambdas/gateway.ts';
import { filesWith, openCanaries } from './canary.ts';

// Secrets of every type are connected, tested, listed, changed, used and exported, while their
// peers repeat everything sent to them: nothing shown to people or kept on disk may contain any
// secret.
const database = openTestDatabase('disk');
/** Part of the private key of the service account. */
const privateKeyLine =
  (JSON.parse(googleKey) as { private_key: string }).private_key.split('\n')[5] ?? '';

const canaries = openCanaries([privateKeyLine]);
const { stem, found, next: newCanary } = canaries;

const canarySecret = ({ rule, name }: FieldDefinition): string => {
  const canary = newCanary();
  switch (rule) {
    case 'https_url':
      return `https://hooks.example.com/in/${name}-${canary}?sig=${canary}`;
    case 'headers':
      return JSON.stringify({ 'X-Tenant': canary, Cookie: `sid=${canary}; theme=dark` });
    case 'google_key':
      return JSON.stringify({ ...JSON.parse(googleKey), private_key_id: canary });
    default:
      return canary;
  }
};

/** The values entered into a type's form: each of its secrets is another canary. */
const valuesWithCanaries = (type: IntegrationType, choices: Values) => {
  const values = sampleValues(type, choices);
  const secrets = activeFields(type.form, values).filter(isSecret);
  return { ...values, ...Object.fromEntries(secrets.map((one) => [one.name, canarySecret(one)])) };
};

const cases = catalogue
  .filter(({ local, form }) => !local && !form.some(({ fixed }) => fixed))
  .flatMap((type) =>
    variantsOf(type).map(([name, choices]): [string, IntegrationType, Values] => [
      name,
      type,
      choices,
    ]),
  )
  .filter(([, { form }, choices]) => activeFields(form, choices).some(isSecret));

/** Repeats a request in all forms that peers use: headers, JSON, text, decoded and encoded. */
const echo = (request: InterceptedCall, status: number): Reply => {
  const { authorization = '' } = request.headers;
  const basic = Buffer.from(authorization.split(' ')[1] ?? '', 'base64').toString('latin1');
  const text = `${decodeURIComponent(request.address)} ${authorization} ${basic} ${request.body}`;
  const coded = Buffer.from(text).toString('base64');
  const fields = { seen: request, text, basic, coded, error: text, message: text, name: text };
  const body = JSON.stringify({
    ...fields,
    data: fields,
    result: fields,
    user: fields,
    login: text,
  });
  const asHeader = text.replace(/[^\x20-\x7e]/g, '').slice(0, 2000);
  const headers = { 'content-type': 'application/json', 'x-echo': asHeader, 'x-coded': coded };
  return { status, headers: { ...headers, 'x-coded': coded.slice(0, 2000) }, body };
};

const open = async () => {
  const scene = openScene(database, tenant);
  const api = await openTestApi(scene);
  let status = 200;
  const stand = await openStandIn((request) => {
    if (!request.body.includes('grant_type')) return echo(request, status);
    return { status: 200, body: JSON.stringify({ access_token: newCanary() }) };
  });
  const answers: string[] = [];
  const call: TestApi['call'] = async (...args) => {
    const answer = await api.call(...args);
    answers.push(answer.text, JSON.stringify(answer.headers));
    return answer;
  };
  const deps = { outgoing: stand.outgoing, clock: scene.clock };
  const handle = runRequestedTest({
    ...scene.userDeps,
    openIntegration: openIntegration(scene),
    testConnection: (integration, options) => testConnection(integration, deps, options),
  });
  /** Tests the integration against a peer that answers with this status. */
  const test = async (accountId: string, answer: number) => {
    status = answer;
    await call('testIntegration', { accountId, send_message: true });
    for (const fact of scene.facts.splice(0)) {
      if (fact.type === 'integration_test_requested') await handle(fact);
    }
    await call('getIntegration', { accountId });
    await call('listIntegrations', { number_of_items: '10' });
  };
  return { scene, api, stand, call, test, answers, answerWith: (one: number) => (status = one) };
};

type World = Awaited<ReturnType<typeof open>>;

/** Runs a bot that uses the integration and fails. */
const runFailingBot = async (
  { call, stand, answerWith, scene }: World,
  accountId: string,
  type: string,
) => {
  const { body } = await call('getIntegration', { accountId });
  const isChat = body.used_for === 'messages' || body.used_for === 'signed_messages';
  const integration = { type, id: accountId };
  const channel = body.used_for === 'signed_messages' ? 'webhook' : type;
  const settings = isChat ? { channel, integration, message: 'Hello' } : { url: '/x', integration };
  const graph = draw(`start -> use:${isChat ? 'notification' : 'http_request'} -> end`, {
    use: settings,
  });
  const name = `Uses ${accountId.slice(-12)}`;
  const bot = await call('createBot', { name, graph });
  const bot_id = String(bot.body._id);
  for (const kind of ['yaml', 'json']) await call('exportBot', { bot_id, kind });
  await call('getBot', { bot_id });
  const peers = { integration: openIntegration(scene), outgoing: stand.outgoing };
  const world = engineWorld(database, [], { peers });
  answerWith(500);
  const bot_exc_id = await world.start(graph);
  const run = await world.drive(bot_exc_id);
  await call('getExecution', { bot_exc_id });
  await call('getNodeResult', { bot_exc_id, node_id: 'use' });
  return { run, bot_id, told: JSON.stringify([run, world.messages, world.logged]) };
};

let world: World;
let n = 0;

beforeAll(async () => {
  world = await open();
});
afterAll(closePeers);

describe('the secrets of an integration', () => {
  it.each(cases)('are revealed nowhere after use: %s', async (_name, type, choices) => {
    const { call, test, stand, answers, scene, api } = world;
    answers.length = 0;
    n += 1;
    const first = valuesWithCanaries(type, choices);
    const alias = `Ours ${n}`;
    const input = { cspName: type.name, alias, groups: ['All'], values: first };
    const connected = await call('createIntegration', input);
    expect([connected.status, connected.text]).toEqual([201, expect.any(String)]);
    const accountId = String(connected.body.accountId);
    for (const status of [200, 401, 500]) await test(accountId, status);

    const second = valuesWithCanaries(type, choices);
    const change = { accountId, base_revision: 1, alias };
    const edit = await call('updateIntegration', { ...change, values: second });
    expect(edit.status).toBe(200);
    const secret = activeFields(type.form, second).find(isSecret)?.name ?? '';
    const broken = { ...second, [secret]: `${newCanary()}\u0000\n{"` };
    const secondChange = { ...change, base_revision: 2 };
    await call('updateIntegration', { ...secondChange, values: broken });
    await call('updateIntegration', { ...secondChange, values: { nothing: newCanary() } });
    await test(accountId, 403);

    const sent = stand.meant.length;
    // Types that no request node uses have their own canaries: sql.test.ts,
    // notification-mail-server, integrations/mcp.test.ts.
    const isOther = ['database', 'mail', 'tools'].includes(intendedUse(type, first));
    const { run, told } = isOther
      ? { run: undefined, told: '' }
      : await runFailingBot(world, accountId, type.name);
    if (run) {
      expect(run.state).toBe('FAILED');
      expect(stand.meant.length).toBeGreaterThan(sent);
    }
    await call('deleteIntegration', { accountId });

    const outputs = { answers, told, frames: scene.frames, mails: scene.mails, facts: scene.facts };
    const logs = { lines: api.lines, logged: scene.logged };
    for (const [source, texts] of Object.entries({ ...outputs, ...logs })) {
      expect([source, found(JSON.stringify(texts))]).toEqual([source, []]);
    }
  });

  it.each(['linux', 'kubernetes'])('do not reveal an enrolment key of %s agents', async (name) => {
    const { call, answers, scene, api } = world;
    const input = { cspName: name, alias: `Agents of ${name}`, groups: ['All'] };
    const integration_id = String((await call('createIntegration', input)).body.accountId);
    const agentInput = { name: `host of ${name}`, integration_id, integration_type: name };
    const agent = await call('createAgent', agentInput);
    expect([agent.status, agent.text]).toEqual([201, expect.any(String)]);
    const agent_id = String(agent.body.agent_id);
    const another = () => call('createAgentKey', { agent_id });
    const keys = [await another(), await another()];
    const secrets = keys.map(({ body }) => String(body.api_key_secret).slice(-40));
    expect(secrets.map((one) => one.length)).toEqual([40, 40]);
    answers.length = 0;
    await call('getAgent', { agent_id });
    await call('listAgents', { integration_id, number_of_items: '10' });
    await call('getAgentInstall', { agent_id });
    await call('listAuditTrails', { number_of_items: '100' });
    const outputs = [answers, scene.frames, scene.mails, scene.facts, api.lines, scene.logged];
    const isIn = (text: string) => secrets.some((one) => text.includes(one));
    expect(outputs.filter((texts) => isIn(JSON.stringify(texts)))).toEqual([]);
    expect(filesWith(database.folder, isIn)).toEqual([]);
  });

  it('include at least 200 canaries and reach the intended peers', () => {
    expect(canaries.made()).toBeGreaterThanOrEqual(200);
    const requests = world.stand.meant.filter((request) => JSON.stringify(request).includes(stem));
    expect(requests.length).toBeGreaterThan(100);
  });

  it('appear in no record of the audit trail', async () => {
    const { call, answers } = world;
    answers.length = 0;
    let next: unknown;
    do {
      const cursor = next ? { next } : {};
      const page = await call('listAuditTrails', { number_of_items: '100', ...cursor });
      expect(page.status).toBe(200);
      next = page.body.next;
      for (const { _id } of page.body.items as { _id: string }[]) {
        await call('getAuditRecord', { audit_id: _id });
      }
    } while (next);
    expect(answers.length).toBeGreaterThan(200);
    expect(answers.filter((text) => found(text).length > 0)).toEqual([]);
  });

  it('appear in no file of the data folder', () => {
    expect(filesWith(database.folder, (text) => found(text).length > 0)).toEqual([]);
  });

  it('are detected by this test even in encoded form', () => {
    const canary = newCanary();
    const coded = ['a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${canary}`));
    for (const bytes of coded) {
      expect(found(bytes.toString('base64'))).not.toEqual([]);
      expect(found(bytes.toString('hex'))).not.toEqual([]);
      expect(found(bytes.toString())).not.toEqual([]);
    }
  });
});

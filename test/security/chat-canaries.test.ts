import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { bot as botSchema } from '#lib/domain/bots/bot.schema.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { chatService } from '#lib/domain/chat/chat.service.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { newExecution } from '#lib/domain/executions/execution.rules.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { portalChatService } from '#lib/domain/service-portal/portal-chat.service.ts';
import { openModels } from '#lib/engine/models/models.ts';
import { withLiveText } from '#lib/engine/models/live-text.ts';
import { outgoing, type OutgoingRequest } from '#lib/engine/outgoing/request.ts';
import { outgoingStream } from '#lib/engine/outgoing/stream.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { pause } from '#lib/engine/pause.ts';
import { advance } from '#lib/engine/run.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { openRealtime } from '#lib/local/realtime.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { everyChannel, newTenant, person } from '#test/support/people.ts';
import { openScriptedModel, type Script } from '#test/support/scripted-model.ts';
import { integrationId, openedIntegration } from '../engine/nodes/node-world.ts';
import { engineWorld } from '../engine/world.ts';
import { filesWith, openCanaries } from './canary.ts';

// AI agents of two organisations work side by side, on one model server and one service, which both
// repeat the keys sent to them: neither organisation can read anything of the other, and nobody can
// read a key.
const database = openTestDatabase('disk');
const { db } = database;
const keys = openCanaries();
const modelId = `int_${'1'.repeat(32)}`;

/** An organisation whose word appears in everything that its people, tools and model say. */
const organisation = (word: string) => ({
  word,
  tenant_id: newTenant(),
  modelKey: keys.next(),
  serviceKey: keys.next(),
  pia: `pia-${word}@example.com`,
  frames: [] as string[],
  followed: [] as string[],
});
type Organisation = ReturnType<typeof organisation>;

const organisations = [organisation('Aardvark'), organisation('Bumblebee')] as const;
const organisationOfKey = (text: string) =>
  organisations.find((one) => text.includes(one.modelKey));
const otherOrganisation = (one: Organisation) =>
  one === organisations[0] ? organisations[1] : organisations[0];

/** Looks, asks people, changes something and answers, and repeats its key wherever it can. */
const script: Script = ({ headers, messages, structured, tools }) => {
  const { word = 'nobody', modelKey = '' } = organisationOfKey(headers.authorization ?? '') ?? {};
  if (structured) return { say: JSON.stringify({ suggestions: [`The ${word} ${modelKey}`] }) };
  const callCount = messages.filter(({ role }) => role === 'tool').length;
  const [lookup = '', change = ''] = tools;
  const say = ['I work for ', word, ' with ', modelKey.slice(0, 9), modelKey.slice(9), '.'];
  const reason_for_approval = `${word} wants it: ${modelKey}`;
  const calls = [
    { name: lookup, args: { user: `${word}-${modelKey}` } },
    { name: 'ask_user', args: { question: `Which ${word}? ${modelKey}` } },
    { name: change, args: { user: word, reason_for_approval } },
  ];
  const call = calls[callCount];
  return call ? { say, call: [call] } : { say };
};

let model: Awaited<ReturnType<typeof openScriptedModel>>;

beforeAll(async () => {
  model = await openScriptedModel(script);
});
afterAll(() => model.close());

/** A service that returns everything that it was sent. */
const service = async (request: OutgoingRequest) => {
  const sent = JSON.stringify(request.headers);
  const whose = organisations.find((one) => sent.includes(one.serviceKey));
  const body = JSON.stringify({ id: whose?.word, status: 'ACTIVE', request, sent });
  return { status: 200, headers: { 'x-echo': sent }, body, url: request.url };
};

const open = () => {
  const integration = async (tenantId: string, id: string) => {
    const one = organisations.find(({ tenant_id }) => tenant_id === tenantId);
    if (!one) return undefined;
    const { modelKey: api_key, serviceKey: api_token, tenant_id } = one;
    const endpoint = { api_url: `${model.endpoint}/v1`, auth_type: 'bearer', models: 'worker 1 4' };
    return id === modelId
      ? openedIntegration('custom_model', { ...endpoint, api_key }, { tenant_id, accountId: id })
      : openedIntegration(
          'okta',
          { domain: 'shared.okta.com', api_token },
          { tenant_id, accountId: id },
        );
  };
  const world = engineWorld(database, [], { peers: { integration, outgoing: service } });
  const base = world.deps(db);
  const { clock } = base;
  const realtime = openRealtime({ clock });
  for (const { tenant_id, pia, frames, followed } of organisations) {
    const hear = (texts: string[], user: string) => {
      const socket = { send: (text: string) => texts.push(text), close: () => undefined };
      realtime.attach(socket, { ...person(tenant_id, user), channels: everyChannel });
    };
    hear(frames, `root-of-${tenant_id}@example.com`);
    hear(followed, pia);
  }
  const allow = [model.host];
  const models = openModels({
    integration,
    outgoing: outgoing({ allow }),
    outgoingStream: outgoingStream({ allow }),
    tokens: newTokenCache(),
    clock,
    beginSession: () => Promise.reject(new Error('No AWS is asked.')),
  });
  const liveModels = withLiveText({ realtime, pause: async () => undefined })(models);
  return { world, deps: { ...base, realtime, models: liveModels } };
};

type World = ReturnType<typeof open>;

const okta = { type: 'okta', id: integrationId };
const graphOf = ({ word, pia }: Organisation) =>
  draw('start -> find:ai_agent -> end', {
    find: {
      integration: { type: 'custom_model', id: modelId },
      task: `Look after ${word}.`,
      data: '{% $event %}',
      agent_toolkit: [
        { action: 'okta.get_user', integration: okta },
        { action: 'okta.suspend_user', integration: okta },
      ],
      approvers: [pia],
    },
  });

const createRun = async ({ deps }: World, one: Organisation): Promise<string> => {
  const { tenant_id, word, pia } = one;
  const now = deps.clock();
  const at = isoTime(now);
  const [bot_id, _id] = [timedId('bot', now), timedId('exc', now)];
  const version = { version: 1, graph: graphOf(one), saved_by: pia, saved_at: at };
  await botVersionStore(db, tenant_id).create(bot_id, version);
  const versions = { draft_version: 1, published_version: 1, trigger_type: 'on_demand' };
  const times = { created_by: pia, created_at: at, updated_at: at };
  const fields = { tenant_id, _id: bot_id, name: `Helper of ${word}`, status: 'enabled' };
  const bot = botSchema.parse({ ...fields, ...versions, ...times });
  const trigger = { type: 'manual', user_id: pia } as const;
  const run = newExecution(bot, { _id, trigger, input: { note: word }, version: 1 }, now);
  await executionStore(db, tenant_id).create({ ...run, app: true });
  return _id;
};

const runner = { resume: async () => 'resumed' as const };
const findRun = async ({ tenant_id }: { tenant_id: string }, id: string) => {
  const run = await executionStore(db, tenant_id).get(id);
  if (!run) throw notFound('run');
  return run;
};

/** Answers what people are asked. */
const answerQuestion = async ({ deps }: World, one: Organisation, bot_exc_id: string) => {
  const { tenant_id, word, pia } = one;
  const { waiting_for } = await findRun(one, bot_exc_id);
  const { clock, realtime } = deps;
  if (waiting_for?.kind === 'message') {
    const portal = portalChatService({ db, clock, realtime, runner }, findRun);
    const caller = person(tenant_id, pia, { userType: 'SP_USER' });
    const chat_thread_id = waiting_for.thread?.chat_thread_id ?? '';
    const sent = { content: `The ${word} of mine.`, client_id: 'message-1' };
    await portal.sendPortalMessage(caller, { bot_exc_id, chat_thread_id, ...sent });
    return;
  }
  const approvals = approvalStore(db, tenant_id);
  const found = await approvals.get(waiting_for?.approval_id ?? '');
  if (!found) throw new Error(`The run waits for ${waiting_for?.kind}.`);
  const resolution = { user_approval_status: 'resolved', message: `Yes, ${word}.` } as const;
  await approvals.decide(found._id, found.revision, {
    status: 'approved',
    approved_ids: [],
    resolutions: [{ approver_name: pia, ...resolution, resolved_at: isoTime(clock()) }],
  });
};

const driveRun = async (world: World, one: Organisation): Promise<string> => {
  const bot_exc_id = await createRun(world, one);
  const lanePosition = { tenant_id: one.tenant_id, bot_exc_id, lane: '' };
  for (;;) {
    const step = await advance(world.deps)(lanePosition);
    if (step.next === 'done') return bot_exc_id;
    if (step.next === 'delay') world.world.pass(5000);
    if (step.next !== 'pause') continue;
    await pause(world.deps)({ ...lanePosition, node_id: step.node_id, token: `of-${one.word}` });
    await answerQuestion(world, one, bot_exc_id);
  }
};

/** Everything about a run's AI agents that a reader can get: in the console, and in the portal. */
const readAllAs = async ({ deps }: World, reader: Organisation, bot_exc_id: string) => {
  const { clock, realtime } = deps;
  const chat = chatService({ db, clock, realtime, runner });
  const portal = portalChatService({ db, clock, realtime, runner }, findRun);
  const caller = person(reader.tenant_id);
  const pia = person(reader.tenant_id, reader.pia, { userType: 'SP_USER' });
  const page = await chat.listChatThreads(caller, { bot_exc_id, number_of_items: 10 });
  const chat_thread_id = page.items[0]?._id ?? '';
  const all = { limit: 50, skip: 0, sort_by: 'created_at', order: 'asc' } as const;
  const { messages } = await chat.listChatMessages(caller, { chat_thread_id, ...all });
  const reads = messages.map(({ _id }) => chat.getChatMessage(caller, { chat_message_id: _id }));
  const query = { bot_exc_id, chat_thread_id, ...all };
  const followed = await portal.listPortalMessages(pia, query);
  const texts = [page, messages, await Promise.all(reads), followed].map((it) =>
    JSON.stringify(it),
  );
  return { messages, chat_thread_id, texts };
};

describe('AI agents of two organisations', () => {
  it('expose no key and no data of each other in messages, tools, frames or files', async () => {
    const world = open();
    const runs = await Promise.all(organisations.map((one) => driveRun(world, one)));
    for (const [at, one] of organisations.entries()) {
      const other = otherOrganisation(one);
      const bot_exc_id = runs[at] ?? '';
      expect(await findRun(one, bot_exc_id)).toMatchObject({ state: 'SUCCEEDED', errors: [] });
      const { messages, chat_thread_id, texts } = await readAllAs(world, one, bot_exc_id);
      const types = new Set(messages.map(({ message_type }) => message_type));
      expect([...types].toSorted()).toEqual([
        'system-prompt',
        'text',
        'tool-call',
        'tool-return',
        'user-prompt',
      ]);
      // Each kind of frame was received, and so was searched.
      const frameText = [...one.frames, ...one.followed].join('\n');
      for (const part of ['"delta":', '"suggestions":', '"asked":', '"begun":', '"chat_thread":']) {
        expect(frameText).toContain(part);
      }
      expect(one.followed.join('\n')).toContain('portal_chat_updated');
      const outputs = [...texts, ...one.frames, ...one.followed];
      expect(outputs.filter((text) => text.includes(other.word))).toEqual([]);
      expect(outputs.flatMap(keys.found)).toEqual([]);
      expect(outputs.join('\n')).toContain(one.word);
      // Nor can it be read by its id.
      const otherRead = readAllAs(world, other, bot_exc_id);
      await expect(otherRead).rejects.toMatchObject({ status: 404 });
      expect(await threadStore(db, other.tenant_id).get(chat_thread_id)).toBeUndefined();
    }
    // The model of one organisation gets nothing of the other, and no key of a service.
    for (const { headers, ...question } of model.asked) {
      const one = organisationOfKey(headers.authorization ?? '');
      const text = JSON.stringify(question);
      expect(one && text.includes(otherOrganisation(one).word)).toBe(false);
      expect(organisations.filter(({ serviceKey }) => text.includes(serviceKey))).toEqual([]);
    }
    expect(model.asked.length).toBeGreaterThanOrEqual(10);
    expect(filesWith(database.folder, (text) => keys.found(text).length > 0)).toEqual([]);
    expect(JSON.stringify([world.world.logged, world.world.messages]).includes(keys.stem)).toBe(
      false,
    );
  });
});

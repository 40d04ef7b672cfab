// The one call of the bot builder, which only asks a model of the organisation.
import { builderAnswer, builderLimits, builderStep } from '#lib/domain/bot-builder/step.schema.ts';
import { builderTools } from '#lib/domain/bot-builder/tool.schema.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { organisationTable } from '#lib/domain/organisations/organisation.table.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { putItem } from '#lib/kernel/database.ts';
import type { ModelAnswer, ModelTurn } from '#lib/ports/model.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant, person } from '#test/support/people.ts';
import { openScene, refusalFrom, type Scene } from '../scene.ts';

const world = openTestDatabase();

let scene: Scene;
let integration_id: string;
const sentTurns: ModelTurn[] = [];

const defaultAnswer: ModelAnswer = {
  type: 'answered',
  model_id: 'gpt-5-2026-01-01',
  parts: [{ type: 'text', text: 'Done.' }],
  finish: 'stop',
  usage: { input_tokens: 10, output_tokens: 2 },
};

let answer: ModelAnswer = defaultAnswer;

const connectModel = async (to: Scene) => {
  const values = { api_key: 'sk-canary', models: 'gpt-5\ngpt-5-mini' };
  const integration = newIntegration.parse({
    alias: 'Models',
    cspName: 'openai',
    groups: ['All'],
    values,
  });
  return (await to.integrations.createIntegration(to.root, integration)).accountId;
};

beforeAll(async () => {
  scene = openScene(world);
  scene.model.turn = async (turn) => {
    sentTurns.push(turn);
    return answer;
  };
  integration_id = await connectModel(scene);
});

beforeEach(() => {
  sentTurns.splice(0);
  answer = defaultAnswer;
});

const messages = [{ role: 'user' as const, text: 'Draw a bot.' }];

const ask = (overrides: object = {}, caller = scene.root) =>
  scene.services['bot-builder'].askBuilder(caller, {
    integration_id,
    model: '',
    messages,
    ...overrides,
  });

describe('a step of the bot builder', () => {
  it('asks the model with the instructions and tools of the product', async () => {
    expect(await ask({ model: 'gpt-5-mini' })).toEqual(defaultAnswer);
    const [turn] = sentTurns;
    expect(turn).toMatchObject({
      tenant_id: scene.tenant_id,
      model: { integration_id, name: 'gpt-5-mini' },
      messages,
      limits: { output_tokens: builderLimits.outputTokens, time_ms: builderLimits.time },
    });
    expect(turn?.instructions).toContain('put an approval before every action');
    expect(turn?.tools?.map(({ name }) => name)).toEqual(Object.keys(builderTools));
    expect(JSON.stringify(turn)).not.toContain('sk-canary');
  });

  it('returns the error of a model and the time until a retry', async () => {
    answer = { type: 'failed', kind: 'busy', error: 'The model is busy.', retry: 1500 };
    expect(await ask()).toEqual({ type: 'failed', error: 'The model is busy.', retry_after: 1500 });
    answer = { type: 'failed', kind: 'cut', error: 'The answer broke off.' };
    expect(await ask()).toEqual({ type: 'failed', error: 'The answer broke off.', retry_after: 0 });
    answer = { type: 'failed', kind: 'denied', error: 'The key was refused.', retry: 'no' };
    expect(await ask()).toEqual({ type: 'failed', error: 'The key was refused.' });
  });

  it('refuses answers that are too long, and shortens invented tool names', async () => {
    const toolCall = (overrides: object) => ({
      type: 'tool_call' as const,
      tool_call_id: '',
      tool_name: 'x'.repeat(5000),
      args: {},
      ...overrides,
    });
    answer = { ...defaultAnswer, parts: [toolCall({ invalid: 'y'.repeat(5000) }), toolCall({})] };
    const response = await ask();
    expect(builderAnswer.parse(response)).toEqual(response);
    expect(response).toMatchObject({
      parts: [{ tool_call_id: 'call_1_0' }, { tool_call_id: 'call_1_1' }],
    });
    for (const part of [
      { type: 'text' as const, text: 'x'.repeat(builderLimits.text) },
      toolCall({ args: { text: 'x'.repeat(builderLimits.text) } }),
    ]) {
      answer = { ...defaultAnswer, parts: [part] };
      expect(await ask()).toEqual({
        type: 'failed',
        error: expect.stringContaining('too long for the builder. Ask for less'),
      });
    }
  });

  it('is refused if a tool call has no result', () => {
    const user = { role: 'user', text: 'Draw a bot.' };
    const calls = (...ids: string[]) => ({
      role: 'assistant',
      parts: ids.map((id) => ({
        type: 'tool_call',
        tool_call_id: id,
        tool_name: 'check',
        args: {},
      })),
    });
    const tells = (...ids: string[]) => ({
      role: 'tool',
      returns: ids.map((id) => ({ tool_call_id: id, tool_name: 'check', content: 'Yes.' })),
    });
    const issuesOf = (...all: object[]) =>
      builderStep.safeParse({ integration_id, messages: all }).error?.issues ?? [];
    expect(issuesOf(user, calls('a', 'b'), tells('a'), tells('b'), user)).toEqual([]);
    for (const all of [
      [user, calls('a'), user],
      [user, calls('a', 'b'), tells('a'), user],
      [user, calls('a'), tells('b')],
      [user, calls('a'), calls('b'), tells('a', 'b')],
    ]) {
      expect(issuesOf(...all)).toMatchObject([
        {
          path: ['messages'],
          message: expect.stringContaining('has no result. Send one for each'),
        },
      ]);
    }
  });

  it('is refused for an unknown integration, or for one without models', async () => {
    const otherScene = openScene(world, newTenant());
    const values = { api_key: 'key' };
    const addresses = { alias: 'Addresses', cspName: 'abuseipdb', groups: ['All'], values };
    const addressBook = await scene.integrations.createIntegration(
      scene.root,
      newIntegration.parse(addresses),
    );
    for (const [overrides, caller, sentence] of [
      [{ integration_id: `int_${'0'.repeat(32)}` }, scene.root, 'does not exist'],
      [{}, person(otherScene.tenant_id), 'does not exist'],
      [{ integration_id: addressBook.accountId }, scene.root, 'has no models. Connect OpenAI'],
      [{ model: 'gpt-1' }, scene.root, 'does not offer this model'],
    ] as const) {
      const refusal = await refusalFrom(ask(overrides, caller));
      expect(refusal?.message).toContain(sentence);
      expect(refusal?.status).toBeGreaterThanOrEqual(400);
      expect(refusal?.extra.field).toBeDefined();
    }
    expect(sentTurns).toEqual([]);
  });

  it(`is limited to ${builderLimits.stepsPerHour} for an organisation within an hour`, async () => {
    const busy = openScene(world, newTenant());
    busy.model.turn = async () => defaultAnswer;
    const ownModelsId = await connectModel(busy);
    const askAgain = () =>
      busy.services['bot-builder'].askBuilder(busy.root, {
        integration_id: ownModelsId,
        model: '',
        messages,
      });
    await askAgain();
    const hour = isoTime(busy.time.now).slice(0, 13);
    const count = builderLimits.stepsPerHour;
    const stepCounter = { tenant_id: busy.tenant_id, _id: 'builder steps', hour, count };
    await putItem(busy.db, organisationTable, stepCounter);
    const refusal = await refusalFrom(askAgain());
    expect(refusal?.status).toBe(429);
    expect(refusal?.message).toContain('within this hour');
    busy.time.now += 3600_000;
    expect(await refusalFrom(askAgain())).toBeUndefined();
  });
});

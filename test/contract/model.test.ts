import { Readable } from 'node:stream';
import type { BeginSession } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { openModels } from '#lib/engine/models/models.ts';
import { jsonIn } from '#lib/engine/nodes/model-json.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { outgoingStream, type StreamBounds } from '#lib/engine/outgoing/stream.ts';
import { measureJson } from '#lib/kernel/json.ts';
import { type LoopbackAnswer, openLoopback } from '#test/support/loopback.ts';
import { openScriptedBedrock } from '#test/support/scripted-bedrock.ts';
import { openScriptedModel } from '#test/support/scripted-model.ts';
import { integrationId, openedIntegration, tenant_id } from '../engine/nodes/node-world.ts';
import { modelContract } from './model.contract.ts';

const baseRequest = { tenant_id, model: { integration_id: integrationId, name: 'scripted-model' } };
const sayNothing = () => ({ say: 'Nothing.' });

const session = { accessKeyId: 'AKIATEST', secretAccessKey: 'sk-canary', sessionToken: 'token' };

type ModelsOptions = {
  allow?: string[];
  bounds?: Partial<StreamBounds>;
  beginSession?: BeginSession;
  bedrockUrl?: string;
};

const modelsOf = (integration: OpenedIntegration, options: ModelsOptions = {}) => {
  const { allow = [], bounds, beginSession, bedrockUrl } = options;
  return openModels({
    integration: async (tenant, id) =>
      tenant === tenant_id && id === integration.accountId ? integration : undefined,
    outgoing: outgoing({ allow }),
    outgoingStream: outgoingStream({ allow }, bounds),
    tokens: newTokenCache(),
    clock: () => 0,
    beginSession: beginSession ?? (async () => ({ kind: 'begun', session })),
    ...(bedrockUrl !== undefined && { bedrockUrl }),
  });
};

const customIntegration = (endpoint: string) =>
  openedIntegration('custom_model', {
    api_url: `${endpoint}/v1`,
    auth_type: 'bearer',
    api_key: 'sk-canary-0123456789',
  });

modelContract('OpenAI-compatible servers', async () => {
  const server = await openScriptedModel(sayNothing);
  const models = modelsOf(customIntegration(server.endpoint), { allow: [server.host] });
  return { models, baseRequest, server, close: server.close };
});

const role_arn = 'arn:aws:iam::111122223333:role/cloudwarden-integration-x';

const bedrockIntegration = () =>
  openedIntegration(
    'bedrock',
    { aws_account: integrationId, region: 'eu-west-1' },
    { account: openedIntegration('aws', { role_arn, external_id: 'external' }) },
  );

modelContract('Amazon Bedrock', async () => {
  const server = await openScriptedBedrock(sayNothing);
  const bedrockUrl = server.endpoint;
  const models = modelsOf(bedrockIntegration(), { allow: [server.host], bedrockUrl });
  return { models, baseRequest, server, close: server.close };
});

const turnRequest = {
  ...baseRequest,
  instructions: 'Be brief.',
  messages: [{ role: 'user' as const, text: 'Hello' }],
  limits: { output_tokens: 10, time_ms: 5000 },
};

describe('a custom model', () => {
  let server: Awaited<ReturnType<typeof openScriptedModel>>;
  beforeAll(async () => {
    server = await openScriptedModel(sayNothing);
  });
  afterAll(() => server.close());

  it('on a private address is called only if the operator allows it', async () => {
    const answer = await modelsOf(customIntegration(server.endpoint)).turn(turnRequest);
    expect(answer).toMatchObject({ type: 'failed', kind: 'unreachable', retry: 'no' });
    expect(JSON.stringify(answer)).toContain(`can allow ${server.host}`);
    expect(server.asked).toEqual([]);
  });

  it('is called with its key, which is hidden in its answer', async () => {
    server.script(() => ({ misbehave: 'denied' }));
    const models = modelsOf(customIntegration(server.endpoint), { allow: [server.host] });
    const answer = await models.turn(turnRequest);
    expect(server.asked.at(-1)?.headers.authorization).toBe('Bearer sk-canary-0123456789');
    const errorText = '(401): Scripted to be denied for •';
    const error = expect.stringContaining(errorText);
    expect(answer).toMatchObject({ error });
  });

  it('that repeats its key has it hidden, even when sent in pieces', async () => {
    const key = 'sk-canary-0123456789';
    const text = `It is ${key}, in hex ${Buffer.from(key).toString('hex')}, sk-can`;
    const letters = text.split('');
    const args = { found: [key], [`about ${key}`]: 1 };
    server.script(() => ({ say: letters, call: [{ name: key, args }] }));
    const models = modelsOf(customIntegration(server.endpoint), { allow: [server.host] });
    const receivedPieces: string[] = [];
    const answer = await models.turn(turnRequest, { onText: (text) => receivedPieces.push(text) });
    const maskedText = 'It is ••••, in hex ••••, sk-can';
    expect(answer).toMatchObject({
      type: 'answered',
      finish: 'tool_calls',
      parts: [
        { type: 'text', text: maskedText },
        { type: 'tool_call', tool_name: '••••', args: { found: ['••••'], 'about ••••': 1 } },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain('canary');
    expect(receivedPieces.join('')).toBe(maskedText);
    expect(receivedPieces.slice(0, 4)).toEqual(['I', 't', ' ', 'i']);
  });

  it('is one of the models of the integration, and has its cost', async () => {
    const values = { ...customIntegration(server.endpoint).values, models: 'small\nlarge 2 8' };
    const integration = { ...customIntegration(server.endpoint), values };
    const ask = (name: string, changedValues: Record<string, string> = {}) =>
      modelsOf(
        { ...integration, values: { ...values, ...changedValues } },
        { allow: [server.host] },
      ).turn({
        ...turnRequest,
        model: { ...turnRequest.model, name },
      });
    server.script(() => ({ say: 'Yes.', usage: [500_000, 250_000] }));
    expect(await ask('large')).toMatchObject({ type: 'answered', cost: 3 });
    expect(await ask('')).not.toHaveProperty('cost');
    expect(server.asked.at(-1)?.model).toBe('small');
    expect(await ask('', { default_model: 'large' })).toMatchObject({ cost: 3 });
    const before = server.asked.length;
    expect(await ask('huge')).toMatchObject({ kind: 'integration', retry: 'no' });
    expect(await ask('', { models: '' })).toMatchObject({ kind: 'integration', retry: 'no' });
    expect(server.asked.length).toBe(before);
  });

  it('has its name cut to 200 characters', async () => {
    const long = await openLoopback(() => ({
      headers: { 'content-type': 'text/event-stream' },
      body: [
        { choices: [{ index: 0, delta: { role: 'assistant', content: 'Yes.' } }] },
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      ]
        .map(
          (event) => `data: ${JSON.stringify({ id: '1', model: 'm'.repeat(5000), ...event })}\n\n`,
        )
        .join(''),
    }));
    const models = modelsOf(customIntegration(long.endpoint), {
      allow: [new URL(long.endpoint).host],
    });
    const answer = await models.turn(turnRequest);
    await long.close();
    expect(answer).toMatchObject({ type: 'answered', model_id: 'm'.repeat(200) });
  });

  const answersWith = async (response: LoopbackAnswer) => {
    const otherServer = await openLoopback(() => response);
    const parse = jest.spyOn(JSON, 'parse');
    const host = new URL(otherServer.endpoint).host;
    const answer = await modelsOf(customIntegration(otherServer.endpoint), { allow: [host] }).turn(
      turnRequest,
    );
    const parsed = parse.mock.calls.map(([text]) => measureJson(text, 1e9).values);
    parse.mockRestore();
    await otherServer.close();
    return { answer, parsed, mostParsed: Math.max(0, ...parsed) };
  };

  const streamed = (...parts: string[]): LoopbackAnswer => ({
    headers: { 'content-type': 'text/event-stream' },
    body: Readable.from(parts),
  });
  const hollow = '[],'.repeat(80_000);
  const emptyCalls = '{"index":0},'.repeat(8000);

  it.each<[string, LoopbackAnswer]>([
    ['a line that is too long', streamed(`data: ${'x'.repeat(600_000)}\n\n`)],
    ['a line without an end', streamed(...Array(20).fill('x'.repeat(50_000)))],
    [
      'many lines of one event',
      streamed('data: {"a":[\n', ...Array(15).fill(`data: ${hollow}\n`), 'data: []]}\n\n'),
    ],
    [
      'many short lines of one event',
      streamed('data: {"a":[\n', 'data: [],\n'.repeat(3000), 'data: []]}\n\n'),
    ],
    ['many values in one event', streamed(`data: {"choices":[${hollow}[]]}\n\n`)],
    [
      'many empty calls in one event',
      streamed(`data: {"choices":[{"index":0,"delta":{"tool_calls":[${emptyCalls}{}]}}]}\n\n`),
    ],
  ])('that sends %s fails without a retry, and the answer is not parsed', async (_, response) => {
    const { answer, mostParsed } = await answersWith(response);
    expect(answer).toEqual({
      type: 'failed',
      kind: 'invalid',
      error: '"Key" sent a part of its answer that is too large to read.',
      retry: 'no',
    });
    expect(mostParsed).toBeLessThan(5000);
  });

  it('that refuses with an endless body has only its beginning read', async () => {
    const { answer, mostParsed } = await answersWith({
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: `{"error":{"message":"No.","x":[${'[],'.repeat(1_200_000)}[]]}}`,
    });
    expect(answer).toMatchObject({ kind: 'denied', retry: 'no' });
    const error = expect.stringContaining('"Key" refused the question');
    expect(answer).toMatchObject({ error });
    expect(mostParsed).toBeLessThan(20_000);
  });

  it.each<[string, LoopbackAnswer, string]>([
    [
      'a web page',
      { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>Hello</html>' },
      'returned a web page: it is not a model server. Check the base address of the integration.',
    ],
    [
      'another message',
      { headers: { 'content-type': 'application/json' }, body: '{"ok":true}' },
      'did not answer as a model server. Check the address of the integration.',
    ],
  ])('that returns %s is reported as a wrong address', async (_, response, message) => {
    const { answer } = await answersWith(response);
    expect(answer).toMatchObject({ kind: 'invalid', error: `"Key" ${message}`, retry: 'no' });
  });

  it('that sends senseless events is not parsed after the first', async () => {
    const events = Array(50).fill(`data: {"choices":[${'[],'.repeat(1800)}[]]}\n\n`);
    const { answer, parsed } = await answersWith(streamed(...events));
    expect(answer).toMatchObject({ kind: 'invalid', retry: 'no' });
    // Some values are already in transit while the first is being read.
    expect(parsed.filter((values) => values > 1800).length).toBeLessThan(20);
  });

  it('that returns JSON with too many values is not parsed', async () => {
    const text = `{"a":[${'[],'.repeat(200_000)}[]]}`;
    expect(jsonIn({ parts: [{ type: 'text', text }] })).toBeUndefined();
    expect(jsonIn({ parts: [{ type: 'text', text: '{"a":[]}' }] })).toEqual({ a: [] });
  });

  it('has a limit for silence and for the size of its answer', async () => {
    server.script(() => ({ misbehave: 'silent' }));
    const allow = [server.host];
    const impatient = modelsOf(customIntegration(server.endpoint), {
      allow,
      bounds: { silence: 50 },
    });
    expect(await impatient.turn(turnRequest)).toMatchObject({ kind: 'time' });
    server.script(() => ({ say: 'x'.repeat(5000) }));
    const bounded = modelsOf(customIntegration(server.endpoint), { allow, bounds: { body: 4096 } });
    expect(await bounded.turn(turnRequest)).toMatchObject({ kind: 'cut', retry: 'no' });
  });
});

describe('a model of Amazon Bedrock', () => {
  it('is called in a session that may use only this model', async () => {
    const sessionRequests: Parameters<BeginSession>[0][] = [];
    const beginSession: BeginSession = async (one) => {
      sessionRequests.push(one);
      return { kind: 'shut out', reason: 'AWS denied access.', again: false };
    };
    const models = modelsOf(bedrockIntegration(), { beginSession });
    const name = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
    const answer = await models.turn({ ...turnRequest, model: { ...turnRequest.model, name } });
    expect(answer).toMatchObject({ kind: 'denied', error: 'AWS denied access.', retry: 'no' });
    expect(sessionRequests[0]).toMatchObject({
      owner: { tenant_id },
      role: { role_arn, external_id: 'external' },
    });
    expect(JSON.parse(sessionRequests[0]?.policy ?? '')).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'],
          Resource: [
            `arn:aws:bedrock:eu-west-1:111122223333:inference-profile/${name}`,
            'arn:aws:bedrock:*::foundation-model/anthropic.claude-sonnet-4-5-20250929-v1:0',
          ],
        },
      ],
    });
  });

  it('is refused when its name has a wildcard', async () => {
    const answer = await modelsOf(bedrockIntegration()).turn({
      ...turnRequest,
      model: { ...turnRequest.model, name: '*' },
    });
    expect(answer).toMatchObject({ kind: 'integration', retry: 'no' });
  });
});

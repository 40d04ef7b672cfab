import type { Models, ModelTurn, TurnOptions } from '#lib/ports/model.ts';
import type { openScripted } from '#test/support/scripted-model.ts';

export type OpenModel = {
  models: Models;
  baseRequest: Pick<ModelTurn, 'tenant_id' | 'model'>;
  server: Awaited<ReturnType<typeof openScripted>>;
  close(): unknown;
};

const addition = {
  name: 'add',
  description: 'Adds two numbers.',
  input: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
};

/** The behaviour that every adapter of the model port must have. */
export const modelContract = (adapter: string, open: () => Promise<OpenModel>): void => {
  describe(`the model port on ${adapter}`, () => {
    let scene: OpenModel;
    const turn = (overrides: Partial<ModelTurn> = {}, watch: TurnOptions = {}) =>
      scene.models.turn(
        {
          ...scene.baseRequest,
          instructions: 'Answer in one word.',
          messages: [{ role: 'user', text: 'What is the capital of Peru?' }],
          limits: { output_tokens: 100, time_ms: 20_000 },
          ...overrides,
        },
        watch,
      );

    beforeAll(async () => {
      scene = await open();
    });

    afterAll(() => scene.close());

    it('parses a long answer with a schema once, even in many small pieces', async () => {
      const answerText = JSON.stringify({ verdict: 'x'.repeat(500_000) });
      const large = [answerText.slice(0, 200_000), answerText.slice(200_000, 400_000)];
      const pieces = [...large, ...(answerText.slice(400_000).match(/.{1,10}/gs) ?? [])];
      scene.server.script(() => ({ say: pieces }));
      const schema = { type: 'object', properties: { verdict: { type: 'string' } } };
      const answer = await turn({ output: { name: 'verdict', schema } });
      expect(answer.type === 'answered' && answer.parts).toEqual([
        { type: 'text', text: answerText },
      ]);
    });

    it('fails when an answer has more tool calls than any model makes', async () => {
      const call = Array.from({ length: 2000 }, () => ({ name: 'add', args: { a: 1, b: 2 } }));
      scene.server.script(() => ({ call }));
      expect(await turn({ tools: [addition] })).toMatchObject({
        type: 'failed',
        kind: 'invalid',
        error: expect.stringContaining('tool calls than an answer may hold'),
        retry: 'no',
      });
    });

    it.each([
      ['are longer', [{ a: 'x'.repeat(150_000) }, { a: 'x'.repeat(150_000) }]],
      ['hold more values', [{ a: Array.from({ length: 30_000 }, () => []) }]],
    ])('fails when the arguments of an answer %s than any model writes', async (_, args) => {
      const parse = jest.spyOn(JSON, 'parse');
      scene.server.script(() => ({ call: args.map((one) => ({ name: 'add', args: one })) }));
      const answer = await turn({ tools: [addition] });
      const parsed = parse.mock.calls.map(([text]) => text);
      parse.mockRestore();
      expect(answer).toMatchObject({ type: 'failed', kind: 'invalid', retry: 'no' });
      expect(answer).toMatchObject({ error: expect.stringContaining('larger tool calls') });
      expect(parsed.filter((text) => text.startsWith('{"a":[[],[],'))).toEqual([]);
    });

    it.each([
      ['that is not a whole number', [1.5, 1]],
      ['below zero', [-1e9, 2]],
      ['beyond every model', [1e308, 1e15]],
    ] as [string, [number, number]][])('ignores a number of tokens %s', async (_, usage) => {
      scene.server.script(() => ({ say: 'Lima.', usage }));
      const answer = await turn();
      expect(answer).toMatchObject({ type: 'answered' });
      expect(answer).not.toHaveProperty('usage');
      expect(answer).not.toHaveProperty('cost');
    });

    it('sends one request, and returns the text in pieces and as a whole', async () => {
      scene.server.script(() => ({ say: ['Li', 'ma', '.'], usage: [12, 4] }));
      const receivedPieces: string[] = [];
      const before = scene.server.asked.length;
      const answer = await turn({}, { onText: (text) => receivedPieces.push(text) });
      expect(answer).toMatchObject({
        type: 'answered',
        parts: [{ type: 'text', text: 'Lima.' }],
        finish: 'stop',
        usage: { input_tokens: 12, output_tokens: 4 },
      });
      expect(receivedPieces).toEqual(['Li', 'ma', '.']);
      expect(scene.server.asked.slice(before)).toEqual([
        expect.objectContaining({
          instructions: 'Answer in one word.',
          messages: [{ role: 'user', text: 'What is the capital of Peru?', calls: [] }],
          most: 100,
        }),
      ]);
    });

    it('returns tool calls without running them, and accepts their results', async () => {
      scene.server.script(({ messages }) =>
        messages.at(-1)?.role === 'tool'
          ? { say: `It is ${messages.at(-1)?.text}.` }
          : { say: 'Let me see.', call: [{ name: 'add', args: { a: 2, b: 3 } }] },
      );
      const first = await turn({ tools: [addition] });
      expect(first).toMatchObject({
        finish: 'tool_calls',
        parts: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool_call', tool_name: 'add', args: { a: 2, b: 3 } },
        ],
      });
      if (first.type !== 'answered') throw new Error(first.error);
      const call = first.parts.find((part) => part.type === 'tool_call');
      const { tool_call_id = '', tool_name = '' } = call ?? {};
      const second = await turn({
        tools: [addition],
        messages: [
          { role: 'user', text: 'What is 2 and 3?' },
          { role: 'assistant', parts: first.parts },
          { role: 'tool', returns: [{ tool_call_id, tool_name, content: '5' }] },
        ],
      });
      expect(second).toMatchObject({ finish: 'stop', parts: [{ text: 'It is 5.' }] });
      expect(scene.server.asked.at(-1)?.messages.map(({ role, calls }) => [role, calls])).toEqual([
        ['user', []],
        ['assistant', ['add']],
        ['tool', []],
      ]);
    });

    it.each([
      ['an unknown tool', { name: 'destroy', args: {} }],
      ['arguments that are not JSON', { name: 'add', args: '{"a": 2, b' }],
    ])('marks a call of %s as invalid, with the reason', async (_, call) => {
      scene.server.script(() => ({ call: [call] }));
      const answer = await turn({ tools: [addition] });
      expect(answer).toMatchObject({
        type: 'answered',
        parts: [{ tool_name: call.name, invalid: expect.stringMatching(/.{10}/) }],
      });
    });

    it('sends one request only, even if the model calls a tool', async () => {
      scene.server.script(() => ({ call: [{ name: 'add', args: { a: 1, b: 1 } }] }));
      const before = scene.server.asked.length;
      await turn({ tools: [addition] });
      expect(scene.server.asked.length - before).toBe(1);
    });

    it('requests an answer with a schema', async () => {
      scene.server.script(() => ({ say: '{"city":"Lima"}' }));
      const output = {
        name: 'city',
        schema: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
          additionalProperties: false,
        },
      };
      const answer = await turn({ output });
      expect(answer).toMatchObject({ parts: [{ type: 'text', text: '{"city":"Lima"}' }] });
      expect(scene.server.asked.at(-1)).toMatchObject({ structured: true });
    });

    it('returns no usage if the server sends none, and why an answer ended', async () => {
      scene.server.script(() => ({ say: 'Li', finish: 'length', usage: 'none' }));
      const answer = await turn();
      expect(answer).toMatchObject({ type: 'answered', finish: 'length' });
      expect(answer).not.toHaveProperty('usage');
      scene.server.script(() => ({ say: 'No.', finish: 'content_filter' }));
      expect(await turn()).toMatchObject({ type: 'answered', finish: 'refused' });
    });

    it.each([
      ['busy', { kind: 'busy', retry: 30_000, error: expect.stringContaining('status 429') }],
      ['broken', { kind: 'busy', error: expect.stringContaining('status 500') }],
      ['denied', { kind: 'denied', retry: 'no' }],
      ['unknown', { kind: 'denied', retry: 'no' }],
      ['moved', { kind: 'unreachable', retry: 'no' }],
      ['cut', { kind: 'cut' }],
      ['ends', { kind: 'cut' }],
      ['garbage', { kind: 'invalid', retry: 'no' }],
      ['failing', { kind: 'busy', error: expect.stringContaining('It says: Scripted to fail') }],
    ] as const)('reports a server that is %s, after one attempt', async (misbehave, failure) => {
      const retryAfter = misbehave === 'busy' ? { retryAfter: '30' } : {};
      scene.server.script(() => ({ misbehave, ...retryAfter }));
      const before = scene.server.asked.length;
      const answer = await turn();
      expect(answer).toMatchObject({ type: 'failed', ...failure });
      expect(JSON.stringify(answer)).not.toContain('sk-canary');
      expect(scene.server.asked.length - before).toBe(1);
    });

    it('stops when the caller aborts', async () => {
      scene.server.script(() => ({ misbehave: 'silent' }));
      const control = new AbortController();
      const onText = () => control.abort();
      const answer = await turn({}, { signal: control.signal, onText });
      expect(answer).toMatchObject({ type: 'failed', kind: 'cancelled' });
      expect(await turn({}, { signal: control.signal })).toMatchObject({ kind: 'cancelled' });
    });

    it('stops at its time limit', async () => {
      scene.server.script(() => ({ misbehave: 'silent' }));
      const answer = await turn({ limits: { output_tokens: 100, time_ms: 100 } });
      expect(answer).toMatchObject({ type: 'failed', kind: 'time' });
    });

    it('refuses an integration of another organisation', async () => {
      expect(await turn({ tenant_id: 'org_other' })).toMatchObject({
        type: 'failed',
        kind: 'integration',
        retry: 'no',
      });
    });
  });
};

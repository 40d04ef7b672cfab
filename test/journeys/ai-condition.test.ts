import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { type ModelRequest, openScriptedModel } from '#test/support/scripted-model.ts';

let product: Embedded;
let server: Awaited<ReturnType<typeof openScriptedModel>>;
let integration: { type: string; id: string };

const key = 'sk-canary-0123456789';
const question = 'Is this finding a threat to customer data?';

/** The model takes text about customers for a threat, and is unsure about the rest. */
const judgeScript = ({ messages }: ModelRequest) => {
  const isThreat = messages.some(({ text }) => text.includes('customers'));
  const verdict = { answer: isThreat ? 'yes' : 'no', reason: 'By its title.' };
  return { say: JSON.stringify({ ...verdict, confidence: isThreat ? 0.95 : 0.3 }) };
};

beforeAll(async () => {
  server = await openScriptedModel(judgeScript);
  product = await openEmbedded({ OUTGOING_ALLOW: server.host });
  const { accountId } = await product.api.integrations.createIntegration({
    cspName: 'custom_model',
    alias: 'Our models',
    groups: ['Platform'],
    values: {
      api_url: `${server.endpoint}/v1`,
      auth_type: 'bearer',
      api_key: key,
      models: 'judge-small 1 4',
    },
  });
  integration = { type: 'custom_model', id: accountId };
});

afterAll(async () => {
  await product.close();
  await server.close();
});

let bots = 0;

/** A bot in which a model decides what happens next. */
const createBot = async (data: string, settings: object = {}) => {
  const graph = draw(
    `start -> judge:ai_condition -yes-> hold:delay -> end
     judge -unsure-> later:delay -> end
     judge -no-> end`,
    {
      judge: { integration, question, data, ...settings },
      hold: { seconds: 1 },
      later: { seconds: 1 },
    },
  );
  const { _id: bot_id } = await product.api.bots.createBot({
    name: `Judge ${(bots += 1)}`,
    graph,
  });
  await product.api.bots.publishBot({ bot_id, version: 1 });
  return bot_id;
};

/** A run that has ended, with the output of the node that calls the model. */
const run = async (data: string, options: { settings?: object; dry_run?: boolean } = {}) => {
  const { settings, dry_run = false } = options;
  const bot_id = await createBot(data, settings);
  const { _id: bot_exc_id } = await product.api.executions.startExecution({ bot_id, dry_run });
  const { executions } = product.api;
  const { state, results } = await eventually(
    () => executions.getExecution({ bot_exc_id }),
    (one) => one.state === 'SUCCEEDED' || one.state === 'FAILED',
  );
  const judged = await executions.getNodeResult({ bot_exc_id, node_id: 'judge' });
  return { state, results: results ?? {}, judged };
};

describe('a bot with an AI condition', () => {
  it('takes the exit that the model chooses, and shows the reason', async () => {
    const finalRun = await run('A copy of all customers was sent abroad.');
    expect(finalRun.judged.output).toMatchObject({
      branch: 'yes',
      answer: 'yes',
      reason: 'By its title.',
      confidence: 0.95,
    });
    expect(Object.keys(finalRun.results)).toEqual(expect.arrayContaining(['judge', 'hold']));
    expect(server.asked.at(-1)).toMatchObject({ model: 'judge-small', structured: true });
    expect(JSON.stringify(finalRun)).not.toContain(key);
  });

  it('takes the exit "unsure" when the model is not confident enough', async () => {
    const finalRun = await run('A printer is out of paper.');
    expect(finalRun.judged.output).toMatchObject({ branch: 'unsure', answer: 'no' });
    expect(Object.keys(finalRun.results)).toContain('later');
  });

  it('calls no model in a dry run', async () => {
    const before = server.asked.length;
    const finalRun = await run('All customers.', { dry_run: true });
    expect(server.asked).toHaveLength(before);
    expect(JSON.stringify(finalRun.judged)).toContain(question);
  });

  it('fails with an explanation when the integration does not offer the model', async () => {
    const finalRun = await run('Anything.', { settings: { model: 'judge-huge' } });
    expect(finalRun.state).toBe('FAILED');
    expect(JSON.stringify(finalRun)).toContain('does not offer the model');
  });
});

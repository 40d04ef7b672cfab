// npm run evaluate: a model is asked for twenty bots, and each graph is judged.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { recordings } from '#test/domain/bot-builder/recordings.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { openLoopback } from '#test/support/loopback.ts';
import { openScriptedModel, type Script } from '#test/support/scripted-model.ts';
import { prompts } from '../../bin/evaluate/prompts.ts';

const keyOfModel = 'sk-scripted-0123456789';

let product: Embedded;
let model: Awaited<ReturnType<typeof openScriptedModel>>;
let integration: string;

const connectModel = async (alias: string, api_key = keyOfModel) => {
  const api_url = `${model.endpoint}/v1`;
  const values = { api_url, auth_type: 'bearer', api_key, models: 'drawer 1 4' };
  const input = { cspName: 'custom_model', alias, groups: ['Platform'], values };
  return (await product.api.integrations.createIntegration(input)).accountId;
};

beforeAll(async () => {
  model = await openScriptedModel(() => ({ say: 'Done.' }));
  product = await openEmbedded({ OUTGOING_ALLOW: model.host });
  integration = await connectModel('Our model');
});

afterAll(async () => {
  await product.close();
  await model.close();
});

/** Answers each prompt with its recording. */
const replayScript: Script = ({ messages }) => {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const question = messages[0]?.text ?? '';
  const prompt = prompts.find(({ text }) => question.includes(text));
  const at = messages.slice(last).filter(({ role }) => role === 'assistant').length;
  const step = recordings[prompt?.id ?? '']?.[at] ?? 'I have nothing to add.';
  if (typeof step === 'string') return { say: step, usage: [1000, 100] };
  return { call: step.map(([name, args = {}]) => ({ name, args })), usage: [1000, 100] };
};

const run = async (args: string[], key = product.api_key) => {
  const child = spawn(process.execPath, ['bin/evaluate.ts', ...args], {
    env: { ...process.env, EVALUATE_URL: '', EVALUATE_MODEL: '', EVALUATE_KEY: key },
  });
  const output: string[] = [];
  child.stdout.on('data', (data) => output.push(String(data)));
  child.stderr.on('data', (data) => output.push(String(data)));
  const [code] = await once(child, 'close');
  return { code, text: output.join('') };
};

const productArguments = (id = integration) => ['--integration', id, '--server', product.url];

describe('evaluating a model that is connected to a running product', () => {
  it('requests all graphs and reports the results in a table', async () => {
    model.script(replayScript);
    const { code, text } = await run(productArguments());
    expect(text).toMatch(/^Prompt +Result +Steps +Tokens +Cost +Seconds$/m);
    expect(text).toMatch(/^wait +pass +4 +4,400 +\$0\.0056 +\d+\.\d$/m);
    expect(text).toMatch(/^Total +20 of 20 \(100%\) +\d+ +[\d,]+ +\$\d\.\d{4} +\d+\.\d$/m);
    expect(code).toBe(0);
    expect(text).not.toContain(product.api_key);
    expect(model.asked.at(-1)?.headers.authorization).toBe(`Bearer ${keyOfModel}`);
    const { items } = await product.api.audit.listAuditTrails({ number_of_items: 1 });
    expect(items[0]).toMatchObject({ action_type: 'ask_builder' });
  });

  it('reports what a failed graph lacks', async () => {
    model.script((question) =>
      (question.messages[0]?.text ?? '').includes('wait ten minutes')
        ? { say: 'I cannot.' }
        : replayScript(question),
    );
    const { code, text } = await run(productArguments());
    expect(text).toMatch(/^wait +FAIL +1 .*\n {2}- no node of the kind delay$/m);
    expect(text).toMatch(/^Total +19 of 20 \(95%\)/m);
    expect(code).toBe(1);
  });
});

describe('an evaluation that cannot start', () => {
  const refusalOf = async (args: string[], key?: string) => {
    const { code, text } = await run(args, key);
    expect(code).toBe(2);
    expect(text).not.toContain('Prompt ');
    return text.trim();
  };

  it('reports an API key that is missing or not accepted', async () => {
    expect(await refusalOf(productArguments(), 'nonsense')).toBe(
      `Nothing was measured. ${product.url} does not accept this API key. ` +
        'Create one under Account, API keys, and set EVALUATE_KEY.',
    );
    expect(await refusalOf(productArguments(), '')).toContain('Set EVALUATE_KEY to an API key');
  });

  it('reports that the product is not running', async () => {
    const { endpoint, close } = await openLoopback(() => ({}));
    await close();
    expect(await refusalOf(['--integration', integration, '--server', endpoint])).toBe(
      `Nothing was measured. No Cloudwarden answers at ${endpoint}. Start it, or set --server.`,
    );
  });

  it('reports an unknown integration, and an integration without such models', async () => {
    const unknownId = `int_${'0'.repeat(32)}`;
    expect(await refusalOf(productArguments(unknownId))).toContain('integration');
    const input = { cspName: 'linux', alias: 'Hosts', groups: ['Platform'] };
    const { accountId } = await product.api.integrations.createIntegration(input);
    expect(await refusalOf(productArguments(accountId))).toContain(
      '"Hosts" has no models. Connect OpenAI',
    );
    const args = [...productArguments(), '--model', 'another'];
    expect(await refusalOf(args)).toContain('"Our model" does not offer this model.');
  });

  it('reports a model that refuses its key, limits requests or does not respond', async () => {
    model.script(() => ({ misbehave: 'denied' }));
    const denied = await refusalOf(
      productArguments(await connectModel('Wrong key', 'sk-wrong-9876543210')),
    );
    expect(denied).toContain('rejected the credentials (401)');
    expect(denied).not.toContain('sk-wrong-9876543210');
    model.script(() => ({ misbehave: 'busy', retryAfter: '60' }));
    expect(await refusalOf(productArguments())).toContain('is rate limiting requests (status 429)');
    const error = 'models.example did not answer completely within 24 s.';
    const slow = await openLoopback(() => ({
      body: JSON.stringify({ type: 'failed', error, retry_after: 30_000 }),
    }));
    expect(await refusalOf(['--integration', integration, '--server', slow.endpoint])).toContain(
      error,
    );
    await slow.close();
  });

  it('shows its usage when the arguments are missing or wrong', async () => {
    expect(await refusalOf([])).toContain('npm run evaluate -- --integration');
    expect(await refusalOf(['--nonsense'])).toContain("Unknown option '--nonsense'");
    expect(await refusalOf([...productArguments(), '--only', 'nothing'])).toContain(
      'no prompt "nothing"',
    );
  });
});

describe('evaluating a model by its address', () => {
  it('requires no product', async () => {
    model.script(replayScript);
    const args = ['--url', model.endpoint, '--model', 'scripted-model', '--only', 'wait'];
    const { code, text } = await run(args, 'key-of-a-model');
    expect(text).toMatch(/^wait +pass +4 +4,400 +- +\d+\.\d$/m);
    expect(text).toMatch(/^Total +1 of 1 \(100%\)/m);
    expect(text).not.toContain('key-of-a-model');
    expect(code).toBe(0);
    expect(model.asked.at(-1)?.headers.authorization).toBe('Bearer key-of-a-model');
  });
});

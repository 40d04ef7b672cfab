// Evaluates how well a model draws bots: npm run evaluate -- --integration <id>
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { evaluate, type Result } from './evaluate/evaluation.ts';
import { type Ask, connectedModel, modelAt } from './evaluate/models.ts';
import { prompts } from './evaluate/prompts.ts';
import { countPassed, headText, resultText, totalText } from './evaluate/report.ts';

const usage = `\
Measures how well a model draws bots: ${prompts.length} prompts, each judged by its graph.

  npm run evaluate -- --integration <id>
  npm run evaluate -- --url <address> --model <name>

--integration  A model that is connected to a running Cloudwarden: the id of an integration with
               OpenAI, Amazon Bedrock or a custom model. Needs an API key of Cloudwarden.
--server       Where that Cloudwarden is; by default http://127.0.0.1:4000.
--url          Without a Cloudwarden: the base URL, before /chat/completions, of any server with an
               API like that of OpenAI.
--model        The model; with --integration, by default the one of the integration.
--price        With --url: US dollars for a million tokens of questions and of answers.
--only         One prompt: ${prompts.map(({ id }) => id).join(', ')}.

EVALUATE_KEY holds the key: of Cloudwarden with --integration, of the model's server with --url.
EVALUATE_URL and EVALUATE_MODEL are the defaults of --url and --model.

The exit code is 1 if a graph is not as its prompt asks, and 2 if no model answers.`;

const exitWithError = (text: string): never => {
  process.stderr.write(`${text}\n`);
  process.exit(2);
};

const options = {
  integration: { type: 'string' },
  server: { type: 'string', default: 'http://127.0.0.1:4000' },
  url: { type: 'string' },
  model: { type: 'string' },
  key: { type: 'string' },
  price: { type: 'string' },
  only: { type: 'string' },
} as const;

const parseOptions = () => {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return exitWithError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
};

const isWebAddress = (text: string): boolean =>
  ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');

const selectModel = ({
  integration,
  server,
  price,
  ...values
}: ReturnType<typeof parseOptions>): Ask => {
  const { EVALUATE_URL, EVALUATE_MODEL, EVALUATE_KEY = '' } = process.env;
  const key = values.key ?? EVALUATE_KEY;
  const model = values.model ?? EVALUATE_MODEL ?? '';
  if (integration !== undefined) {
    if (!isWebAddress(server))
      return exitWithError(`"${server}" is not the address of a Cloudwarden.`);
    if (key === '') {
      return exitWithError('Set EVALUATE_KEY to an API key of Cloudwarden: Account, API keys.');
    }
    return connectedModel({ server, key, integration_id: integration, model });
  }
  const url = values.url ?? EVALUATE_URL ?? '';
  if (url === '' || model === '') return exitWithError(usage);
  if (!isWebAddress(url)) return exitWithError(`"${url}" is not the address of a model's server.`);
  return modelAt({ url, key, model, price });
};

const values = parseOptions();
const selectedPrompts = prompts.filter(({ id }) => values.only === undefined || id === values.only);
if (selectedPrompts.length === 0) exitWithError(`There is no prompt "${values.only}".\n\n${usage}`);
const ask = selectModel(values);

const results: Result[] = [];
for (const prompt of selectedPrompts) {
  const result = await evaluate(prompt, { ask, wait: (ms) => wait(ms) }, Date.now);
  results.push(result);
  // If the model has not answered even once, the same error would prevent all other answers.
  if (results.every(({ usage: spent }) => spent.steps === 0)) {
    exitWithError(`Nothing was measured. ${result.faults.join(' ')}`);
  }
  if (results.length === 1) process.stdout.write(`${headText}\n`);
  process.stdout.write(`${resultText(result)}\n`);
}
process.stdout.write(`\n${totalText(results)}\n`);
process.exitCode = countPassed(results) === selectedPrompts.length ? 0 : 1;

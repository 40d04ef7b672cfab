// How well a model draws bots: npm run evaluate -- --url <address> --model <name>
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { askModel } from '#lib/domain/bot-builder/ask-model.ts';
import { customModel } from '#lib/domain/integrations/catalogue/custom_model.ts';
import { hostOf } from '#lib/domain/integrations/host.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { tokenMemory } from '#lib/engine/integrations/tokens.ts';
import { openModels } from '#lib/engine/models/models.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { outgoingStream } from '#lib/engine/outgoing/stream.ts';
import { evaluate, resultText } from './evaluate/evaluation.ts';
import { prompts } from './evaluate/prompts.ts';

const usage = `\
Measures how well a model draws bots: ${prompts.length} prompts, each judged by its graph.

  npm run evaluate -- --url <address> --model <name>

--url    What /chat/completions stands behind, of any server with an API like that of OpenAI.
--key    Its key, if it takes one; better in EVALUATE_KEY, where no list of processes shows it.
--price  US dollars for a million tokens of questions and of answers.
--only   One prompt: ${prompts.map(({ id }) => id).join(', ')}.

EVALUATE_URL and EVALUATE_MODEL stand in for what is left out. It ends with 1 where a graph is not
as it was asked for.`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    model: { type: 'string' },
    key: { type: 'string' },
    price: { type: 'string' },
    only: { type: 'string' },
  },
});

const { url = process.env.EVALUATE_URL, model = process.env.EVALUATE_MODEL, only, price } = values;
const api_key = values.key ?? process.env.EVALUATE_KEY ?? '';
const asked = prompts.filter(({ id }) => only === undefined || id === only);

const leave = (text: string): never => {
  process.stderr.write(`${text}\n`);
  process.exit(2);
};

if (!url || !model || !URL.canParse(url) || asked.length === 0) leave(usage);

const address = new URL(url ?? '');
const integration: OpenedIntegration = {
  tenant_id: 'evaluation',
  accountId: 'int_evaluation',
  revision: 1,
  alias: 'Evaluated model',
  type: customModel,
  hosts: [hostOf(address)],
  values: {
    api_url: address.href.replace(/\/$/, ''),
    auth_type: api_key === '' ? 'none' : 'bearer',
    api_key,
    models: `${model}${price === undefined ? '' : ` ${price}`}`,
  },
  secrets: api_key === '' ? [] : [api_key],
};

const port = address.port || (address.protocol === 'https:' ? '443' : '80');
// Whoever runs this knows the server that they name; it may stand on their own machine.
const callable = { allow: [`${address.hostname}:${port}`] };
const models = openModels({
  integration: async () => integration,
  outgoing: outgoing(callable),
  outgoingStream: outgoingStream(callable),
  tokens: tokenMemory(),
  beginSession: () => Promise.reject(new Error('No account of AWS is asked here.')),
  clock: Date.now,
});

let passed = 0;
for (const prompt of asked) {
  const result = await evaluate(
    prompt,
    {
      ask: (messages) =>
        askModel(models, integration.tenant_id, {
          integration_id: integration.accountId,
          model: '',
          messages: [...messages],
        }),
      wait: (ms) => wait(ms),
    },
    Date.now,
  );
  if (result.faults.length === 0) passed += 1;
  process.stdout.write(`${resultText(result)}\n`);
}
process.stdout.write(`\n${passed} of ${asked.length} graphs are as they were asked for.\n`);
process.exitCode = passed === asked.length ? 0 : 1;

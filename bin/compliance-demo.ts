// `npm run demo -- --compliance`: a finding of the sample accounts, and a bot waiting to fix it.
import { setTimeout as pause } from 'node:timers/promises';
import { withRuleTrigger } from '#lib/domain/compliance/fix-bot.rules.ts';
import { corrections } from '#lib/domain/library/templates/corrections.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import type { complianceRoutes } from '#lib/domain/compliance/compliance.routes.ts';
import { botRoutes } from '#lib/domain/bots/bot.routes.ts';
import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { inventoryRoutes } from '#lib/domain/inventory/inventory.routes.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { hrefTo } from '#lib/pages.ts';

const rule_id = 'aws-s3-bucket-blocks-public-access';
const integration_id = sampleId('aws-production');

/** The library's bot that blocks public access, for the sample account; anybody may approve. */
const botFor = () => {
  const template = corrections.find(({ _id }) => _id === 'block-public-access-to-buckets');
  if (!template) throw new Error('The library has no bot that blocks public access.');
  const graph = withRuleTrigger(template.graph, { rule_id, integration_id });
  const nodes = graph.nodes.map((node) =>
    node.type === 'approval' ? { ...node, settings: { ...node.settings, approvers: [] } } : node,
  );
  const { description, category } = template;
  return { description, category, importance: 'Medium', graph: { ...graph, nodes } };
};

type Rule = (typeof complianceRoutes)['listComplianceRules']['output']['_output']['items'][number];

/** Calls the API with the API key of the first start. */
const apiAt = (url: string, key: string) => async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${url}/${path}`, {
    method,
    headers: { authorization: key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
};

type Api = ReturnType<typeof apiAt>;

const runScan = async (api: Api): Promise<void> => {
  const path = 'inventory/executions';
  const { path: start } = inventoryRoutes.startInventoryExecution;
  const { _id } = await api('POST', start, { integration_id });
  for (;;) {
    const { state, cause } = await api('GET', `${path}/${_id}`);
    if (state === 'SUCCEEDED') return;
    if (state !== 'IN_PROGRESS') throw new Error(`The scan failed: ${cause}`);
    await pause(500);
  }
};

/** Adds the sample accounts, scans one, and starts a bot that asks which of its buckets to fix. */
export const runComplianceDemo = async (
  { console_url, api_url }: { console_url: string; api_url: string },
  key: string,
): Promise<void> => {
  const api = apiAt(api_url, key);
  await api('POST', inventoryRoutes.addSampleEstate.path, {});
  console.log('The sample accounts are there. Scanning one of them ...');
  await runScan(api);
  const query = `rule_id=${rule_id}&number_of_items=1`;
  const { items } = await api('GET', `compliance/rules?${query}`);
  const [rule]: (Rule | undefined)[] = items;
  const example = `rules=${rule_id}&integrations=${integration_id}`;
  const { event } = await api('GET', `compliance/finding_example?${example}`);
  if (!rule || !event) {
    console.log('The sample bucket is fixed already. Remove the sample accounts to begin again.');
    return;
  }
  const name = `Demo ${isoTime(Date.now()).slice(0, 19).replaceAll(/[T:]/g, '-')}`;
  const bot = await api('POST', botRoutes.createBot.path, { ...botFor(), name });
  await api('POST', `bots/${bot._id}/publish`, { version: 1 });
  const { path: start } = executionRoutes.startExecution;
  const run = await api('POST', start, { bot_id: bot._id, input: event });
  console.log(`"${rule.title}": ${event.total} buckets fail it.

  The finding       ${console_url}${hrefTo('compliance', {}, { rule: rule_id })}
  The waiting run   ${console_url}${hrefTo('run', { bot_id: bot._id, bot_exc_id: run._id })}
  Its approval      ${console_url}${hrefTo('approvals')}

The bot found these buckets in the inventory. Approve one or more: it looks them up again, blocks
public access to those that are still open, checks the result in the account, and sends a mail that
lists what it fixed, what had changed in the meantime, and what is still open. The account is a
sample, so nothing outside is called.

Then press Scan now (${console_url}#/inventory/schedule): the fixed buckets pass.`);
};

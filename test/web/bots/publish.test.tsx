import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { BotView, Graph } from '#lib/domain/bots/bot.schema.ts';
import { compareGraphs } from '#lib/domain/bots/version.rules.ts';
import { draw as drawLines } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { applyEdit, type Edit } from '#web/pages/bots/editor/document/edit.ts';
import { changeLines } from '#web/pages/bots/versions/change-lines.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const configureEdit = (id: string, values: Record<string, unknown>): Edit => ({
  do: 'configure',
  id,
  settings: values,
});

const onDemandGraph = applyEdit(
  draw('start -> wait:delay -> end'),
  configureEdit('wait', { seconds: 1 }),
);
const scheduled = applyEdit(onDemandGraph, configureEdit('start', { trigger_type: 'scheduled' }));

let botCount = 0;

const createBot = (graph: Graph): Promise<BotView> => {
  botCount += 1;
  return product.api.bots.createBot({ name: `Published ${botCount}`, graph });
};

const publish = ({ _id }: BotView, version: number) =>
  product.api.bots.publishBot({ bot_id: _id, version });

const save = ({ _id, draft_version, ...bot }: BotView, graph: Graph): Promise<BotView> => {
  const { name, description, category, importance } = bot;
  const details = { name, description, category, importance };
  return product.api.bots.updateBot({
    ...details,
    bot_id: _id,
    base_version: draft_version,
    graph,
  });
};

const readBot = ({ _id }: BotView) => product.api.bots.getBot({ bot_id: _id });

const openPublishDialog = async (bot: BotView, version: number) => {
  renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
  await clickWhenEnabled('Publish');
  const name = `Publish version ${version}`;
  return within(await screen.findByRole('dialog', { name }));
};

describe('publishing a version', () => {
  it('shows effect and cost of the first version and waits for confirmation', async () => {
    const bot = await createBot(onDemandGraph);
    const dialog = await openPublishDialog(bot, 1);
    await dialog.findByText('The bot is enabled at once.');
    dialog.getByText(/becomes the active version\. It is the first one\.$/);
    dialog.getByText('It runs only when somebody starts it.');
    await dialog.findByText('Cost of a run on AWS');
    expect(dialog.queryByText(/a month, for/)).toBeNull();
    await clickWhenEnabled('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await readBot(bot)).published_version).toBeUndefined();
  });

  it('shows the maximum cost of a question to each model', async () => {
    const values = { api_key: 'sk-canary-0123456789', models: 'gpt-5-mini 0.25 2\nlocal' };
    const integration = { cspName: 'openai', alias: 'Our models', groups: ['Tests'], values };
    const { accountId: id } = await product.api.integrations.createIntegration(integration);
    const settings = {
      integration: { type: 'openai', id },
      question: 'Is it?',
      data: '{% $event %}',
    };
    const bot = await product.api.bots.createBot({
      name: 'Asks models',
      graph: drawLines('start -> one:ai_condition -yes-> two:ai_condition -yes-> end', {
        one: settings,
        two: { ...settings, model: 'local' },
      }),
    });
    const dialog = await openPublishDialog(bot, 1);
    await dialog.findByText('Cost of models');
    // 34,822 tokens of a question and 2,000 of an answer.
    const costPattern = /^one: at most \$0\.013 a question to gpt-5-mini of Our models\.$/;
    expect(await dialog.findByText(costPattern)).toBeVisible();
    expect(dialog.getByText(/^two: no price is set for local in Our models, so /)).toBeVisible();
    await clickWhenEnabled('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows the maximum cost of an AI agent in each iteration of a loop', async () => {
    const values = { api_key: 'sk-canary-0123456789', models: 'gpt-5-mini 0.25 2' };
    const integration = { cspName: 'openai', alias: 'Models of loops', groups: ['Tests'], values };
    const { accountId: id } = await product.api.integrations.createIntegration(integration);
    const agent = { integration: { type: 'openai', id }, task: 'Look.', max_cost_usd: 0.02 };
    const bot = await product.api.bots.createBot({
      name: 'Asks in a loop',
      graph: drawLines(
        'start -> before:ai_agent -> each:loop -body-> in:ai_agent -> e:loop_end -> end',
        {
          before: agent,
          each: { items_to_iterate: '{% $event %}' },
          in: agent,
        },
      ),
    });
    const dialog = await openPublishDialog(bot, 1);
    await dialog.findByText(
      'before: at most $0.020 for the agent, by gpt-5-mini of Models of loops.',
    );
    const inLoop =
      /^in: at most \$0\.020 in each iteration of its loop and \$0\.20 in a run, by gpt-5-mini /;
    await dialog.findByText(inLoop);
    await clickWhenEnabled('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps a disabled bot disabled unless the user enables the bot', async () => {
    const bot = await createBot(onDemandGraph);
    const { _id: bot_id } = bot;
    await publish(bot, 1);
    await product.api.bots.setBotStatus({ bot_id, status: 'disabled' });
    await save(bot, applyEdit(onDemandGraph, configureEdit('wait', { seconds: 2 })));
    const dialog = await openPublishDialog(bot, 2);
    await dialog.findByText('The bot stays disabled, as it was, unless you enable it too.');
    await clickWhenEnabled('Publish version 2');
    await screen.findByText('Version 2 is published. The bot stays disabled.');
    expect(await readBot(bot)).toMatchObject({ status: 'disabled', published_version: 2 });
    await save(await readBot(bot), onDemandGraph);
    cleanup();
    await openPublishDialog(bot, 3);
    await clickWhenEnabled('Publish and enable');
    await screen.findByText('Version 3 is published and the bot is enabled.');
    expect(await readBot(bot)).toMatchObject({ status: 'enabled', published_version: 3 });
  });

  it('shows the changes since the published version, short and in full', async () => {
    const bot = await createBot(onDemandGraph);
    await publish(bot, 1);
    const changed = applyEdit(onDemandGraph, configureEdit('wait', { seconds: 60 }));
    await save(bot, changed);
    const dialog = await openPublishDialog(bot, 2);
    await dialog.findByText('wait: changed in How long');
    dialog.getByText('The bot stays enabled.');
    dialog.getByText('Runs in progress keep the version they started with.');
    await clickWhenEnabled('Compare version 1 with version 2 in full');
    const table = await dialog.findByRole('table', { name: 'Fields of wait that differ' });
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/^How long1 second60 seconds$/);
    await clickWhenEnabled('Publish version 2');
    await screen.findByText('Version 2 is published and the bot is enabled.');
  });

  it('lists its calls and marks those new since the published version', async () => {
    const calls = (method: string) =>
      applyEdit(
        draw('start -> call:http_request -> end'),
        configureEdit('call', { method, url: 'https://api.example.com/v1' }),
      );
    const bot = await createBot(calls('GET'));
    await publish(bot, 1);
    await save(bot, calls('DELETE'));
    const dialog = await openPublishDialog(bot, 2);
    await dialog.findByText('Calls outside AWS that this version may make');
    const line = await dialog.findByText('DELETE api.example.com, without an integration');
    await within(line).findByText('New');
    dialog.getByText('No longer: GET api.example.com, without an integration');
  });

  it('is possible again when the calls of an action have changed', async () => {
    const listing = {
      name: 'List them',
      description: 'All of them.',
      executable_type: 'aws' as const,
      call: { service: 'iam' as const, operation: 'ListUsers', parameters: {} },
    };
    const { _id: action_id } = await product.api.actions.createAction(listing);
    const { accountId: id } = await product.api.integrations.createIntegration({
      cspName: 'slack',
      alias: 'Chat',
      groups: ['tests'],
      values: { bot_token: 'xoxb-1' },
    });
    const graph = applyEdit(
      draw('start -> act:rest_api_action -> end'),
      configureEdit('act', { action: action_id, integration: { type: 'aws', id } }),
    );
    const bot = await createBot(graph);
    await publish(bot, 1);
    renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
    const button = await screen.findByRole('button', { name: 'Publish' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    cleanup();
    const call = { ...listing.call, operation: 'ListRoles' };
    await product.api.actions.updateAction({ ...listing, call, action_id, base_version: 1 });
    const dialog = await openPublishDialog(bot, 1);
    await dialog.findByText('iam:ListRoles');
    await dialog.findByText('New');
    dialog.getByText('No longer: iam:ListUsers');
    await clickWhenEnabled('Publish version 1');
    await screen.findByText('Version 1 is published and the bot is enabled.');
    expect((await readBot(bot)).aws_rights).toMatchObject([{ permission: 'iam:ListRoles' }]);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled'),
    );
  });

  it('asks for a missing schedule afterwards', async () => {
    const dialog = await openPublishDialog(await createBot(scheduled), 1);
    await dialog.findByText('The bot stays disabled until it is scheduled.');
    expect(dialog.queryByText('Next five runs')).toBeNull();
    await clickWhenEnabled('Publish and schedule');
    await screen.findByRole('dialog', { name: 'Schedule bot' });
  });

  it('reports that an enabled bot is disabled until it is scheduled', async () => {
    const bot = await createBot(onDemandGraph);
    await publish(bot, 1);
    await save(bot, scheduled);
    const dialog = await openPublishDialog(bot, 2);
    await dialog.findByText('The bot is disabled until it is scheduled.');
    await clickWhenEnabled('Publish and schedule');
    await screen.findByRole('dialog', { name: 'Schedule bot' });
    expect((await readBot(bot)).status).toBe('disabled');
  });

  it('shows the schedule that is kept and the cost of a month', async () => {
    const bot = await createBot(scheduled);
    await publish(bot, 1);
    const cron_expression = '0 3 * * *';
    await product.api.bots.setBotStatus({ bot_id: bot._id, status: 'enabled', cron_expression });
    await save(bot, applyEdit(scheduled, configureEdit('wait', { seconds: 2 })));
    const dialog = await openPublishDialog(bot, 2);
    await dialog.findByText('The bot stays enabled, with its current schedule.');
    expect(dialog.getByText(/^At 03:00 every day\./)).toBeTruthy();
    await dialog.findByText(/^About \$[\d.]+ a month, for 30 runs\.$/);
  });

  it('reports that the schedule ends when the new trigger needs none', async () => {
    const bot = await createBot(scheduled);
    await publish(bot, 1);
    const cron_expression = '0 3 * * *';
    await product.api.bots.setBotStatus({ bot_id: bot._id, status: 'enabled', cron_expression });
    await save(bot, onDemandGraph);
    await (await openPublishDialog(bot, 2)).findByText('Its schedule ends.');
  });

  it('stays open with an error when the server refuses', async () => {
    const bot = await createBot(onDemandGraph);
    const dialog = await openPublishDialog(bot, 1);
    await dialog.findByText('The bot is enabled at once.');
    await product.api.bots.deleteBot({ bot_id: bot._id });
    await clickWhenEnabled('Publish version 1');
    await dialog.findByText('The bot was not published.');
  });
});

describe('the short list of changes', () => {
  const longGraph = draw('start -> wait:delay -> a:delay -> b:delay -> c:delay -> d:delay -> end');

  it('is cut when there are many changes', () => {
    expect(changeLines(compareGraphs(onDemandGraph, longGraph))).toEqual([
      'wait: changed in How long',
      'a: added',
      'b: added',
      'c: added',
      'd: added',
      'and 2 more',
    ]);
  });

  it('is empty when only the positions changed', () => {
    const movedGraph = applyEdit(onDemandGraph, { do: 'move', to: { end: { x: 900, y: 500 } } });
    expect(changeLines(compareGraphs(onDemandGraph, movedGraph))).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { authConfigs } from '#lib/domain/listeners/listener.schema.ts';
import { createBotAndWait, unrouteAll, waitForText } from '#test/support/browser.ts';
import { type EditorPage, openEditorPage } from '#test/support/editor-page.ts';
import type { Embedded } from '#test/support/embedded.ts';
import { inspectPage } from './support/inspect-page.ts';

let editor: EditorPage;
let product: Embedded;
let page: Page;

beforeAll(async () => {
  editor = await openEditorPage();
  ({ product, page } = editor);
});

// Chromium reports rejected calls by itself.
afterEach(() => {
  expect(editor.complaints().filter((one) => !/status of (409|503)/.test(one))).toEqual([]);
});

afterAll(() => editor.close());

const node = (label: string | RegExp) => editor.node(label);
const settings = () => editor.settings();
const press = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
const dialog = (name: string) => page.getByRole('dialog', { name });

describe('a bot with an event trigger whose listener has not been called yet', () => {
  beforeAll(async () => {
    await page.goto(`/app#/bots/${product.sample.bot_id}`);
    await node('Condition: Is it severe').click();
  });

  it('previews expressions with the sample event', async () => {
    const preview = settings().getByRole('region', { name: 'Preview of Expression' });
    await waitForText(preview, (text) => /^Result with the event of [^\n]+:\s+true$/.test(text));
  });

  it('offers the fields of the sample event to expressions', async () => {
    await press('Insert value into Expression');
    await page.getByRole('menuitem', { name: 'Event or input' }).click();
    await page.getByRole('menuitem', { name: /^\$event\.severity/ }).waitFor();
    await page.getByRole('menuitem', { name: /^\$event\.resources\[0\]\.region/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  it('tests a node with the sample event', async () => {
    await settings().getByRole('tab', { name: 'Test' }).click();
    await press('Test this node only');
    await settings()
      .getByText(/with the event of .*, as a dry run$/)
      .waitFor();
    await waitForText(settings(), (text) => text.includes('"result": true'));
  });

  it('shows beside the button why a test could not start', async () => {
    const error = 'You may try a node again in a minute.';
    await page.route('**/test_node', (route) => route.fulfill({ status: 409, json: { error } }));
    await press('Test this node only');
    await settings().getByText('The node was not tested.').waitFor();
    await settings().getByText(error).waitFor();
    await unrouteAll(page);
    await press('Test this node only');
    await waitForText(settings(), (text) => text.includes('"result": true'));
  });

  it('runs as a dry run that calls nothing', async () => {
    await press('Run');
    const runDialog = dialog('Run bot');
    await runDialog.getByText('"fnd-sample"').waitFor();
    await inspectPage(page, 'trial-run');
    await runDialog.getByRole('button', { name: 'Start dry run' }).click();
    await node(/^HTTP request: Isolate the hosts, Would /).waitFor();
    const { bot_id } = product.sample;
    const { items } = await product.api.executions.listExecutions({ bot_id });
    expect(items).toMatchObject([{ trigger: { type: 'manual' }, options: { dry_run: true } }]);
    expect(await (await fetch(`${product.url}/sample/isolate`)).json()).toEqual({ calls: [] });
  });

  it('runs with a custom event that is prefilled with the received event', async () => {
    await press('Run');
    const runDialog = dialog('Run bot');
    await runDialog.getByRole('button', { name: /^Starts with/ }).click();
    await page.getByRole('option', { name: 'Custom JSON' }).click();
    const inputText = await runDialog.getByLabel('Input').inputValue();
    expect(JSON.parse(inputText)).toMatchObject({ id: 'fnd-sample', severity: 'HIGH' });
    await runDialog.getByLabel('Input').fill(inputText.replace('"HIGH"', '"LOW"'));
    await runDialog.getByRole('button', { name: 'Start dry run' }).click();
    await node(/^End: Nothing to do, Succeeded/).waitFor();
  });
});

describe('a listener that has never been called', () => {
  beforeAll(async () => {
    const auth_configs = authConfigs.parse({ auth_type: 'signature', headers: {} });
    const listenerInput = { name: 'Quiet alarms', description: 'Nobody sends yet', auth_configs };
    await product.api.listeners.createListener(listenerInput);
    const layout = { position: { x: 0, y: 0 } };
    const trigger = { trigger_type: 'event_driven', listener_id: product.sample.listener_id };
    const start = { id: 'a', type: 'start', name: 'Begin', ...layout, settings: trigger } as const;
    const end = { id: 'b', type: 'end', name: 'Done', position: { x: 0, y: 200 } } as const;
    const graph = {
      nodes: [start, { ...end, settings: {} }],
      edges: [{ id: 'ab', source: 'a', target: 'b' }],
    };
    const bot = await product.api.bots.createBot({ name: 'Watch the quiet', graph });
    await page.goto(`/app#/bots/${bot._id}`);
    await node('Start: Begin').click();
  });

  it('is marked as not called in the list of listeners and after its selection', async () => {
    await settings()
      .getByRole('button', { name: /^Listener/ })
      .click();
    const option = page.getByRole('option', { name: /Quiet alarms/ });
    await waitForText(option, (text) => text.includes('Not called yet'));
    await option.click();
    await settings().getByText('Nothing has called this listener yet').waitFor();
    await inspectPage(page, 'trial-quiet-listener');
  });

  it('offers no stored event, and the bot can run without an event', async () => {
    await press('Save');
    await page.getByText('Saved as version 2').waitFor();
    await press('Run');
    const runDialog = dialog('Run bot');
    await runDialog.getByRole('button', { name: /^Starts with/ }).click();
    await page.getByText('Events of Quiet alarms').waitFor();
    await waitForText(
      page.getByRole('option', { name: /No event is kept/ }),
      (text) => text !== '',
    );
    await page.keyboard.press('Escape');
    await runDialog.getByRole('button', { name: 'Start dry run' }).click();
    await node(/^End: Done, Succeeded/).waitFor();
  });

  it('is reported when the bot is published', async () => {
    await press('Publish');
    const publishDialog = dialog('Publish version 2');
    await publishDialog
      .getByText(/^"Begin", Listener: Nothing has called this listener yet/)
      .waitFor();
    await inspectPage(page, 'trial-publish-quiet');
    await publishDialog.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('a new bot', () => {
  it('previews expressions with an event of its listener before it is saved', async () => {
    await page.goto('/app#/bots/new');
    await node('Start: Start').click();
    await settings()
      .getByRole('button', { name: /^Trigger/ })
      .click();
    await page.getByRole('option', { name: 'Event driven' }).click();
    await settings()
      .getByRole('button', { name: /^Listener/ })
      .click();
    await page.getByRole('option', { name: 'Sample findings' }).click();
    await node('Start: Start').click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('condition');
    await page.keyboard.press('Enter');
    const expression = settings().getByRole('textbox', { name: 'Expression', exact: true });
    await expression.fill("{% $event.severity = 'HIGH' %}");
    const preview = settings().getByRole('region', { name: 'Preview of Expression' });
    await waitForText(preview, (text) => /^Result with the event of [^\n]+:\s+true$/.test(text));
  });

  it('shows in its dialog why it was not saved, and keeps the input', async () => {
    await press('Save');
    const form = dialog('Create bot');
    await form.getByLabel('Name').fill('Not yet');
    const busy = { status: 503, headers: { 'retry-after': '7' }, body: '<h1>Busy</h1>' };
    await page.route('**/api/bots', (route) => route.fulfill(busy));
    await form.getByRole('button', { name: 'Create bot' }).click();
    await form.getByText('The bot was not saved.').waitFor();
    await form.getByText(/Try again in 7 seconds\./).waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('Not yet');
    await inspectPage(page, 'trial-not-saved');
    await unrouteAll(page);
    await createBotAndWait(page, () => form.getByRole('button', { name: 'Create bot' }).click());
  });
});

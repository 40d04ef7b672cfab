import type { Browser, Page } from 'playwright-core';
import {
  collectComplaints,
  createBotAndWait,
  expectEventually,
  openBrowser,
  openWindow,
  readCopiedText,
  waitForText,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { signBody } from '#test/support/findings.ts';
import { openSignedIn } from '#test/support/signed-in.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, product);
});

afterEach(() => expect(complaints()).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

const canvas = () => page.getByRole('region', { name: /^Graph of / });
const node = (label: string | RegExp) => canvas().getByRole('group', { name: label });
const arrow = (name: string) => canvas().getByRole('img', { name: `Arrow from ${name}` });
/** The last one is in the list at a plus if that is open: it comes after the palette. */
const paletteEntry = (name: string) =>
  page.getByRole('option', { name: new RegExp(`^${name}`) }).last();
const settings = () => page.getByRole('complementary', { name: 'Settings' });
const field = (name: string) => settings().getByRole('textbox', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const textOnPage = (text: string | RegExp) => page.getByText(text).first();

const nodesShown = () =>
  canvas()
    .getByRole('group')
    .evaluateAll((nodes) => nodes.map((one) => one.ariaLabel));

/** Renames a node and returns to it. */
const rename = async (from: RegExp, to: string) => {
  const label = await node(from).getAttribute('aria-label');
  const [, name = ''] = /: (.*?)(, \d+ issues?)?$/.exec(label ?? '') ?? [];
  await node(from).click();
  // The settings of the previously selected node are shown a moment longer.
  await expectEventually(() => field('Name').inputValue(), name);
  await field('Name').fill(to);
  await page.keyboard.press('Enter');
};

/** Draws an arrow with the mouse, from a handle of one node to another node's input. */
const dragArrow = async (from: RegExp, handle: string, to: RegExp) => {
  const targetHandle = node(to).locator('[data-handlepos="top"]');
  await targetHandle.hover();
  await node(from).locator(`[data-handleid="${handle}"]`).hover();
  await page.mouse.down();
  const { x, y } = (await targetHandle.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 6, y + 6, { steps: 5 });
  await page.mouse.up();
};

const runWith = async (input: string) => {
  await button('Run').click();
  const dialog = page.getByRole('dialog', { name: 'Run bot' });
  await dialog.getByLabel('Input').fill(input);
  await dialog.getByRole('button', { name: 'Start dry run' }).click();
};

describe('drawing a bot', () => {
  it('adds a node from the palette after the selected node', async () => {
    await page.getByRole('link', { name: 'Bots', exact: true }).click();
    await page.getByRole('link', { name: 'New', exact: true }).first().click();
    await textOnPage('Not saved yet').waitFor();
    await expectEventually(nodesShown, ['Start: Start']);
    await node('Start: Start').click();
    await textOnPage('Will be added after Start.').waitFor();
    await paletteEntry('Condition').click();
    await arrow('Start to Condition').waitFor({ state: 'attached' });
  });

  it('adds nodes by dragging, and connects nodes from handle to handle', async () => {
    await paletteEntry('HTTP request').dragTo(canvas(), { targetPosition: { x: 420, y: 470 } });
    await settings().getByText('No path from the start leads to "HTTP request"').waitFor();
    await dragArrow(/^Condition/, 'yes', /^HTTP request/);
    await arrow('Condition by yes to HTTP request').waitFor({ state: 'attached' });
    await button('Add a node after HTTP request').click();
    await paletteEntry('HTTP request').click();
    await arrow('HTTP request to HTTP request 2').waitFor({ state: 'attached' });
  });

  it('adds a node and an arrow by keyboard alone', async () => {
    await button('Fit').click();
    await node(/^Condition/).click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('ends the run');
    await page.keyboard.press('Enter');
    await arrow('Condition by no to End').waitFor({ state: 'attached' });
    await button('Fit').click();
    await node(/^HTTP request: HTTP request 2/).click();
    await page.keyboard.press('Enter');
    await settings().getByLabel('Next', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('End');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await arrow('HTTP request 2 to End').waitFor({ state: 'attached' });
  });
});

describe('configuring a bot', () => {
  it('shows missing values at the node and in the list of issues', async () => {
    await expectEventually(nodesShown, [
      'Start: Start',
      'Condition: Condition, 1 issue',
      'HTTP request: HTTP request, 1 issue',
      'HTTP request: HTTP request 2, 1 issue',
      'End: End',
    ]);
    await button('Validate (3)').click();
    await settings().getByText('Expression: Enter an expression.').waitFor();
    await settings().getByRole('button', { name: 'Condition' }).click();
    await field('Expression').fill("{% $event.severity = 'HIGH %}");
    await settings()
      .getByText(/String literal must be terminated/)
      .first()
      .waitFor();
    await field('Expression').fill("{% $event.severity = 'HIGH' %}");
    await node('Condition: Condition').waitFor();
  });

  it('has no issues once all values are entered', async () => {
    await rename(/HTTP request 2/, 'Call inside');
    await field('URL').fill('http://127.0.0.1:1/');
    await rename(/^HTTP request: HTTP/, 'Ask this site');
    await field('URL').fill("{% $site.url & '/sample/isolate' %}");
    await button('Validate').click();
    await settings().getByText('No issues: this graph can run.').waitFor();
  });

  it('refuses an invalid name, and saves under a valid name', async () => {
    await button('Save').click();
    const dialog = page.getByRole('dialog', { name: 'Create bot' });
    await dialog.getByLabel('Name').fill('bot of mine');
    await dialog.getByRole('button', { name: 'Create bot' }).click();
    await dialog.getByText("The name cannot start with 'bot'.").waitFor();
    await dialog.getByLabel('Name').fill('Watch the hosts');
    await dialog.getByRole('button', { name: 'Create bot' }).click();
    await page.waitForURL(/#\/bots\/bot_\w+$/);
    await page.reload();
    await node('Start: Start').waitFor();
    await expectEventually(nodesShown, [
      'Start: Start',
      'Condition: Condition',
      'HTTP request: Ask this site',
      'HTTP request: Call inside',
      'End: End',
    ]);
  });
});

describe('running a bot', () => {
  it('starts with publishing the draft', async () => {
    await button('Publish').click();
    await button('Publish version 1').click();
    await textOnPage('Version 1 is published and the bot is enabled.').waitFor();
    await textOnPage('Published v1').waitFor();
  });

  it('accepts only JSON as input', async () => {
    await runWith('severity: LOW');
    await textOnPage(/This is not JSON/).waitFor();
    await button('Cancel').click();
    await runWith('{"severity": "LOW"}');
    await node('End: End, Succeeded').waitFor();
    await node('Condition: Condition, Succeeded').click();
    const text = await waitForText(settings(), (content) => content.includes('"result": false'));
    expect(text).toMatch(/Branch taken\s+no/);
  });

  it('shows the input, the output and the duration of each node', async () => {
    await runWith('{"severity": "HIGH"}');
    await node('HTTP request: Ask this site, Succeeded').click();
    const text = await waitForText(settings(), (content) => content.includes('"calls": []'));
    expect(text).toMatch(/Duration\s+\d+(\.\d)? (ms|s)/);
    expect(text).toContain(`"url": "${product.url}/sample/isolate"`);
    expect(text).toContain('"status": 200');
  });

  it('shows why a node failed', async () => {
    await node('HTTP request: Call inside, Failed').click();
    const text = await waitForText(settings(), (content) => content.includes('Error'));
    expect(text).toContain('127.0.0.1 resolves to an address that is not public (loopback).');
    expect(text).toContain('"url": "http://127.0.0.1:1/"');
    await node('End: End').waitFor();
  });
});

/** What the wizard shows of the listener. */
let address: string;
let secret: string;

/** Calls the listener as the wizard's example does. */
const call = async (event: object) => {
  const body = JSON.stringify(event);
  const { status } = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signBody(secret, body) },
    body,
  });
  return status;
};

const copyValue = (label: string) => readCopiedText(page, () => button(`Copy ${label}`).click());

describe('a new listener', () => {
  it('is created in the wizard, which shows its secret once', async () => {
    await page.goto('/app#/listeners');
    await page.getByRole('link', { name: 'Create listener' }).first().click();
    await button('Create listener').click();
    await textOnPage('Please enter name').waitFor();
    await page.getByLabel('Webhook name').fill('Alarms of mine');
    await page.getByLabel('Description').fill('What my monitor sees.');
    await button('Create listener').click();
    await textOnPage('This secret is shown only now.').waitFor();
    [address, secret] = [await copyValue('webhook URL'), await copyValue('secret')];
    expect(address).toContain(`${product.url}/integrations/generic/webhook/lst_`);
    expect(await page.getByRole('main').innerText()).toContain(secret);
  });

  it('shows a received event in the Test drawer without a reload', async () => {
    // Its code is loaded separately, and then moves the buttons below it.
    await page.getByRole('region', { name: 'example call' }).waitFor();
    await button('Test').click();
    await textOnPage('This listener has not been called yet.').waitFor();
    expect(await call({ alarm: 'disk full', host: 'db-1' })).toBe(202);
    await textOnPage('The listener was called.').waitFor();
    await textOnPage('"disk full"').waitFor();
  });

  it('lists the received event, with the fields learned from the event', async () => {
    await button('Done').click();
    await page.getByRole('link', { name: 'Alarms of mine' }).click();
    const row = page.getByRole('row').filter({ hasText: 'db-1' });
    await row.getByText('No bot is listening').waitFor();
    await row.getByRole('button', { name: /^Event of/ }).click();
    await page.getByRole('region', { name: 'Event' }).getByText('"disk full"').waitFor();
    await page.getByRole('columnheader', { name: 'alarm', exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'host', exact: true }).waitFor();
  });
});

describe('a bot with a listener as its trigger', () => {
  it('is drawn, saved and published', async () => {
    await page.goto('/app#/bots/new');
    await node('Start: Start').click();
    await settings().getByLabel('Trigger').click();
    await page.getByRole('option', { name: 'Event driven' }).click();
    await settings().getByText('Choose the listener that starts it.').waitFor();
    await settings().getByLabel('Listener').click();
    await page.getByRole('option', { name: 'Alarms of mine' }).click();
    await paletteEntry('End').click();
    await button('Save').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Act on alarms');
    await createBotAndWait(page, () => page.keyboard.press('Enter'));
    await button('Publish').click();
    await button('Publish version 1').click();
    await textOnPage('Published v1').waitFor();
  });

  it('runs when its listener is called, and the list of runs shows the run live', async () => {
    await button('Actions').click();
    await page.getByRole('menuitem', { name: 'View runs' }).click();
    await textOnPage('No matches').waitFor();
    expect(await call({ alarm: 'disk full', host: 'db-2' })).toBe(202);
    const row = page.getByRole('row').filter({ hasText: 'Act on alarms' });
    await row.getByText('Succeeded').waitFor();
    await row.getByRole('link', { name: 'Act on alarms' }).click();
    await node('End: End, Succeeded').waitFor();
  });
});

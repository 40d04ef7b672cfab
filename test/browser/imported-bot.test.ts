import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  chooseVerdict,
  collectComplaints,
  createBotAndWait,
  openBrowser,
  openWindow,
  saveScreenshot,
  waitForText,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Loopback, openLoopback } from '#test/support/loopback.ts';
import { openSignedIn } from '#test/support/signed-in.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
/** The ticket system that the bot calls: it is down until it is repaired. */
let tickets: Loopback;
let isDown = true;
const receivedRequests: string[] = [];

beforeAll(async () => {
  tickets = await openLoopback(({ path, body }) => {
    receivedRequests.push(`${path} ${body.toString()}`);
    if (path === '/tickets' && isDown) return { status: 503 };
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: 'T-1' }),
    };
  });
  const { host } = new URL(tickets.endpoint);
  [product, browser] = await Promise.all([openEmbedded({ OUTGOING_ALLOW: host }), openBrowser()]);
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, product);
});

afterEach(() => expect(complaints()).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
  await tickets.close();
});

/** A file sent by a colleague: it contains the address of the colleague's ticket system. */
const file = `format: cloudwarden.bot/1
name: Open a ticket
description: Opens a ticket for a host once somebody agrees.
graph:
  nodes:
    - {id: start, name: Start, type: start, position: {x: 0, y: 0}, settings: {}}
    - id: log
      name: Log
      type: http_request
      position: {x: 250, y: 0}
      settings: {method: POST, url: 'https://tickets.example.com/log', body: '{% $event.host %}'}
    - id: ask
      name: Ask
      type: approval
      position: {x: 500, y: 0}
      settings: {message: 'A ticket for {% $event.host %}?'}
    - id: open
      name: Open
      type: http_request
      position: {x: 750, y: 0}
      settings: {method: POST, url: 'https://tickets.example.com/tickets'}
    - {id: end, name: End, type: end, position: {x: 1000, y: 0}, settings: {}}
  edges:
    - {id: a, source: start, target: log}
    - {id: b, source: log, target: ask}
    - {id: c, source: ask, sourceHandle: approved, target: open}
    - {id: d, source: open, target: end}
`;

const node = (name: string) => page.getByRole('group', { name, exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (name: string) => page.getByRole('dialog', { name });
const settings = () => page.getByRole('complementary', { name: 'Settings' });
const result = () => page.getByRole('complementary', { name: 'Result' });
const botsNamed = async (regex: string) => (await product.api.bots.listBots({ regex })).items;
const runs = async () => (await product.api.executions.listExecutions({})).items;

describe('a bot that is imported from a file', () => {
  it('is shown in the editor before anything is stored', async () => {
    await page.getByRole('link', { name: 'Bots', exact: true }).click();
    await press('Import');
    const buffer = Buffer.from(file);
    const upload = { name: 'ticket.yaml', mimeType: 'application/yaml', buffer };
    await page.locator('input[type=file]').setInputFiles(upload);
    await dialog('Import bot').getByText('Opens a ticket for a host').first().waitFor();
    await dialog('Import bot')
      .getByRole('button', { name: 'Open in editor' })
      .and(page.locator(':enabled'))
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await press('Open in editor');
    await page.getByText('Not saved yet').waitFor();
    expect(await botsNamed('ticket')).toEqual([]);
  });

  it('is adapted in the editor and saved', async () => {
    for (const [name, path] of [
      ['Log', 'log'],
      ['Open', 'tickets'],
    ]) {
      await node(`HTTP request: ${name}`).click();
      const url = settings().getByRole('textbox', { name: 'URL', exact: true });
      await eventually(
        () => url.inputValue(),
        (text) => text === `https://tickets.example.com/${path}`,
      );
      await url.fill(`${tickets.endpoint}/${path}`);
    }
    await press('Save');
    const create = dialog('Create bot').getByRole('button', { name: 'Create bot' });
    await createBotAndWait(page, () => create.click());
    expect(await botsNamed('ticket')).toMatchObject([{ name: 'Open a ticket' }]);
  });

  it('is published, and runs until it waits for approval', async () => {
    await press('Publish');
    await press('Publish version 1');
    await page.getByText('Version 1 is published and the bot is enabled.').waitFor();
    await press('Run');
    await dialog('Run bot').getByLabel('Input').fill('{"host": "web-1"}');
    await dialog('Run bot').getByText('Dry run', { exact: true }).click();
    await dialog('Run bot')
      .getByText('This run makes real changes and sends real messages.')
      .waitFor();
    await dialog('Run bot').getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.getByRole('heading', { name: 'Run of Open a ticket' }).waitFor();
    await node('Approval: Ask, Waiting for approval').waitFor();
    await node('HTTP request: Log, Succeeded').waitFor();
    expect(receivedRequests).toEqual(['/log web-1']);
  });

  it('is approved on the page of its run, and fails while the ticket system is down', async () => {
    await node('Approval: Ask, Waiting for approval').click();
    await page.getByText('A ticket for web-1?', { exact: true }).first().waitFor();
    await chooseVerdict(page, 'Approve');
    await page.getByRole('textbox', { name: 'Message' }).fill('It is ours');
    await press('Approve');
    await node('HTTP request: Open, Failed').click();
    await waitForText(result(), (text) => text.includes('answered with status 503.'));
    await node('End: End').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await saveScreenshot(page, 'imported-failed');
  });

  it('resumes from the failed node after the repair, without a second approval', async () => {
    const previousCount = receivedRequests.length;
    isDown = false;
    await press('Resume');
    await press('Resume run');
    await node('HTTP request: Open, Succeeded').waitFor();
    await node('End: End, Succeeded').waitFor();
    await node('HTTP request: Log, Succeeded, reused').waitFor();
    await node('Approval: Ask, Approved, reused').waitFor();
    await page.getByRole('link', { name: 'an earlier run' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await saveScreenshot(page, 'imported-resumed');
    expect((await runs()).map(({ state }) => state)).toEqual(['SUCCEEDED', 'FAILED']);
    expect(receivedRequests.slice(previousCount)).toEqual(['/tickets ']);
    expect(receivedRequests.filter((call) => call.startsWith('/log'))).toHaveLength(1);
    const { items } = await product.api.approvals.listApprovals({});
    expect(items).toMatchObject([{ status: 'approved' }]);
  });
});

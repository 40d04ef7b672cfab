import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  collectComplaints,
  openBrowser,
  openWindow,
  saveScreenshot,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { draw } from '#test/support/drawing.ts';
import { eventually } from '#test/support/eventually.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;

const arn = 'arn:aws:sns:eu-west-1:123456789012:alarms';
const approvalGraph = draw('start -> ask:approval -> end', {
  ask: { message: `Tell ${arn} of it?` },
});

const create = async (name: string, importance: 'Low' | 'High' = 'Low') => {
  const graph = draw('start -> end');
  const { _id: bot_id } = await product.api.bots.createBot({ name, importance, graph });
  await product.api.bots.publishBot({ bot_id, version: 1 });
  return bot_id;
};

/** A bot whose draft differs from the published version, and whose text contains an ARN. */
const createChangedBot = async () => {
  const bot_id = await create('Tell of alarms');
  const saved = { bot_id, name: 'Tell of alarms', importance: 'Low' as const };
  await product.api.bots.updateBot({ ...saved, graph: approvalGraph, base_version: 1 });
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  await createChangedBot();
  for (let n = 1; n <= 12; n += 1) await create(`Rotate keys ${n}`, n > 9 ? 'High' : 'Low');
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

/** Sums up layout shifts as a share of the window, from the first paint on. */
const watchShifts = `globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Opens a page as a returning user, and waits until the selector is drawn. */
const measureLayoutShift = async (path: string, shows: string) => {
  const window = await openWindow(browser, product, page.context());
  await window.addInitScript(watchShifts);
  const otherPage = await window.newPage();
  await otherPage.goto(path);
  await otherPage.locator(shows).first().waitFor();
  await otherPage.waitForLoadState('networkidle');
  const shifted = await otherPage.evaluate<number>('shifted');
  await window.close();
  return shifted;
};

describe('opening a page', () => {
  it('does not shift the layout of the list of bots', async () => {
    expect(await measureLayoutShift('/app#/bots', 'tbody tr a[href*="bots/"]')).toBeLessThan(0.05);
  });

  it('does not shift the layout of the editor', async () => {
    const path = `/app#/bots/${product.sample.bot_id}`;
    expect(await measureLayoutShift(path, '.react-flow__node')).toBeLessThan(0.05);
  });

  it('requests the signed-in user once, before the page loads its code', async () => {
    const window = await openWindow(browser, product, page.context());
    const otherPage = await window.newPage();
    const requestedPaths: string[] = [];
    otherPage.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    const answer = await otherPage.goto('/app#/bots', { waitUntil: 'domcontentloaded' });
    // The entry script and its dependencies; code that is loaded later adds links to the page.
    const entryFiles = [
      ...((await answer?.text()) ?? '').matchAll(/(?:src|href)="([^"]+\.js)"/g),
    ].map(([, path]) => path);
    expect(entryFiles).not.toEqual([]);
    await otherPage.getByRole('rowheader').first().waitFor();
    const before = requestedPaths.slice(0, requestedPaths.indexOf('/api/bots'));
    expect(before.filter((path) => path === '/api/users/me')).toHaveLength(1);
    const code = requestedPaths.findIndex(
      (path) => path.endsWith('.js') && !entryFiles.includes(path),
    );
    expect(requestedPaths.indexOf('/api/users/me')).toBeLessThan(code);
    await window.close();
  });

  it('requests the signed-in user again when the first request fails', async () => {
    const window = await openWindow(browser, product, page.context());
    const otherPage = await window.newPage();
    let requestCount = 0;
    // The route stays: removing it while the page loads could leave a file waiting forever.
    await otherPage.route('**/api/users/me', (route) => {
      requestCount += 1;
      return requestCount === 1 ? route.abort() : route.continue();
    });
    await otherPage.goto('/app#/bots');
    await otherPage.getByRole('rowheader').first().waitFor();
    await window.close();
  });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The visible text: screen readers get a copy of it a moment later. */
const textOnPage = (text: string) => page.getByText(text).first();
const dialog = (name: string) => page.getByRole('dialog', { name });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

/** Opens the list from a page without one, so that it starts anew. */
const openList = async (query = '') => {
  await page.goto('/app#/nowhere');
  await page.getByRole('heading', { name: '404' }).waitFor();
  await page.goto(`/app#/bots${query}`);
  await page.getByRole('rowheader').first().waitFor();
};
const choose = async (name: string, item: string) => {
  await button(`Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const importFile = async (name: string, text: string) => {
  await button('Import').click();
  const file = { name, mimeType: 'application/yaml', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
};
const importText = async (text: string) => {
  await button('Import').click();
  await page.getByRole('tab', { name: 'Paste text' }).click();
  await page.getByLabel("Text of a bot's file").fill(text);
  await button('Preview').click();
};

const yaml = `format: cloudwarden.bot/1
name: Brought along
description: Waits and ends.
graph:
  nodes:
    - {id: start, name: Start, type: start, position: {x: 0, y: 0}, settings: {}}
    - {id: wait, name: Wait, type: delay, position: {x: 300, y: 0}, settings: {token: abc}}
    - {id: end, name: End, type: end, position: {x: 600, y: 0}, settings: {}}
  edges:
    - {id: a, source: start, target: wait}
    - {id: b, source: wait, target: end}
`;
const faulty = `${yaml}${'# a remark\n'.repeat(500)}owner: ada\ntenant_id: org_1\n`;

describe('the list of bots, light and dark, on a wide and a narrow screen', () => {
  it('shows its rows, selected bots, and a notice when no bot matches', async () => {
    await openList();
    await inspectPage(page, 'bots');
    await page.getByRole('checkbox', { name: 'Select Rotate keys 9' }).check({ force: true });
    await page.getByText('14 Bots, 1 selected').waitFor();
    await button('Actions').first().click();
    await page.getByRole('menuitem', { name: 'Disable' }).waitFor();
    await inspectPage(page, 'bots-chosen');
    await page.keyboard.press('Escape');
    await page.goto('/app#/bots?category=Reliability');
    await page.getByText('No Bots Available with selected filters.').waitFor();
    await inspectPage(page, 'bots-none');
  });

  it('lists its keyboard shortcuts in its help', async () => {
    await openList();
    await button('Info: open help').click();
    await page.getByText(/← and → go to the previous and next page/).waitFor();
    await button('Close help').click();
  });

  it('shows the import dialog with an accepted and with a refused file', async () => {
    await openList();
    await button('Import').click();
    await dialog('Import bot').getByText('1 MiB at most.').waitFor();
    await inspectPage(page, 'import');
    await button('Cancel').click();
    await importText(yaml);
    await page.getByText('The secret in token').waitFor();
    await inspectPage(page, 'import-read');
    await button('Cancel').click();
    await importText(faulty);
    await page.getByText('Unknown field: tenant_id').waitFor();
    await inspectPage(page, 'import-refused');
    expect(complaints()).toEqual([expect.stringContaining('400')]);
    await button('Cancel').click();
  });

  it('shows the export dialog', async () => {
    await openList('?regex=tell');
    await choose('Tell of alarms', 'Export');
    await dialog('Export Tell of alarms').getByText(arn, { exact: true }).waitFor();
    await inspectPage(page, 'export');
    await button('Close').last().click();
  });
});

describe('the list of bots', () => {
  it('changes pages with the arrow keys, and sorts across all pages', async () => {
    await openList('?sort=-importance&itemCount=10');
    await row('Rotate keys 12').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Isolate hosts').waitFor({ state: 'detached' });
    expect(page.url()).toContain('page=2');
    await eventually(
      () => page.getByRole('rowheader').count(),
      (count) => count === 4,
    );
    await page.keyboard.press('ArrowLeft');
    await row('Rotate keys 12').waitFor();
    // A sticky copy of the header lies on top of it.
    await button('Importance').first().click({ force: true });
    await row('Rotate keys 12').waitFor({ state: 'detached' });
    expect(page.url()).toContain('sort=importance');
  });

  it('publishes a bot to the service portal and unpublishes it again', async () => {
    await openList('?regex=keys%2012');
    await choose('Rotate keys 12', 'Publish to Service Portal');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await textOnPage('Published to Service Portal.').waitFor();
    await choose('Rotate keys 12', 'Unpublish from Service Portal');
    await textOnPage('Unpublished from Service Portal.').waitFor();
  });

  it('copies a link that opens the shared bot', async () => {
    await openList('?regex=keys%2012');
    await choose('Rotate keys 12', 'Share');
    await textOnPage('Link Copied!').waitFor();
    await page.goto(await page.evaluate<string>('navigator.clipboard.readText()'));
    await page.getByRole('heading', { name: 'Rotate keys 12' }).waitFor();
  });

  it('deletes two bots and reports the bot that was already deleted', async () => {
    await create('Old 1');
    const deletedId = await create('Old 2');
    await openList('?regex=old');
    await page.getByRole('checkbox', { name: 'Select all bots on this page' }).check({
      force: true,
    });
    await button('Actions').first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByLabel('To delete them, type confirm').fill('confirm');
    await saveScreenshot(page, 'delete-bots');
    expect(await accessibilityFaults(page)).toEqual([]);
    await product.api.bots.deleteBot({ bot_id: deletedId });
    await dialog('Delete 2 Bots').getByRole('button', { name: 'Delete', exact: true }).click();
    await textOnPage('1 of 2 Bots deleted').waitFor();
    await textOnPage('Old 2: This bot does not exist, or it was deleted.').waitFor();
    await page.getByText('No Bots Available with selected filters.').waitFor();
    await saveScreenshot(page, 'deleted-bots');
    expect(complaints()).toEqual([expect.stringContaining('404')]);
  });
});

describe('exporting and importing the file of a bot', () => {
  it('downloads the exported file as it is shown', async () => {
    await openList('?regex=tell');
    await choose('Tell of alarms', 'Export');
    const download = page.waitForEvent('download');
    await button('Download').click();
    expect((await download).suggestedFilename()).toBe('tell-of-alarms.yaml');
    const text = await readFile((await (await download).path()) ?? '', 'utf8');
    expect(text).toMatch(/^format: cloudwarden\.bot\/1\nname: Tell of alarms\n/);
  });

  it('accepts a file of the largest size, and reports an unknown field at its end', async () => {
    await openList();
    const remarks = `# ${'a remark '.repeat(100)}\n`.repeat(900);
    await importFile('large.yaml', `${yaml}${remarks}owner: ada\n`);
    await page.getByText('Unknown field: owner').waitFor();
    await page.getByText('owner: ada', { exact: true }).waitFor();
    expect(complaints()).toEqual([expect.stringContaining('400')]);
    await button('Cancel').click();
  });

  it('opens an imported file in the editor, and stores nothing before it is saved', async () => {
    await openList();
    await importFile('bot.yaml', yaml);
    await page.getByText('The secret in token').waitFor();
    await button('Open in editor').click();
    await page.getByRole('heading', { name: 'Brought along' }).waitFor();
    await page.getByRole('group', { name: /Delay: Wait/ }).waitFor();
    await page.getByText('Not saved yet').waitFor();
    const { items } = await product.api.bots.listBots({ regex: 'brought' });
    expect(items).toEqual([]);
  });
});

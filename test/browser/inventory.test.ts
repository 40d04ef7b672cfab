import type { Browser, Page, Route } from 'playwright-core';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import {
  collectComplaints,
  expectEventually,
  openBrowser,
  openWindow,
  resizeAndWait,
  unrouteAll,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { sampleCases } from '#test/support/thorough.ts';
import { inspectPage, narrow, wide } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
let scan_id: string;

const query = `searchMQ=${encodeURIComponent(JSON.stringify({ resource_type: 'aws_s3_bucket' }))}`;

/** A scanned sample account. */
const scanSampleAccount = async (): Promise<string> => {
  const { inventory } = product.api;
  await inventory.addSampleEstate({});
  const integration_id = sampleId('aws-production');
  const { _id } = await inventory.startInventoryExecution({ integration_id });
  await eventually(
    () => inventory.getInventoryExecution({ execution_id: _id }),
    ({ state }) => state === 'SUCCEEDED',
    90_000,
  );
  return _id;
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  scan_id = await scanSampleAccount();
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, product);
});

afterEach(async () => {
  await unrouteAll(page);
  const unwanted = complaints().filter((text) => !text.includes('Failed to load resource'));
  expect(unwanted).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Reloads the console at this route: nothing is cached, and the window is wide. */
const open = async (route: string) => {
  await page.goto('about:blank');
  await resizeAndWait(page, wide);
  await page.goto(`/app#/${route}`);
};

const mockAnswer = (path: string, status: number, body: object) =>
  page.route(
    (url) => url.pathname === `/api/${path}`,
    (route: Route) => route.fulfill({ status, json: body }),
  );

const broken = { error: 'Something went wrong on our side. Try again.' };
const forbidden = { error: 'You have no role that allows it. Ask your ROOT user.' };

/** Each page, its call, its name for rows, and its text when there are none. */
const lists = [
  [`inventory?${query}`, 'inventory/resources/search', 'resources', 'No Inventory Resources Found'],
  ['inventory/compliance', 'compliance/rules', 'rules', 'No data available'],
  ['inventory/compliance/exceptions', 'compliance/exceptions', 'exceptions', 'No exceptions'],
  ['inventory/compliance/rules', 'compliance/own_rules', 'rules', 'No rules of your own'],
  ['inventory/schedule', 'inventory/schedules', 'integrations', 'No integrations'],
  ['inventory/executions', 'inventory/executions', 'scans', 'No scans'],
] as const;

describe.each(sampleCases(lists, 2))('the list at %s', (route, path, rows, emptyText) => {
  const screenshotName = (state: string) =>
    `${route.replace(/\?.*/, '').replaceAll('/', '-')}-${state}`;

  it('shows that it is loading', async () => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === `/api/${path}`,
      async (heldRoute) => {
        await gate;
        await heldRoute.abort();
      },
    );
    await open(route);
    await page.getByText(`Loading ${rows}`).filter({ visible: true }).first().waitFor();
    openGate();
  });

  it('says where to ask for missing access', async () => {
    await mockAnswer(path, 403, forbidden);
    await open(route);
    await page.getByText(`You have no access to ${rows}`).first().waitFor();
    await inspectPage(page, screenshotName('forbidden'));
  });

  it('reports a failure of the server, and loads after a retry', async () => {
    await mockAnswer(path, 500, broken);
    await open(route);
    await page.getByText(`Could not load ${rows}`).first().waitFor();
    await unrouteAll(page);
    await button('Retry').first().click();
    await page.getByText(`Could not load ${rows}`).first().waitFor({ state: 'hidden' });
  });

  it('shows a notice when it is empty', async () => {
    await mockAnswer(path, 200, { items: [], looked: 0, sources: [] });
    await open(route);
    await page.getByText(emptyText).first().waitFor();
    await inspectPage(page, screenshotName('empty'));
  });
});

describe('the page of a scan', () => {
  const route = () => `inventory/executions/${scan_id}`;
  const path = () => `inventory/executions/${scan_id}`;

  it('says where to ask for missing access, and reports a failure of the server', async () => {
    await mockAnswer(path(), 403, forbidden);
    await open(route());
    await page.getByText('You have no access to this scan').waitFor();
    await unrouteAll(page);
    await mockAnswer(path(), 500, broken);
    await open(route());
    await page.getByText('Could not load this scan').waitFor();
  });

  it('shows more events on request, and offers no auto-refresh for an ended scan', async () => {
    await open(route());
    await page.getByText('The Execution has reached its result, no need to refresh').waitFor();
    const events = page.getByRole('list', { name: 'Event log' }).getByRole('listitem');
    await expectEventually(() => events.count(), 5);
    await button('Load More').click();
    await expectEventually(() => events.count(), 10);
    await button('Show All').click();
    await button('Show All').waitFor({ state: 'hidden' });
    expect(await events.count()).toBeGreaterThan(10);
    expect(await page.getByRole('switch', { name: 'Auto-Refresh' }).count()).toBe(0);
  });
});

describe('the violations of a resource', () => {
  it('open from the number in the row of the resource, and again after a reload', async () => {
    await open(`inventory?${query}`);
    await button(/^\d+ failed: violations of sample-backups$/).click();
    const drawer = page.getByRole('heading', { name: 'Violations of sample-backups' });
    await drawer.waitFor();
    await inspectPage(page, 'inventory-violations');
    await page.reload();
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
  });
});

describe('the list of scans', () => {
  it('is refreshed by the key R, and its rows stay in place meanwhile', async () => {
    await open('inventory/executions');
    const row = page.getByRole('row', { name: /Sample AWS production/ }).first();
    await row.waitFor();
    const previousBox = await row.boundingBox();
    const { promise, resolve } = Promise.withResolvers<void>();
    const calls = /api\/inventory\/executions/;
    await page.route(calls, (route) => promise.then(() => route.continue()));
    const refreshRequest = page.waitForRequest(calls);
    await page.keyboard.press('r');
    await refreshRequest;
    await page.getByText('Refreshing').waitFor();
    expect(await row.boundingBox()).toEqual(previousBox);
    resolve();
    await page.getByText('Refreshing').waitFor({ state: 'hidden' });
    await page.unroute(calls);
  });
});

describe('the filters of the compliance page', () => {
  const chooseIn = async (label: string, value: RegExp) => {
    await page
      .getByRole('button', { name: new RegExp(`^${label} .+`) })
      .first()
      .click();
    await page.getByRole('option', { name: value }).first().click();
  };

  it('limit a benchmark to its integration type, and a result to evaluated resources', async () => {
    await open('inventory/compliance');
    // The page is inspected with its figures.
    await page.getByText('Oldest scan').waitFor();
    await button('Filters').click();
    const benchmark = page.getByRole('button', { name: /^Benchmark .+/ });
    expect(await benchmark.isDisabled()).toBe(true);
    expect(await button('Export to CSV').isDisabled()).toBe(true);
    await chooseIn('Integration type', /Amazon|AWS/);
    await chooseIn('Benchmark', /^CIS(?!A)/);
    await page.waitForURL(/benchmarkType=CIS/);
    await inspectPage(page, 'compliance-filters');
    await expectEventually(() => button('Export to CSV').isDisabled(), false);
    await chooseIn('Result', /Failed/);
    await page.waitForURL(/criticality=alarm/);
    await page.getByLabel('Not evaluated (Obscure)').first().click();
    await page.waitForURL(/runError=true/);
    expect(page.url()).not.toContain('criticality=');
    await chooseIn('Integration type', /Google/);
    await page.waitForURL(/integrationType=gcp/);
    expect(page.url()).not.toContain('benchmarkType=');
  });
});

describe('the cards of the compliance page', () => {
  const cards = () => page.locator('.cards');
  const opacity = () =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('.cards')).opacity`);

  /** Opens the page; its summary loads once the returned function is called. */
  const openUncounted = async (width: number, change: object = {}) => {
    const hold = Promise.withResolvers<void>();
    await page.route(/\/api\/compliance\/summary/, async (route) => {
      const response = await route.fetch();
      await hold.promise;
      await route.fulfill({ json: { ...(await response.json()), ...change } });
    });
    await open('inventory/compliance');
    await resizeAndWait(page, width);
    await page.reload();
    await page.getByText('Counting the results').waitFor();
    return hold.resolve;
  };

  it.each([wide, narrow])('leave the list in place at %i px once counted', async (width) => {
    const count = await openUncounted(width);
    await page
      .getByText(/^\d+ failed$/)
      .first()
      .waitFor();
    expect(await opacity()).toBe('0');
    const filters = button('Filters');
    const before = await filters.boundingBox();
    count();
    await page.getByText('Oldest scan').waitFor();
    expect(await opacity()).toBe('1');
    expect(await filters.boundingBox()).toEqual(before);
  });

  it('stay hidden when no account was scanned', async () => {
    await mockAnswer('compliance/rules', 200, { items: [] });
    const count = await openUncounted(wide, { integrations: 0 });
    await page.getByText('No account has been scanned yet.').waitFor();
    expect(await opacity()).toBe('0');
    count();
    await cards().waitFor({ state: 'detached' });
    await page.getByText('No account has been scanned yet.').waitFor();
  });
});

describe('the first Tab stop of a page', () => {
  it('skips the bars and the navigation and leads to the main content', async () => {
    await open('inventory/compliance');
    await page.getByText('Oldest scan').waitFor();
    await page.keyboard.press('Tab');
    await page.getByText('Skip to main content').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.getByRole('main').locator(':focus').waitFor();
    expect(page.url()).toMatch(/#\/inventory\/compliance$/);
  });
});

describe('the printed compliance report', () => {
  it('contains the numbers and rules without the console around them', async () => {
    await open('inventory/compliance');
    await page.getByText('Oldest scan').waitFor();
    await button('S3 buckets block public read access').waitFor();
    await page.emulateMedia({ media: 'print' });
    await eventually(
      () => page.getByRole('navigation').first().isVisible(),
      (isSeen) => !isSeen,
    );
    expect(await page.getByRole('banner').first().isVisible()).toBe(false);
    expect(await page.getByRole('link', { name: 'Exceptions' }).isVisible()).toBe(false);
    expect(await page.getByLabel('Find rules by title').isVisible()).toBe(false);
    expect(await button('S3 buckets block public read access').isVisible()).toBe(true);
    expect(await page.getByText('Failed (Critical)').isVisible()).toBe(true);
    // A4 at 96 dots per inch, without its margins.
    await resizeAndWait(page, 680);
    const [title, last] = await Promise.all([
      page.getByRole('heading', { name: 'Compliance', level: 1 }).boundingBox(),
      page.getByRole('columnheader').last().boundingBox(),
    ]);
    expect(title?.x).toBeLessThan(20);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(680);
    await resizeAndWait(page, wide);
    await page.emulateMedia({ media: 'screen' });
  });
});

describe('the panel of a compliance rule', () => {
  it('opens and closes by keyboard, and returns the focus to the rule', async () => {
    await open('inventory/compliance?criticality=alarm');
    const rule = button('S3 buckets block public read access');
    await rule.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Remediation').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Remediation').waitFor({ state: 'hidden' });
    await rule.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Remediation').waitFor();
    await button('Close panel').click();
    await page.getByText('Remediation').waitFor({ state: 'hidden' });
    await rule.and(page.locator(':focus')).waitFor();
  });
});

describe('an exception of a compliance rule', () => {
  it('is created for a resource by keyboard, edited and deleted', async () => {
    await open('inventory/compliance?rule=aws-s3-tls-only');
    const dialog = page.getByRole('dialog');
    await button('Make exception').click();
    await dialog.getByText('Select resources in the list first.').waitFor();
    await dialog.getByRole('button', { name: 'Make exception' }).click();
    await dialog.getByLabel('Tag', { exact: true }).and(page.locator(':focus')).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const resource = page.getByRole('checkbox', { name: /^Select arn:aws:s3/, disabled: false });
    await resource.first().focus();
    await page.keyboard.press('Space');
    await button('Make exception').focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('1 selected resource').waitFor();
    await dialog.getByRole('button', { name: 'Make exception' }).click();
    await dialog.getByText('Enter the reason why this is accepted.').waitFor();
    await inspectPage(page, 'exception-missing');
    await dialog.getByLabel('Reason').fill('Downloads are public on purpose.');
    await dialog.getByLabel('Owner').fill('Web team');
    await dialog.getByRole('button', { name: 'Make exception' }).click();
    await page.getByText('Accepted by Web team, no expiry.').first().waitFor();
    await inspectPage(page, 'exception-made');
    await button('Edit exception').click();
    await dialog.getByText(/^Accepted: arn:aws:s3/).waitFor();
    await dialog.getByLabel('Owner').fill('Download team');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Accepted by Download team, no expiry.').first().waitFor();
    await open('inventory/compliance/exceptions');
    await page.getByText('Downloads are public on purpose.').waitFor();
    await page.getByRole('button', { name: /^Actions for the exception/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await inspectPage(page, 'exception-delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No exceptions').waitFor();
  });
});

describe('an own rule', () => {
  it('is tested over the last scans, created, disabled and deleted', async () => {
    await open('inventory/compliance/rules/new');
    await button('Create rule').click();
    await page.getByText('Enter the compliant condition.').waitFor();
    await page.getByLabel('Title').fill('Buckets keep what was there');
    await page.getByLabel('Description').fill('It comes back when somebody deletes it.');
    await page.getByLabel('Remediation').fill('Let the bucket keep versions.');
    await button('Test over the last scans').click();
    await page.getByText(/Last scans: Sample AWS production/).waitFor();
    await inspectPage(page, 'own-rule-tried');
    await button('Create rule').click();
    await page.getByText('The rule was created').waitFor();
    await button('Actions for Buckets keep what was there').click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText('"Buckets keep what was there" was disabled').waitFor();
    await button('Actions for Buckets keep what was there').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No rules of your own').waitFor();
  });
});

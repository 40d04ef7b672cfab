import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { readSettings } from '../../bin/settings.ts';
import { collectComplaints, openBrowser, openWindow, unrouteAll } from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { drawnWidgets } from './support/drawn-widgets.ts';
import { inspectPage } from './support/inspect-page.ts';

const standIn = join(process.cwd(), 'test/support/chart-stand-in.js');
const file = '/licensed/highcharts.js';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
let requestedPaths: string[];

const templates = Object.keys(drawnWidgets);

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openEmbedded({ HIGHCHARTS_FILE: standIn }),
    openBrowser(),
  ]);
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  requestedPaths = [];
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

/** Reloads the console at a dashboard with a widget for each way to draw. */
const open = async () => {
  const { _id } = await product.api.dashboards.createDashboard({
    title: 'Drawn',
    widgets: templates.map((template) => ({ template })),
  });
  const items = templates.map((template) => ({ template, data: drawnWidgets[template] }));
  await page.route(
    (url) => url.pathname === '/api/dashboards/widgets/data',
    (route) => route.fulfill({ json: { items } }),
  );
  await page.goto('about:blank');
  // The previous page makes no further requests.
  requestedPaths = [];
  await page.goto(`/app#/?dashboard=${_id}`);
  await page.getByRole('heading', { name: 'Dashboards', level: 1 }).waitFor();
};

const charts = () => page.locator('svg[data-drawn-by]');
const bar = (series: string, value: number) =>
  page.locator(`rect[data-series="${series}"][data-value="${value}"]`);

/** Replaces the Highcharts file in the server's configuration. */
const setHighchartsFile = (highchartsFile: string | undefined) =>
  page.route('**/config.json', async (route) => {
    const { highchartsFile: _, ...config } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, ...(highchartsFile && { highchartsFile }) } });
  });

describe('charts of an operator who has a licence for Highcharts', () => {
  it('are drawn with Highcharts, with colours, names and links at the pointer', async () => {
    await open();
    await bar('Succeeded', 5).waitFor();
    expect(await charts().count()).toBe(4);
    expect(requestedPaths.filter((path) => path === file)).toHaveLength(1);
    expect(await bar('Failed', 2).getAttribute('fill')).toContain('color-charts-status-critical');
    await page.getByText('Failed', { exact: true }).first().waitFor();
    await page.getByText('S3 buckets').first().waitFor();
    await bar('Succeeded', 5).hover();
    const link = page.getByRole('link', { name: 'Succeeded' });
    expect(await link.getAttribute('href')).toBe('#/bots/executions');
    // While the pointer is on a chart, its other parts are dimmed.
    await page.mouse.move(0, 0);
    await inspectPage(page, 'dashboard-highcharts');
  });

  it('can be shown as tables', async () => {
    await open();
    await bar('Succeeded', 5).waitFor();
    await page
      .getByRole('button', { name: /^Actions of / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    await page.getByRole('row', { name: /Sep 3/ }).first().waitFor();
    expect(await charts().count()).toBe(3);
  });

  it('are drawn with Cloudscape if the file cannot be loaded or is invalid', async () => {
    const noHighcharts = { contentType: 'text/javascript', body: '1' };
    for (const answer of [{ status: 404, body: '' }, noHighcharts]) {
      await page.route(`**${file}`, (route) => route.fulfill(answer));
      await open();
      await page.getByRole('application', { name: /./ }).first().waitFor();
      expect(await charts().count()).toBe(0);
      await unrouteAll(page);
    }
  });
});

describe('charts without a Highcharts licence', () => {
  it('are drawn with Cloudscape, and request no licensed file', async () => {
    await setHighchartsFile(undefined);
    await open();
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    expect(await charts().count()).toBe(0);
    expect(requestedPaths.filter((path) => path.startsWith('/licensed'))).toEqual([]);
  });

  it('load no file of another origin, and the console reports the wrong setting', async () => {
    const foreignFiles = ['https://evil.example/licensed/x.js', '/licensed/../x.js', '//evil/x.js'];
    for (const foreignFile of foreignFiles) {
      await setHighchartsFile(foreignFile);
      await page.goto('about:blank');
      await page.goto('/app');
      await page
        .getByText(/Enter a path such as \/licensed\/highcharts\.js/)
        .first()
        .waitFor();
      await unrouteAll(page);
    }
  });
});

describe('the folder of licensed files', () => {
  it('serves only the file that the setting names, unchanged', async () => {
    const { origin } = new URL(page.url());
    const answer = await fetch(`${origin}${file}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(await answer.text()).toBe(readFileSync(standIn, 'utf8'));
    for (const otherPath of [
      '/licensed/',
      '/licensed/other.js',
      '/licensed/..%2f..%2fpackage.json',
    ]) {
      expect([otherPath, (await fetch(`${origin}${otherPath}`)).status]).toEqual([otherPath, 404]);
    }
    expect((await fetch(`${origin}${file}`, { method: 'POST' })).status).toBe(405);
  });

  it('makes the server refuse to start when the setting names no existing file', () => {
    const settingOf = (HIGHCHARTS_FILE: string) => () => readSettings({ HIGHCHARTS_FILE });
    expect(settingOf('/none/highcharts.js')).toThrow('HIGHCHARTS_FILE: The file does not exist.');
    expect(settingOf('highcharts.js')).toThrow('HIGHCHARTS_FILE: Enter an absolute path');
  });
});

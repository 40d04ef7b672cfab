import type { Browser, Page, Route } from 'playwright-core';
import {
  collectComplaints,
  expectEventually,
  openBrowser,
  openWindow,
  unrouteAll,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage, narrow, wide } from './support/inspect-page.ts';

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

afterEach(async () => {
  await unrouteAll(page);
  const besidesTheWanted = complaints().filter((text) => !text.includes('Failed to load resource'));
  expect(besidesTheWanted).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

const field = () => page.getByRole('combobox', { name: 'Search everything' });
const options = () => page.getByRole('option');
const selectedOption = () => page.getByRole('option', { selected: true });

const close = async () => {
  await page.keyboard.press('Escape');
  await field().waitFor({ state: 'hidden' });
};

/** Sets the answers to searches from now on. */
const mockSearch = (path: string, reply: (route: Route, text: string) => Promise<unknown>) =>
  page.route(
    (url) => url.pathname === `/api/${path}`,
    (route) => reply(route, new URL(route.request().url()).searchParams.get('text') ?? ''),
  );

describe('the search by keyboard alone', () => {
  it('opens a bot from any page, and then offers the last opened bot', async () => {
    await page.keyboard.press('/');
    await expectEventually(
      () => field().evaluate((one) => one === one.ownerDocument.activeElement),
      true,
    );
    await page.getByText('Find bots, runs, listeners').waitFor();
    await page.keyboard.type('isolate hosts');
    await page.getByRole('group', { name: 'Bots' }).getByRole('option').waitFor();
    await expectEventually(
      () => selectedOption().innerText(),
      'Isolate hosts of severe findings\nSecurity · enabled',
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app#/bots/${product.sample.bot_id}?mode=view`);
    await page.getByRole('heading', { name: 'Isolate hosts of severe findings' }).waitFor();

    await page.keyboard.press('Control+k');
    await field().waitFor();
    await page.keyboard.type('listeners');
    await options().first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app#/listeners');
    await page.getByRole('heading', { name: 'Listeners' }).first().waitFor();

    await page.keyboard.press('/');
    await expectEventually(
      () => selectedOption().innerText(),
      'Isolate hosts of severe findings\nBot',
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app#/bots/${product.sample.bot_id}`);
  });

  it('leaves the slash key to the editor and to text fields', async () => {
    await page.goto(`/app#/bots/${product.sample.bot_id}`);
    const canvas = page.getByRole('region', { name: /^Graph of / });
    await canvas.locator('[tabindex="0"]').first().focus();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find a kind of node to add' }).waitFor();
    expect(await field().count()).toBe(0);
    await page.goto('/app#/listeners');
    const filter = page.getByRole('searchbox', { name: 'Find listeners by name' });
    await filter.fill('sample');
    await filter.press('/');
    expect(await filter.inputValue()).toBe('sample/');
    expect(await field().count()).toBe(0);
    await filter.fill('');
  });

  it('moves through all options in a circle, and passes the accessibility checks', async () => {
    await page.goto('/app#/users');
    await page.getByRole('heading', { name: 'Users' }).first().waitFor();
    await page.getByRole('button', { name: 'Search everything' }).click();
    await field().fill('findings');
    await page.getByRole('group', { name: 'Listeners' }).waitFor();
    const first = await selectedOption().innerText();
    await page.keyboard.press('ArrowUp');
    expect(await selectedOption().innerText()).toBe(await options().last().innerText());
    await page.keyboard.press('ArrowDown');
    expect(await selectedOption().innerText()).toBe(first);
    await inspectPage(page, 'search', { between: [600] });
    await close();
    await page.setViewportSize({ width: narrow, height: 900 });
    await page.getByRole('button', { name: 'Search everything' }).click();
    await field().waitFor();
    await close();
    await page.setViewportSize({ width: wide, height: 900 });
  });
});

const hit = (title: string) => ({
  groups: [
    {
      kind: 'bot',
      hits: [{ id: title, title, subtitle: 'Security', link: `/bots/${title}` }],
      more: false,
      partial: false,
    },
  ],
});

describe('the results of a search', () => {
  it('belong to the latest text, even if an earlier response arrives later', async () => {
    const heldResponse = Promise.withResolvers<void>();
    const queries: string[] = [];
    await mockSearch('search', async (route, text) => {
      queries.push(text);
      if (text === 'ab') await heldResponse.promise;
      // The console has aborted the call, which nobody waits for any more.
      await route.fulfill({ json: hit(`${text}-bot`) }).catch(() => undefined);
    });
    await page.keyboard.press('/');
    await field().fill('ab');
    await expectEventually(async () => queries.includes('ab'), true);
    await field().fill('abcd');
    await page.getByRole('option', { name: 'abcd-bot' }).waitFor();
    heldResponse.resolve();
    expect(await page.getByRole('option', { name: 'ab-bot' }).count()).toBe(0);
    // Results for a shorter text that do not match the longer one disappear at once.
    await field().fill('abcdxyz');
    expect(await page.getByRole('option', { name: 'abcd-bot', exact: true }).count()).toBe(0);
    await close();
  });

  it('show an error when the search fails, and load after a retry', async () => {
    await mockSearch('search', (route) =>
      route.fulfill({ status: 400, json: { error: 'Something went wrong on our side.' } }),
    );
    await page.keyboard.press('/');
    await field().fill('host');
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.getByText('The names could not be searched.').waitFor();
    await inspectPage(page, 'search-failed');
    await unrouteAll(page);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('group', { name: 'Bots' }).waitFor();
    await close();
  });

  it('show a notice when no name matches', async () => {
    await page.keyboard.press('/');
    await field().fill('qqqq');
    await page.getByText('Nothing is called "qqqq".').waitFor();
    await close();
  });
});

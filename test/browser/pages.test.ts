import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  complaintsOf,
  fitInto,
  openBrowser,
  openWindow,
  picture,
  signIn,
  turn,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, send } from '#test/support/findings.ts';

jest.setTimeout(60_000);

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
/** Ids of what is looked at, by the variable in the routes' paths. */
let ids: Record<string, string>;

/** A finding whose run waits for its approval. */
const makeWaitingRun = async () => {
  await send(product, finding('fnd-shown'));
  const { items } = await eventually(
    () => product.api.approvals.listApprovals({}),
    (page) => page.items.length > 0,
  );
  return { approval_id: items[0]?._id ?? '', bot_exc_id: items[0]?.bot_exc_id ?? '' };
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  const { bot_id, listener_id } = product.sample;
  ids = { bot_id, listener_id, ...(await makeWaitingRun()) };
  const window = await openWindow(browser, product);
  complaints = complaintsOf(window);
  page = await window.newPage();
});

afterEach(() => expect(complaints()).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

const sampleBot = 'Isolate hosts of severe findings';
const widths = [1440, 1080, 768, 430];

/** Looks at the page as it is in both themes and all widths. */
const look = async (name: string) => {
  for (const theme of ['light', 'dark'] as const) {
    await turn(page, theme);
    for (const width of widths) {
      await fitInto(page, width);
      await picture(page, `${name}-${theme}-${width}`);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await fitInto(page, 1440);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await turn(page, 'light');
};

/** Every route, what its title is, and a text that is there once it is shown. */
const routes = [
  ['bots', 'Bots', sampleBot],
  ['bots/new', 'New bot', 'Not saved yet'],
  ['bots/{bot_id}', sampleBot, 'Finding arrives'],
  ['bots/{bot_id}?mode=view', sampleBot, 'Finding arrives'],
  ['bots/executions', 'Bot runs', sampleBot],
  ['bots/{bot_id}/executions/{bot_exc_id}', `Run of ${sampleBot}`, 'Finding arrives'],
  ['listeners', 'Listeners', 'Sample findings'],
  ['listeners/new', 'Create listener', 'Webhook name'],
  ['listeners/{listener_id}', 'Edit Sample findings', 'Webhook name'],
  ['listeners/view/{listener_id}', 'Sample findings', 'fnd-shown'],
  ['approvals', 'Approvals', sampleBot],
  ['approvals/view/{approval_id}', 'Ask before isolating', 'web-1'],
  ['approvals/{approval_id}', 'Take action: Ask before isolating', 'web-1'],
  ['nowhere', 'Page not found', 'Sorry, the page you visited does not exist.'],
] as const;

const pathOf = (route: string) => route.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

describe('every page, light and dark, on wide and narrow screens', () => {
  it('login', async () => {
    await page.goto('/app');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.title()).toBe('Sign in | Cloudwarden');
    await look('login');
    await signIn(page, product);
  });

  it.each(routes)('%s', async (route, title, text) => {
    await page.goto(`/app#/${pathOf(route)}`);
    await page.getByText(text).first().waitFor();
    await eventually(() => page.title(), (shown) => shown === `${title} | Cloudwarden`);
    await look(route.replace(/\W+/g, '-'));
  });
});

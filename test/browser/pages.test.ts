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
  await signIn(page, product);
});

afterEach(() => expect(complaints()).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

const sampleBot = 'Isolate hosts of severe findings';
const widths = [1440, 1080, 768, 430];

const fitIntoEach = async (order: readonly number[], name: string) => {
  for (const width of order) {
    await fitInto(page, width);
    await picture(page, `${name}-${width}`);
    // The widths between look like the wide one: its layout, with less room.
    if (width === 430 || width === 1440) expect(await accessibilityFaults(page)).toEqual([]);
  }
};

/** Looks at a page in both themes: while the window gets narrower, and opened on a narrow one. */
const look = async (name: string, shown: () => Promise<void>) => {
  await shown();
  await fitIntoEach(widths, `${name}-light`);
  await turn(page, 'dark');
  await page.reload();
  await shown();
  await fitIntoEach(widths.toReversed(), `${name}-dark`);
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

describe('the side navigation', () => {
  it('is open again when a narrow window becomes wide', async () => {
    await page.goto('/app#/bots');
    const entry = page.getByRole('link', { name: 'Listeners' });
    await entry.waitFor();
    await fitInto(page, 430);
    await entry.waitFor({ state: 'hidden' });
    await fitInto(page, 1440);
    await entry.waitFor();
  });
});

describe('every page, light and dark, on wide and narrow screens', () => {
  const shown = (title: string, text: string) => async () => {
    await page.getByText(text).first().waitFor();
    await eventually(
      () => page.title(),
      (said) => said === `${title} | Cloudwarden`,
    );
  };

  it.each(routes)('%s', async (route, title, text) => {
    await page.goto(`/app#/${pathOf(route)}`);
    await look(route.replace(/\W+/g, '-'), shown(title, text));
  });

  it('login', async () => {
    await page.getByRole('button', { name: 'Root user' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await look('login', shown('Sign in', 'Forgot your password?'));
  });
});

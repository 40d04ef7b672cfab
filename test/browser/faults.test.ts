import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { complaintsOf, openBrowser, openWindow, picture, signIn } from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';

jest.setTimeout(60_000);

let product: Embedded;
let browser: Browser;
let window: BrowserContext;
let complaints: () => string[];
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  window = await openWindow(browser, product);
  complaints = complaintsOf(window);
  page = await window.newPage();
  await signIn(page, product);
});

/** What browsers say of each answer that is wanted here. */
const wanted = /Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/;

afterEach(async () => {
  await window.setOffline(false);
  await page.unrouteAll();
  expect(complaints().filter((text) => !wanted.test(text))).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

const seconds = (value: number): BotView['graph'] => ({
  nodes: [
    { id: 'start', type: 'start', name: 'Start', position: { x: 0, y: 0 }, settings: {} },
    {
      id: 'wait',
      type: 'delay',
      name: 'wait',
      position: { x: 250, y: 0 },
      settings: { seconds: value },
    },
    { id: 'end', type: 'end', name: 'End', position: { x: 500, y: 0 }, settings: {} },
  ],
  edges: [
    { id: 'a', source: 'start', target: 'wait' },
    { id: 'b', source: 'wait', target: 'end' },
  ],
});

const field = () => page.getByLabel(/^How long/);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const save = () => button('Save').click();
const saved = (version: number) => page.getByText(`Saved as version ${version}`).first().waitFor();
const notSaved = () => page.getByText('The bot was not saved.').waitFor();

let made = 0;

/** A bot in the editor, with a change that nothing has saved. */
const edit = async (): Promise<BotView> => {
  made += 1;
  const bot = await product.api.bots.createBot({ name: `Fault ${made}`, graph: seconds(60) });
  await page.goto('about:blank');
  await page.goto(`/app#/bots/${bot._id}`);
  await page.getByRole('group', { name: /Delay: wait/ }).click();
  await field().fill('77');
  return bot;
};

const expectKept = async () => expect(await field().inputValue()).toBe('77');

const asked = () => page.getByText(/^Your session has ended/);

const signInIn = async (where: Page) => {
  await where.getByLabel('Email').fill(product.sign_in.email);
  await where.getByLabel('Password', { exact: true }).fill(product.sign_in.password);
  await where.getByRole('button', { name: 'Sign in' }).click();
};

const chooseSignOut = async (where: Page) => {
  await where.getByRole('button', { name: /^Root user/ }).click();
  await where.getByRole('menuitem', { name: 'Sign out' }).click();
};

/** Files of an older version, once a newer one is there. */
const gone = (route: Route) => route.fulfill({ status: 404, body: 'gone' });
const loseChunks = () => page.route('**/assets/*.js', gone);

describe('a session that ends while somebody draws', () => {
  it('is begun again over the page, with the work below untouched', async () => {
    await edit();
    await page.evaluate(
      "Object.keys(localStorage).filter((key) => key.startsWith('Cognito'))" +
        '.forEach((key) => localStorage.removeItem(key))',
    );
    await save();
    await asked().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await picture(page, 'signed-out-over-work');
    await signInIn(page);
    await asked().waitFor({ state: 'detached' });
    await expectKept();
    await save();
    await saved(2);
  });

  it('and is begun again in another tab, goes on here by itself', async () => {
    await edit();
    const other = await window.newPage();
    await other.goto('/app#/bots');
    await chooseSignOut(other);
    await asked().waitFor();
    await signInIn(other);
    await other.getByRole('navigation').first().waitFor();
    await other.close();
    await asked().waitFor({ state: 'detached' });
    await expectKept();
  });

  it('by their own hand is asked about first', async () => {
    await edit();
    await chooseSignOut(page);
    const question = page.getByRole('dialog', { name: 'Leave page' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await save();
    await saved(2);
  });
});

describe('a save', () => {
  it.each<[string, number, { error: string } | undefined, string]>([
    ['without the right', 403, { error: 'Ask your ROOT user for it.' }, 'Ask your ROOT user'],
    ['that fails', 500, { error: 'Something went wrong on our side.' }, 'Something went wrong'],
    ['that a proxy answers', 502, undefined, 'Unexpected server response. Try again in a moment.'],
    ['beyond the plan', 402, { error: 'Your plan allows 10 bots.' }, 'Your plan allows 10 bots.'],
  ])('%s says why, and keeps the work', async (_name, status, body, sentence) => {
    const { _id } = await edit();
    const content = body ? { json: body } : { contentType: 'text/html', body: '<h1>Bad</h1>' };
    await page.route(`**/api/bots/${_id}`, (route) => route.fulfill({ status, ...content }));
    await save();
    await notSaved();
    await page.getByText(sentence).waitFor();
    await page.unrouteAll();
    await expectKept();
    await save();
    await saved(2);
  });

  it('without a connection fails at once, and works when it is back', async () => {
    await edit();
    await window.setOffline(true);
    await save();
    await notSaved();
    await page.getByText(/Couldn't connect to the server!.*still here/).waitFor();
    await window.setOffline(false);
    await save();
    await saved(2);
  });

  it('of a bot that was deleted meanwhile makes a new one of it', async () => {
    const bot = await edit();
    await product.api.bots.deleteBot({ bot_id: bot._id });
    await save();
    await notSaved();
    await button('Save as a new bot').click();
    await page.waitForURL((url) => /bots\/bot_/.test(url.hash) && !url.hash.includes(bot._id));
    await page.getByRole('group', { name: /Delay: wait/ }).click();
    await expectKept();
  });
});

describe('a part of the console that is gone', () => {
  it('says so where it would be, loses nothing, and is tried again', async () => {
    const { _id, name, description, category, importance } = await edit();
    const details = { name, description, category, importance };
    const change = { bot_id: _id, base_version: 1, graph: seconds(5) };
    await product.api.bots.updateBot({ ...details, ...change });
    await loseChunks();
    await save();
    await page.getByText('A part of the console could not be loaded').waitFor();
    await picture(page, 'lost-dialog');
    await page.unrouteAll();
    await button('Try again').click();
    await button('Save mine as version 3').click();
    await saved(3);
    await expectKept();
  });

  it('as a whole page offers to reload, and what was kept is restored after it', async () => {
    const { _id } = await edit();
    await page.route('**/assets/*.{js,css}', gone);
    await page.getByRole('link', { name: 'Bots', exact: true }).first().click();
    const question = page.getByRole('dialog', { name: 'Leave page' });
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('This page could not be shown').waitFor();
    await picture(page, 'lost-page');
    // React tells the console of errors that a page has met, and browsers of styles refused.
    complaints();
    await page.unrouteAll();
    await button('Reload').click();
    await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
    await page.goto(`/app#/bots/${_id}`);
    await button('Restore').click();
    await page.getByText('Unsaved changes').waitFor();
  });
});

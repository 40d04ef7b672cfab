import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import {
  chooseVerdict,
  collectComplaints,
  openBrowser,
  openWindow,
  saveScreenshot,
  unrouteAll,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { openSignedIn } from '#test/support/signed-in.ts';

let product: Embedded;
let browser: Browser;
let window: BrowserContext;
let complaints: () => string[];
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, product);
});

/** What browsers report about each failed answer that is wanted here. */
const expectedComplaints = /Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/;

afterEach(async () => {
  await window.setOffline(false);
  await unrouteAll(page);
  expect(complaints().filter((text) => !expectedComplaints.test(text))).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

const delayGraph = (value: number): BotView['graph'] => ({
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
const waitForSaved = async (version: number): Promise<void> => {
  await page.getByText(`Saved as version ${version}`).first().waitFor();
  // The message of an earlier save stays for some seconds, even on the next bot.
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
};
const waitForSaveError = () => page.getByText('The bot was not saved.').waitFor();

let botCount = 0;

/** Leaves the page, which must have no unsaved changes, as a link does. */
const goTo = (route: string) => page.evaluate(`location.hash = '#/${route}'`);

/** A bot in the editor, with an unsaved change. */
const openUnsavedBot = async (): Promise<BotView> => {
  botCount += 1;
  const bot = await product.api.bots.createBot({
    name: `Fault ${botCount}`,
    graph: delayGraph(60),
  });
  await goTo(`bots/${bot._id}`);
  const graph = page.getByRole('region', { name: `Graph of ${bot.name}` });
  await graph.getByRole('group', { name: /Delay: wait/ }).click();
  await field().fill('77');
  return bot;
};

const expectEditKept = async () => expect(await field().inputValue()).toBe('77');

const sessionEndedNotice = () => page.getByText(/^Your session has ended/);

const signInOnPage = async (targetPage: Page) => {
  await targetPage.getByLabel('Email').fill(product.sign_in.email);
  await targetPage.getByLabel('Password', { exact: true }).fill(product.sign_in.password);
  await targetPage.getByRole('button', { name: 'Sign in' }).click();
};

const chooseSignOut = async (targetPage: Page) => {
  await targetPage.getByRole('button', { name: /^Root user/ }).click();
  await targetPage.getByRole('menuitem', { name: 'Sign out' }).click();
};

/** Files of an older version no longer exist once a newer one is deployed. */
const answerNotFound = (route: Route) => route.fulfill({ status: 404, body: 'gone' });
const removeChunks = () => page.route('**/assets/*.js', answerNotFound);

describe('a session that ends while a user edits a bot', () => {
  it('is renewed in a dialog over the editor, and the changes are kept', async () => {
    await openUnsavedBot();
    await page.evaluate(
      "Object.keys(localStorage).filter((key) => key.startsWith('Cognito'))" +
        '.forEach((key) => localStorage.removeItem(key))',
    );
    await save();
    await sessionEndedNotice().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await saveScreenshot(page, 'signed-out-over-work');
    await signInOnPage(page);
    await sessionEndedNotice().waitFor({ state: 'detached' });
    await expectEditKept();
    await save();
    await waitForSaved(2);
  });

  it('is renewed when the user signs in again in another tab', async () => {
    await openUnsavedBot();
    const otherPage = await window.newPage();
    await otherPage.goto('/app#/bots');
    await chooseSignOut(otherPage);
    await sessionEndedNotice().waitFor();
    await signInOnPage(otherPage);
    await otherPage.getByRole('navigation').first().waitFor();
    await otherPage.close();
    await sessionEndedNotice().waitFor({ state: 'detached' });
    await expectEditKept();
    await save();
    await waitForSaved(2);
  });

  it('asks for confirmation when the user signs out with unsaved changes', async () => {
    await openUnsavedBot();
    await chooseSignOut(page);
    const question = page.getByRole('dialog', { name: 'Leave page' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await save();
    await waitForSaved(2);
  });
});

describe('saving a bot', () => {
  it.each<[string, number, { error: string } | undefined, string]>([
    ['missing permission', 403, { error: 'Ask your ROOT user for it.' }, 'Ask your ROOT user'],
    ['server error', 500, { error: 'Something went wrong on our side.' }, 'Something went wrong'],
    ['error page of a proxy', 502, undefined, 'Unexpected server response. Try again in a moment.'],
    ['limit of the plan', 402, { error: 'Your plan allows 10 bots.' }, 'Your plan allows 10 bots.'],
  ])('shows the reason and keeps the changes: %s', async (_name, status, body, sentence) => {
    const { _id } = await openUnsavedBot();
    const content = body ? { json: body } : { contentType: 'text/html', body: '<h1>Bad</h1>' };
    await page.route(`**/api/bots/${_id}`, (route) => route.fulfill({ status, ...content }));
    await save();
    await waitForSaveError();
    await page.getByText(sentence).waitFor();
    await unrouteAll(page);
    await expectEditKept();
    await save();
    await waitForSaved(2);
  });

  it('fails at once without a connection, and succeeds when the connection is back', async () => {
    await openUnsavedBot();
    await window.setOffline(true);
    await save();
    await waitForSaveError();
    await page.getByText(/Couldn't connect to the server!.*still here/).waitFor();
    await window.setOffline(false);
    await save();
    await waitForSaved(2);
  });

  it('offers to save a bot that was deleted meanwhile as a new bot', async () => {
    const bot = await openUnsavedBot();
    await product.api.bots.deleteBot({ bot_id: bot._id });
    await save();
    await waitForSaveError();
    await button('Save as a new bot').click();
    await page.waitForURL((url) => /bots\/bot_/.test(url.hash) && !url.hash.includes(bot._id));
    await page.getByRole('group', { name: /Delay: wait/ }).click();
    await expectEditKept();
  });
});

const step = (id: string, type: NodeKind, settings: Record<string, unknown> = {}) => ({
  id,
  type,
  name: id,
  position: { x: 0, y: 0 },
  settings,
});

const approvalGraph: BotView['graph'] = {
  nodes: [step('start', 'start'), step('May', 'approval', { message: 'May they?' })],
  edges: [{ id: 'a', source: 'start', target: 'May' }],
};

/** A published bot with this graph. */
const publish = async (name: string, graph: BotView['graph']): Promise<BotView> => {
  const { _id } = await product.api.bots.createBot({ name, graph });
  return product.api.bots.publishBot({ bot_id: _id, version: 1 });
};

/** The page of a run that waits for an approval, and a function that decides it elsewhere. */
const openWaitingRun = async () => {
  botCount += 1;
  const { executions, approvals } = product.api;
  const { _id: bot_id } = await publish(`Asks ${botCount}`, approvalGraph);
  const { _id: bot_exc_id } = await executions.startExecution({ bot_id });
  await goTo(`bots/${bot_id}/executions/${bot_exc_id}`);
  await button('Answer here').waitFor();
  return async () => {
    const { waiting_for } = await executions.getExecution({ bot_exc_id });
    const approval_id = waiting_for?.approval_id ?? '';
    await approvals.resolveApproval({ approval_id, status: 'resolved', all: true, message: 'Yes' });
  };
};

const waitForSuccess = () => page.getByText('Succeeded', { exact: true }).first().waitFor();

describe('deciding on a run', () => {
  it('fails at once without a connection, sends nothing later, and keeps the message', async () => {
    await openWaitingRun();
    await button('Answer here').click();
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Because.');
    await chooseVerdict(page, 'Approve');
    await window.setOffline(true);
    await button('Approve').click();
    await page.getByText('Not decided yet').waitFor();
    await page.getByText(/Check your connection, then try again/).waitFor();
    await saveScreenshot(page, 'decision-offline');
    await window.setOffline(false);
    await button('Try again').click();
    expect(await message.inputValue()).toBe('Because.');
    await button('Approve').click();
    await waitForSuccess();
  });

  it('shows a decision made elsewhere once the connection is back', async () => {
    const decide = await openWaitingRun();
    await window.setOffline(true);
    await decide();
    await window.setOffline(false);
    await waitForSuccess();
  });
});

describe('a form', () => {
  it('asks for confirmation before a new address discards the input', async () => {
    await goTo('integrations/rest_api');
    const name = page.getByRole('textbox', { name: 'Alias' });
    await name.fill('Mine');
    const question = page.getByRole('dialog', { name: 'Leave page' });
    for (const answer of ['Cancel', 'Cancel', 'Leave']) {
      expect(await name.inputValue()).toBe('Mine');
      await page.evaluate("location.hash = '#/bots'");
      await question.getByRole('button', { name: answer }).click();
    }
    await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
  });

  it('keeps its input while the server is busy, and shows when to try again', async () => {
    const [start, ...rest] = delayGraph(1).nodes;
    if (!start) throw new Error('No start.');
    const scheduled = { ...start, settings: { trigger_type: 'scheduled' } };
    const bot = await publish('Timed', { ...delayGraph(1), nodes: [scheduled, ...rest] });
    await goTo(`bots/${bot._id}`);
    await page.getByRole('region', { name: 'Graph of Timed' }).waitFor();
    await button('Actions').click();
    await page.getByRole('menuitem', { name: 'Enable' }).click();
    const cron = page.getByLabel('Cron expression');
    await cron.fill('7 * * * *');
    const busy = { status: 503, headers: { 'retry-after': '7' }, body: '<h1>Busy</h1>' };
    await page.route(`**/api/bots/${bot._id}/**`, (route) => route.fulfill(busy));
    await button('Schedule').click();
    await page.getByText('Unexpected server response. Try again in 7 seconds.').waitFor();
    await unrouteAll(page);
    expect(await cron.inputValue()).toBe('7 * * * *');
    await button('Schedule').click();
    await page.getByText('Bot enabled successfully').waitFor();
  });
});

describe('a code file of the console that no longer exists', () => {
  // Chromium fetches a failed module again only after the page is reloaded.
  it('is reported in its dialog, and a reload restores the unsaved changes', async () => {
    const { _id, name, description, category, importance } = await openUnsavedBot();
    const details = { name, description, category, importance };
    const change = { bot_id: _id, base_version: 1, graph: delayGraph(5) };
    await product.api.bots.updateBot({ ...details, ...change });
    await removeChunks();
    await save();
    await page.getByText('A part of the console could not be loaded').waitFor();
    await saveScreenshot(page, 'lost-dialog');
    await button('Try again').waitFor();
    await unrouteAll(page);
    page.once('dialog', (dialog) => void dialog.accept());
    await button('Reload').click();
    await button('Restore').click();
    await page.getByText('Unsaved changes').waitFor();
    await save();
    await button('Save mine as version 3').click();
    await waitForSaved(3);
    const { graph } = await product.api.bots.getBot({ bot_id: _id });
    expect(graph).toMatchObject({
      nodes: delayGraph(77).nodes.map(({ settings }) => ({ settings })),
    });
  });

  it('shows an error page with a reload, after which the kept draft can be restored', async () => {
    // The list's code was not loaded yet.
    await page.goto('about:blank');
    await page.goto('/app#/nowhere');
    const { _id } = await openUnsavedBot();
    await page.route('**/assets/*.{js,css}', answerNotFound);
    await page.getByRole('link', { name: 'Bots', exact: true }).first().click();
    const question = page.getByRole('dialog', { name: 'Leave page' });
    await question.getByRole('button', { name: 'Keep draft and leave' }).click();
    await page.getByText('This page could not be shown').waitFor();
    await saveScreenshot(page, 'lost-page');
    // React logs errors that a page has caught, and browsers log rejected styles.
    complaints();
    await unrouteAll(page);
    await button('Reload').click();
    await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
    await page.goto(`/app#/bots/${_id}`);
    await button('Restore').click();
    await page.getByText('Unsaved changes').waitFor();
  });
});

import type { Browser, Page } from 'playwright-core';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { collectComplaints, openBrowser, openWindow, unrouteAll } from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
/** A bot whose draft differs from the published version, with a pending schedule. */
let bot: BotView;

const skipped = 'The previous run of the schedule was still under way.';

const graph = (settings: Record<string, unknown>, x = 600): BotView['graph'] => {
  const position = { x: 0, y: 0 };
  return {
    nodes: [
      {
        id: 'a',
        type: 'start',
        name: 'Nightly',
        position,
        settings: { trigger_type: 'scheduled' },
      },
      { id: 'b', type: 'http_request', name: 'Ask', position: { x: 300, y: 0 }, settings },
      { id: 'c', type: 'end', name: 'Done', position: { x, y: 0 }, settings: {} },
    ],
    edges: [
      { id: 'ab', source: 'a', target: 'b' },
      { id: 'bc', source: 'b', target: 'c' },
    ],
  };
};

const makeBot = async (): Promise<BotView> => {
  const { createBot, publishBot, updateBot } = product.api.bots;
  const details = {
    name: 'Sweep',
    description: '',
    importance: 'Low',
    category: 'Security',
  } as const;
  const before = graph({ url: 'https://api.example.com/v1/hosts' });
  const { _id: bot_id } = await createBot({ ...details, graph: before });
  await publishBot({ bot_id, version: 1 });
  const body = `{% { "hosts": ${'$event.hosts, "and": '.repeat(6)}1 } %}`;
  const after = graph({ method: 'POST', url: 'https://api.example.com/v2/hosts', body }, 700);
  return updateBot({ ...details, bot_id, base_version: 1, graph: after });
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  bot = await makeBot();
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

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (name: string) => page.getByRole('dialog', { name });

const openBot = async () => {
  await page.goto('about:blank');
  await page.goto(`/app#/bots/${bot._id}?mode=view`);
  await page.getByRole('heading', { name: 'Sweep' }).waitFor();
};

const openVersions = async () => {
  await openBot();
  await press('Actions');
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await page.getByRole('grid', { name: 'Saved versions' }).getByText('Draft').waitFor();
};

describe('the panels of a bot, light and dark, on a wide and a narrow screen', () => {
  it('show the schedule dialog with a valid and with a refused cron expression', async () => {
    await openBot();
    await press('Enable');
    await dialog('Schedule bot').getByText('Every hour at minute 5.').waitFor();
    await inspectPage(page, 'schedule');
    await page.getByLabel('Cron expression').fill('61 * * * *');
    await page.getByText("The minute '61' is not a number from 0 to 59.").waitFor();
    await inspectPage(page, 'schedule-refused');
    await press('Cancel');
  });

  it('show a skipped run beside the schedule', async () => {
    await page.route(`**/api/bots/${bot._id}`, async (route) => {
      const real = await route.fetch();
      const body: object = JSON.parse(await real.text());
      const schedule = {
        status: 'enabled',
        cron_expression: '0 3 * * *',
        tz_info: 'Europe/Berlin',
      };
      const ticks = {
        run_at: '2027-01-02T02:00:00.000Z',
        last_tick: { at: '2027-01-01T02:00:00.000Z', skipped },
      };
      await route.fulfill({ response: real, json: { ...body, ...schedule, ...ticks } });
    });
    await openBot();
    await page.getByText(skipped).waitFor();
    await inspectPage(page, 'scheduled-bot');
    await unrouteAll(page);
  });

  it('show the versions, and the differences between two versions', async () => {
    await openVersions();
    await inspectPage(page, 'versions');
    await press('Actions for version 1');
    await page.getByRole('menuitem', { name: 'Compare with the draft' }).click();
    const comparison = dialog('Compare version 1 with version 2');
    await comparison.getByText('https://api.example.com/v2/hosts', { exact: true }).waitFor();
    await inspectPage(page, 'comparison');
    await comparison.getByRole('button', { name: 'Close' }).last().click();
    await comparison.waitFor({ state: 'detached' });
  });
});

import type { Browser, Page } from 'playwright-core';
import {
  chooseVerdict,
  collectComplaints,
  expectEventually,
  openBrowser,
  openWindow,
  readCopiedText,
} from '#test/support/browser.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { invite } from '#test/support/invited-user.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
let app_id: string;

const pia = 'pia@example.com';
const firstPassword = 'First-Pass-1';
const ownPassword = 'Own-Pass-1';

const description = `# Hire a colleague

Makes the **accounts** of a [new colleague](https://example.com/new).

## What you need

| What | Why |
|---|---|
| Their name | For the mail account |
`;

/** Asks for a name, works, asks Pia, and waits for a moment. */
const hiring = draw(
  `start -> who:user_input -next-> look:condition -yes-> ask:approval -approved-> rest:delay -> end
   look -no-> end
   who -expired-> end
   ask -rejected-> refused:end`,
  {
    who: {
      internal_name: 'New colleague',
      message: 'Who starts?',
      inputs: [
        { id: 'name', label: 'Full name', required: true },
        { id: 'team', label: 'Team', type: 'select', options: ['red', 'blue'], required: true },
      ],
    },
    ask: {
      message: 'May these accounts be made?',
      approvers: [pia],
      resources: "{% [{ 'id': 'acc-1', 'name': 'Mail account' }] %}",
    },
    rest: { seconds: 1 },
  },
);

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  const { bots } = product.api;
  const details = { category: 'Operational Excellence', importance: 'High', description } as const;
  const bot = await bots.createBot({ name: 'Hire-a-colleague', graph: hiring, ...details });
  app_id = bot._id;
  await bots.publishBot({ bot_id: app_id, version: 1 });
  await bots.setServicePortal({ bot_id: app_id, service_portal_published: true });
  await invite(product, { email: pia, name: 'Pia', userType: 'SP_USER', password: firstPassword });
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
});

afterEach(() => expect(complaints()).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string, level: number) =>
  page.getByRole('heading', { name, level, exact: true });

const entries = () =>
  page.getByRole('navigation').filter({ hasText: 'History' }).getByRole('link').allInnerTexts();

describe('a user of the service portal', () => {
  it('chooses a new password and opens the list of apps', async () => {
    await page.goto('/app');
    await page.getByLabel('Email').fill(pia);
    await page.getByLabel('Password', { exact: true }).fill(firstPassword);
    await button('Sign in').click();
    await page.getByLabel('Confirm Password').fill(ownPassword);
    await page.getByLabel('Password', { exact: true }).fill(ownPassword);
    await button('Change Password').click();
    await heading('Self Service Apps (1)', 1).waitFor();
    await expectEventually(entries, ['Self Service Apps', 'History']);
    await inspectPage(page, 'portal-apps');
  });

  it('reads the description of an app and starts the app', async () => {
    await page.getByRole('link', { name: 'Hire a colleague' }).click();
    await page.getByRole('cell', { name: 'For the mail account' }).waitFor();
    await inspectPage(page, 'portal-app');
    const link = await readCopiedText(page, () => button('Share Link').click());
    expect(link).toBe(`${product.url}/app#/service-portal/apps/${app_id}`);
    await button('Start').click();
    await page.getByText('Who starts?').waitFor();
    await page.waitForURL(new RegExp(`/service-portal/apps/${app_id}/history/exc_`));
  });

  it('fills in the form of the app, and the run continues without a reload', async () => {
    await page.evaluate('window.loadedOnce = true');
    await inspectPage(page, 'portal-input');
    await page.getByLabel('Full name').fill('Ada');
    await button('Team').click();
    await page.getByRole('option', { name: 'red' }).click();
    await button('Next').click();
    await page.getByText('May these accounts be made?').waitFor();
    expect(await page.evaluate('window.loadedOnce')).toBe(true);
  });

  it('approves in the run after a reload, and follows the run to its end', async () => {
    await page.reload();
    await page.evaluate('window.loadedOnce = true');
    await page.getByText('Mail account', { exact: true }).waitFor();
    await inspectPage(page, 'portal-approve');
    await page.getByRole('textbox', { name: 'Message' }).fill('Go on');
    await chooseVerdict(page, 'Approve');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('You approved the request').waitFor();
    await button('Start again').waitFor();
    // The run and its step show the decision, not merely that they ended.
    await expectEventually(() => page.getByText('Approved', { exact: true }).count(), 2);
    await expectEventually(() => page.getByText('Succeeded', { exact: true }).count(), 3);
    expect(await page.evaluate('window.loadedOnce')).toBe(true);
    await inspectPage(page, 'portal-ended');
  });

  it('finds the run in the history, and opens the run there', async () => {
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('grid', { name: 'History' }).getByText('Approved').waitFor();
    await button('Actions for the run of Hire-a-colleague').click();
    await page.getByRole('menuitem', { name: 'Open' }).click();
    await page.getByRole('link', { name: 'Open page' }).waitFor();
    await inspectPage(page, 'portal-history');
    await button('Actions for the run of Hire-a-colleague').click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await page.getByText('Link Copied!').waitFor();
  });
});

describe('aborting a run in the service portal', () => {
  const answer = async (title: string) => {
    const question = page.getByRole('dialog', { name: title });
    await question.getByRole('button', { name: title, exact: true }).click();
  };
  const runId = () => /history\/(exc_\w+)/.exec(page.url())?.[1] ?? '';

  it('starts a new run without asking about the typed values', async () => {
    await page.goto(`/app#/service-portal/apps/${app_id}`);
    await button('Start').click();
    await page.getByLabel('Full name').fill('Half a na');
    const first = runId();
    await button('Abort and Clear Cache').click();
    await answer('Abort and Clear Cache');
    await eventually(
      async () => runId(),
      (id) => id !== '' && id !== first,
    );
    await page.getByText('Bot execution successfully aborted.').waitFor();
    await expectEventually(() => page.getByLabel('Full name').inputValue(), '');
  });

  it('leads back to the app, which shows how the run ended', async () => {
    await page.getByRole('button', { name: 'Abort', exact: true }).click();
    await answer('Abort');
    await button('Start').waitFor();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Your latest run' }).click();
    await page.getByText(`Aborted by ${pia}.`).waitFor();
    await inspectPage(page, 'portal-cancelled');
  });

  it('is shown at once when another user aborts the run', async () => {
    const before = runId();
    await button('Start again').click();
    await eventually(
      async () => runId(),
      (id) => id !== '' && id !== before,
    );
    await product.api.executions.abortExecution({ bot_exc_id: runId() });
    await page.getByText('Aborted by root@cloudwarden.local.').waitFor();
  });
});

describe('pages that portal users cannot open', () => {
  it.each(['bots', 'bots/executions', 'users'])(
    'include %s, which names the user to ask for access',
    async (to) => {
      await page.goto(`/app#/${to}`);
      await page.getByRole('heading', { name: /^You have no access to/, level: 1 }).waitFor();
      await page.getByText('Ask your ROOT user (root@cloudwarden.local) for it.').waitFor();
      complaints();
    },
  );

  it('include an app that does not exist', async () => {
    await page.goto('/app#/service-portal/apps/nope');
    await heading('Not a Service Portal App', 1).waitFor();
    await inspectPage(page, 'portal-no-app');
    expect(complaints().every((text) => text.includes('404'))).toBe(true);
  });

  it('include a mailed form, which links to the run in the portal', async () => {
    await page.goto(`/app#/service-portal/apps/${app_id}`);
    // The app was started a moment ago: another press would count as that start's second click.
    await page.reload();
    await button('Start').click();
    await page.getByLabel('Full name').waitFor();
    const { waits } = await product.api['service-portal'].getPortalRun({
      bot_exc_id: /history\/(exc_\w+)/.exec(page.url())?.[1] ?? '',
    });
    await page.goto(`/app#/user-input/${waits[0]?.user_input_id}`);
    await heading('New colleague', 1).waitFor();
    await inspectPage(page, 'portal-mailed-input');
    await page.getByRole('link', { name: 'Open Execution' }).click();
    await heading('Hire a colleague', 1).waitFor();
    await page.getByText('Who starts?').waitFor();
  });
});

import type { Browser, Locator, Page } from 'playwright-core';
import { askForInput } from '#test/support/ask-for-input.ts';
import {
  accessibilityFaults,
  collectComplaints,
  expectEventually,
  openBrowser,
  openWindow,
  saveScreenshot,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
import { invite, inviteAndSignIn } from '#test/support/invited-user.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
/** Ids of the things shown, by the variable in the routes' paths. */
let ids: Record<string, string>;

const createThings = async (): Promise<Record<string, string>> => {
  const { bot_id, listener_id } = product.sample;
  await sendSampleEvent(product, finding('fnd-rights'));
  const { items } = await eventually(
    () => product.api.approvals.listApprovals({}),
    (page) => page.items.length > 0,
  );
  const { accountId } = await product.api.integrations.createIntegration({
    cspName: 'rest_api',
    alias: 'Host manager',
    groups: ['hosts'],
    values: { api_url: 'https://hosts.example.com', token: 'shown nowhere', test_path: '/me' },
  });
  const form = { internal_name: 'New account', inputs: [{ id: 'owner', label: 'Owner' }] };
  const user_input_id = await askForInput(product, form, 'Onboard accounts');
  const { _id: user_id } = await invite(product, { email: 'grace@example.com', name: 'Grace' });
  return {
    bot_id,
    listener_id,
    accountId,
    user_input_id,
    user_id,
    approval_id: items[0]?._id ?? '',
    bot_exc_id: items[0]?.bot_exc_id ?? '',
  };
};

/** A user whom ROOT invites, signed in in a separate window. */
const signInAs = async (person: Parameters<typeof inviteAndSignIn>[1]): Promise<Page> => {
  const joined = await inviteAndSignIn(product, person);
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  const page = await window.newPage();
  await openSignedIn(page, { url: product.url, ...joined });
  return page;
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  ids = await createThings();
});

afterEach(() => expect(complaints()).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

const pathOf = (route: string) => route.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

/** The reason shown for a disabled button; undefined if it is enabled. */
const disabledReasonOf = async (button: Locator): Promise<string | undefined> => {
  await button.waitFor();
  if ((await button.getAttribute('aria-disabled')) !== 'true') return undefined;
  const described = (await button.getAttribute('aria-describedby')) ?? '';
  const text = `document.getElementById(${JSON.stringify(described)})?.textContent ?? ''`;
  return button.page().evaluate<string>(text);
};

const sampleBot = 'Isolate hosts of severe findings';

type Writes = {
  buttons: readonly string[];
  /** A menu, and its entries that write. */
  menu?: string;
  entries?: readonly string[];
};

const sampleMenu = { menu: `Actions for ${sampleBot}`, entries: ['Edit', 'Run now', 'Delete'] };

/** The controls that write on each page. */
const writes: [route: string, Writes][] = [
  ['bots', { buttons: ['New'], ...sampleMenu }],
  ['bots/{bot_id}', { buttons: ['Edit', 'Run now', 'Disable'] }],
  [
    'bots/{bot_id}?mode=view',
    { buttons: ['Edit', 'Run now', 'Disable'], menu: 'Actions', entries: ['Delete'] },
  ],
  [
    'bots/executions',
    { buttons: [], menu: `Actions for the run of ${sampleBot}`, entries: ['Abort'] },
  ],
  ['bots/{bot_id}/executions/{bot_exc_id}', { buttons: ['Run again', 'Abort'] }],
  [
    'listeners',
    {
      buttons: ['Create listener'],
      menu: 'Actions for Sample findings',
      entries: ['Edit', 'Delete'],
    },
  ],
  ['listeners/new', { buttons: ['Create listener'] }],
  ['listeners/{listener_id}', { buttons: ['Save listener'] }],
  ['listeners/view/{listener_id}', { buttons: ['Edit', 'Delete'] }],
  [
    'integrations/list',
    {
      buttons: ['Connect integration'],
      menu: 'Actions for Host manager',
      entries: ['Test connection', 'Edit', 'Delete'],
    },
  ],
  ['integrations/rest_api', { buttons: ['Connect'] }],
  ['integrations/view/{accountId}', { buttons: ['Test connection', 'Edit', 'Delete'] }],
  ['approvals/view/{approval_id}', { buttons: ['Take action'] }],
  ['user-input/{user_input_id}', { buttons: ['Submit'] }],
  [
    'users',
    {
      buttons: ['Create user'],
      menu: 'Actions for Grace',
      entries: ['Edit', 'Assign roles', 'Delete'],
    },
  ],
  ['users/new', { buttons: ['Create user'] }],
  ['users/{user_id}', { buttons: ['Save user'] }],
];

describe('a user with read-only access', () => {
  const sentence =
    'Your access is read only. Ask your ROOT user (root@cloudwarden.local) for full access.';
  let page: Page;

  beforeAll(async () => {
    page = await signInAs({ email: 'reader@example.com', userType: 'ROOT', readOnly: true });
  });

  it.each(writes)(
    'sees why nothing can be changed at %s',
    async (route, { buttons, ...menuOptions }) => {
      const { menu, entries = [] } = menuOptions;
      await page.goto(`/app#/${pathOf(route)}`);
      const content = page.getByRole('main');
      for (const name of buttons) {
        const button = content.getByRole('button', { name, exact: true });
        const link = content.getByRole('link', { name, exact: true });
        await expectEventually(
          async () => [name, await disabledReasonOf(button.or(link).first())],
          [name, sentence],
        );
      }
      const opener = content.getByRole('button', { name: menu ?? '', exact: true }).first();
      if (menu) await opener.click();
      for (const name of entries) {
        const entry = page.getByRole('menuitem', { name, exact: true });
        await expectEventually(async () => [name, await disabledReasonOf(entry)], [name, sentence]);
      }
      if (menu) {
        // Esc may close only the tooltip of an entry.
        await opener.click();
        await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
      }
      // The shell around it is the same on each page.
      expect(await accessibilityFaults(page, 'all', 'main')).toEqual([]);
    },
  );

  it('sees why no schedule of scans can be changed', async () => {
    await page.goto('/app#/inventory/schedule');
    await page.getByText(`Schedules cannot be changed. ${sentence}`).waitFor();
  });

  it('cannot change a dashboard by moving a widget', async () => {
    const title = 'For everybody';
    const widgets = ['approvals_by_status', 'agents_health'].map((template) => ({ template }));
    const { _id } = await product.api.dashboards.createDashboard({ title, widgets });
    await page.goto(`/app#/?dashboard=${_id}`);
    await page.getByRole('button', { name: 'Move Agents' }).focus();
    // Each step is announced before the next: an earlier key press would be lost.
    const steps = [
      ['Enter', 'Moving a widget.'],
      ['ArrowLeft', /^Agents is at column 2/],
      ['ArrowLeft', /^Agents is at column 1/],
      ['Enter', 'Moving has ended.'],
    ] as const;
    for (const [key, announcement] of steps) {
      await page.keyboard.press(key);
      await page.getByText(announcement).first().waitFor({ state: 'attached' });
    }
    expect(await page.getByText('(unsaved)').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Save Dashboard' }).count()).toBe(0);
    await product.api.dashboards.deleteDashboard({ dashboard_id: _id });
  });

  it('sees a bot instead of its editor, and cannot draw a new bot', async () => {
    await page.goto(`/app#/${pathOf('bots/{bot_id}')}`);
    await page.getByRole('heading', { name: sampleBot, level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Add a node' }).count()).toBe(0);
    await page.goto('/app#/bots/new');
    const title = 'You have no access to the editor for new bots';
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByText(sentence).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await inspectPage(page, 'rights-no-new-bot');
    await page.getByRole('main').getByRole('link', { name: 'Go to bots' }).click();
    await page.getByRole('heading', { name: /^Bots/, level: 1 }).waitFor();
  });

  it('sees the reason when hovering over a disabled button', async () => {
    await page.goto('/app#/users');
    const create = page.getByRole('link', { name: 'Create user' }).first();
    await create.hover();
    await page.getByText(sentence).filter({ visible: true }).waitFor();
    await page.mouse.move(0, 0);
    await inspectPage(page, 'rights-read-only');
  });
});

describe('a portal user', () => {
  let page: Page;

  beforeAll(async () => {
    page = await signInAs({ email: 'pete@example.com', userType: 'SP_USER' });
  });

  const entries = () =>
    page
      .getByRole('navigation')
      .filter({ hasText: 'Service portal' })
      .getByRole('link')
      .allInnerTexts();

  it('sees only the pages of the service portal', async () => {
    await page.getByRole('heading', { name: 'Self Service Apps', level: 1 }).waitFor();
    await expectEventually(entries, ['Self Service Apps', 'History']);
    await inspectPage(page, 'rights-portal');
  });

  it.each(['bots', 'bots/new', 'users', 'audit-trails', 'rbac/home'])(
    'sees at %s which user to ask for access',
    async (route) => {
      await page.goto(`/app#/${route}`);
      await page.getByRole('heading', { name: /^You have no access to/, level: 1 }).waitFor();
      await page.getByText('Ask your ROOT user (root@cloudwarden.local) for it.').waitFor();
      await expectEventually(entries, ['Self Service Apps', 'History']);
    },
  );

  it('sees an accessible no-access page', () => inspectPage(page, 'rights-portal-elsewhere'));
});

describe('a sub-user whose role denies deleting bots', () => {
  const sentence =
    'Your role No-Deletes does not let you delete bots (delete_bot), due to its row "DENY bot: delete_bot". ' +
    'Ask your ROOT user (root@cloudwarden.local) to change it.';
  let page: Page;

  beforeAll(async () => {
    const { _id: role } = await product.api.roles.createRole({
      name: 'No-Deletes',
      description: 'Keeps bots',
      policies: { ALLOW: {}, DENY: { bot: { delete_bot: true } } },
    });
    const roles = ['role_administrator', role];
    page = await signInAs({ email: 'ada@example.com', roles });
  });

  it('sees the deciding row of the role, at the entry Delete only', async () => {
    await page.goto('/app#/bots');
    await page.getByRole('button', { name: `Actions for ${sampleBot}` }).click();
    const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await expectEventually(() => disabledReasonOf(entry('Delete')), sentence);
    expect(await disabledReasonOf(entry('Edit'))).toBeUndefined();
    expect(await disabledReasonOf(entry('Disable'))).toBeUndefined();
    await entry('Delete').hover();
    await page.getByText(sentence).filter({ visible: true }).waitFor();
    await saveScreenshot(page, 'rights-denied');
  });

  it('can use the entry again after a change of roles, without a reload', async () => {
    await product.api.users.assignRoles({
      user_id: 'ada@example.com',
      roles: ['role_administrator'],
    });
    const entry = page.getByRole('menuitem', { name: 'Delete', exact: true });
    const comeBack = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))";
    await eventually(
      async () => {
        await page.evaluate(comeBack);
        return disabledReasonOf(entry);
      },
      (reason) => reason === undefined,
    );
  });
});

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appCode } from '#test/support/authenticator-app.ts';
import {
  accessibilityFaults,
  collectComplaints,
  openBrowser,
  openWindow,
  unrouteAll,
  waitForText,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let window: BrowserContext;
let complaints: () => string[];
let page: Page;
/** The current password: a test changes it. */
let password: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  password = product.sign_in.password;
  await openSignedIn(page, product);
});

afterEach(() => expect(complaints()).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');

const choose = async (menu: string, item: string) => {
  await button(menu).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

const enterPassword = async () => {
  await page.getByLabel('Email').fill(product.sign_in.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button('Sign in').click();
};

const waitForConsole = () => page.getByRole('navigation').first().waitFor();

describe('the account page', () => {
  const tabs = [
    ['My Profile', '/account', 'All permissions'],
    ['Subscription', '/account/subscription', 'Enterprise subscription'],
    ['API Key Management', '/account?tab=api-keys', 'First start'],
    ['Notifications', '/account?tab=notifications', 'Daily digest'],
  ] as const;

  it('opens from the menu of the signed-in user', async () => {
    await choose('Root user', 'Account');
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await eventually(
      () => page.title(),
      (title) => title === 'Account | Cloudwarden',
    );
  });

  it.each(tabs)('shows the tab %s in light and dark, wide and narrow', async (tab, path, text) => {
    await page.goto(`/app#${path}`);
    const selected = page.getByRole('tab', { selected: true });
    expect(await waitForText(selected, (label) => label === tab)).toBe(tab);
    await page.getByText(text).waitFor();
    await inspectPage(page, `account-${tab.replaceAll(' ', '-')}`);
  });
});

describe('the usage of a plan', () => {
  const standard = { key: 'standard', name: 'Standard', executions: 20_000, accounts: 5 };

  /** The subscription's tab with this usage of the plan. */
  const openUsage = async (change: object) => {
    const usage = {
      plan: { ...standard, smallest_interval: 5, retention_days: 90 },
      month: '2026-09',
      resets_at: '2026-10-01T00:00:00.000Z',
      executions: 5_000,
      forecast: 15_000,
      accounts: 2,
      ...change,
    };
    await page.route('**/api/subscriptions/usage', (route) => route.fulfill({ json: usage }));
    await page.goto('about:blank');
    await page.goto('/app#/account/subscription');
    await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor();
  };

  const bars = () =>
    page
      .getByRole('progressbar')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? one.ariaValueNow));

  const main = () => page.getByRole('main');

  afterEach(() => unrouteAll(page));

  it('shows one bar for executions and one for accounts, with the forecast', async () => {
    await openUsage({});
    expect(await bars()).toEqual(['25', '40']);
    await main().getByText('5,000 of 20,000').first().waitFor();
    await main().getByText('Forecast for the whole month: 15,000.').waitFor();
    await main().getByText("90 days, or less if a bot's settings say so").waitFor();
    expect(
      await main()
        .getByText(/will be used up/)
        .count(),
    ).toBe(0);
    await inspectPage(page, 'usage');
  });

  it("shows a warning when the forecast exceeds the plan's executions", async () => {
    await openUsage({ executions: 12_000, forecast: 26_000 });
    await main()
      .getByText(/^At this pace the bot executions of the Standard plan will be used up/)
      .waitFor();
    await inspectPage(page, 'usage-warned');
  });

  it('shows a notice when all executions and accounts of the plan are used', async () => {
    await openUsage({ executions: 20_000, forecast: 31_000, accounts: 5 });
    await main()
      .getByText(/^All bot executions of the Standard plan are used/)
      .waitFor();
    await main().getByText('20,000 of 20,000').first().waitFor();
    await inspectPage(page, 'usage-full');
  });

  it('says that accounts beyond a smaller plan stay connected', async () => {
    await openUsage({ accounts: 7 });
    await main()
      .getByText('2 more than the plan includes. They stay connected; no more can be added.')
      .waitFor();
  });

  it('shows no bar when the plan has no limit', async () => {
    const plan = { ...standard, key: 'enterprise', name: 'Enterprise' };
    const numbers = { executions: null, accounts: null, smallest_interval: 1, retention_days: 400 };
    await openUsage({ plan: { ...plan, ...numbers } });
    await main().getByText('Bot executions in September 2026').waitFor();
    await main().getByText('5,000, no limit').waitFor();
    await main().getByText('2, no limit').waitFor();
    expect(await bars()).toEqual([]);
  });
});

describe('the cards of the plans', () => {
  /** The subscription's tab with addresses configured by the operator. */
  const openCards = async (places: object) => {
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), ...places } });
    });
    await page.goto('about:blank');
    await page.goto('/app#/account/subscription');
    await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor();
  };
  const linkTo = (name: string) => page.getByRole('link', { name }).first().getAttribute('href');

  afterEach(() => unrouteAll(page));

  it('show prices, and no links when the operator has configured no addresses', async () => {
    await openCards({});
    await page.getByText('$500 a month').waitFor();
    await page.getByText('Price on request').waitFor();
    await page.getByText('Support for 3 basic automations a year').waitFor();
    // Plans limit numbers only: each of them includes local models.
    expect(await page.getByText('Custom local models').count()).toBe(3);
    await page.getByText('If you cannot buy one here, contact them.').waitFor();
    expect(await page.getByRole('link', { name: /Buy|Contact|Book/ }).count()).toBe(0);
  });

  it("show the email address of the operator's support or sales", async () => {
    await page.route('**/api/subscriptions/usage', async (route) => {
      const answer = await route.fetch();
      const contact = { support_email: 'help@example.com' };
      await route.fulfill({ json: { ...(await answer.json()), ...contact } });
    });
    await openCards({});
    expect(await linkTo('help@example.com')).toBe('mailto:help@example.com');
    await openCards({ contactEmail: 'sales@example.com' });
    expect(await linkTo('sales@example.com')).toBe('mailto:sales@example.com');
  });

  it('link to the addresses that the operator has configured', async () => {
    await openCards({
      starterUrl: 'https://listing.example.com/starter',
      standardUrl: 'https://listing.example.com/standard',
      contactEmail: 'sales@example.com',
      bookingUrl: 'https://booking.example.com/trial',
    });
    expect(await linkTo('Buy the Starter plan')).toBe('https://listing.example.com/starter');
    expect(await linkTo('Buy the Standard plan')).toBe('#/standard');
    expect(await linkTo('Contact Us')).toBe('mailto:sales@example.com');
    expect(await linkTo('Book a 14-day trial of Starter')).toBe(
      'https://booking.example.com/trial',
    );
    expect(await page.getByRole('link', { name: /Book a 14-day trial of/ }).count()).toBe(2);
    expect(await page.getByText('Contact Us').count()).toBe(1);
    await inspectPage(page, 'plan-cards');
  });
});

describe('a subscription that begins in the future', () => {
  afterEach(() => unrouteAll(page));

  it('shows its plan and the status Not started', async () => {
    const start_date = new Date(Date.now() + 20 * 24 * 3600_000).toISOString();
    const ahead = { _id: 'sub_ahead', subscription_type: 'aws_marketplace_subscription' };
    await page.route('**/api/subscriptions', (route) =>
      route.fulfill({ json: { items: [{ ...ahead, plan: 'starter', start_date }] } }),
    );
    await page.goto('about:blank');
    await page.goto('/app#/account/subscription');
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'AWS Marketplace subscription' }).waitFor();
    await main.getByText('Not started', { exact: true }).waitFor();
    await main.getByText('Starter', { exact: true }).first().waitFor();
    expect(await main.getByText('Active', { exact: true }).count()).toBe(0);
  });
});

describe('a subscription that ends soon', () => {
  it('shows one warning on its own tab and above every other page', async () => {
    const end_date = new Date(Date.now() + 36 * 3600_000).toISOString();
    const start_date = new Date(Date.now() - 12 * 24 * 3600_000).toISOString();
    const trial = { _id: 'sub_trial', subscription_type: 'trial', start_date, end_date };
    await page.route('**/api/subscriptions', (route) =>
      route.fulfill({ json: { items: [trial] } }),
    );
    await page.goto('about:blank');
    await page.goto('/app#/account/subscription');
    const warning = page.getByText(/^Your trial ends in 2 days, at /);
    await page.getByRole('heading', { name: 'Trial', exact: true }).waitFor();
    await warning.first().waitFor();
    expect(await warning.count()).toBe(1);
    await page.getByRole('tab', { name: 'My Profile' }).click();
    await page.getByRole('link', { name: 'View subscription' }).waitFor();
    expect(await warning.count()).toBe(1);
    await unrouteAll(page);
  });
});

describe('the notification preferences', () => {
  it('are saved, and leaving them unsaved opens a confirmation dialog', async () => {
    await page.goto('/app#/account?tab=notifications');
    await page.getByRole('checkbox', { name: 'Approvals' }).uncheck();
    await page.getByRole('tab', { name: 'My Profile' }).click();
    await dialog().getByText('Changes that you have not saved will be lost.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await button('Save notifications').click();
    await page.getByText('Notification preferences saved').waitFor();
    const { settings } = await product.api.users.getCurrentUser({});
    expect(settings).toMatchObject({ not_mailed: ['approval'] });
  });
});

describe('an API key', () => {
  let key: string;

  const statusWith = async (authorization: string) =>
    (await fetch(`${product.url}/api/users/me`, { headers: { authorization } })).status;

  it('is shown once, when it is created, and authorizes API calls', async () => {
    await page.goto('/app#/account?tab=api-keys');
    await button('Create API key').click();
    await dialog().getByLabel('Name').fill('Deploy');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByText('API key Deploy created').waitFor();
    const keyText = page.getByText(/cw_[0-9a-f_]{100,}/).first();
    const text = await waitForText(keyText, (found) => found.includes('cw_'));
    key = /cw_[0-9a-f_]+/.exec(text)?.[0] ?? '';
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await statusWith(key)).toBe(200);
    await page.reload();
    await page.getByText('Deploy', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('is refused immediately after it is deleted', async () => {
    await button('Delete Deploy').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('API key deleted').waitFor();
    expect(await statusWith(key)).toBe(401);
    expect(await statusWith(product.api_key)).toBe(200);
  });
});

describe('the settings of a user', () => {
  const schemeOf = (tab: Page) =>
    tab.evaluate<string>('document.documentElement.style.colorScheme');

  it('apply the theme in another browser of the same user', async () => {
    await button('Settings').click();
    await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
    await eventually(
      () => product.api.users.getCurrentUser({}),
      ({ settings }) => settings.theme === 'dark',
    );
    const elsewhere = await openWindow(browser, product);
    const tab = await elsewhere.newPage();
    await openSignedIn(tab, product);
    await eventually(
      () => schemeOf(tab),
      (scheme) => scheme === 'dark',
    );
    await elsewhere.close();
    await page.reload();
    await eventually(
      () => schemeOf(page),
      (scheme) => scheme === 'dark',
    );
  });

  it('apply the dark theme before the first paint', async () => {
    // Without the script that draws: only the first one has run then, which the paint waits for.
    const first = page.locator('script[blocking="render"]');
    const entry = await first.getAttribute('src');
    const isLater = ({ pathname }: URL) => pathname.endsWith('.js') && pathname !== entry;
    await page.route(isLater, (route) => route.abort());
    await page.reload();
    expect(await schemeOf(page)).toBe('dark');
    expect(await page.locator('body').getAttribute('class')).toContain('awsui-dark-mode');
    expect(await page.locator('#root > *').count()).toBe(0);
    await unrouteAll(page);
    await page.reload();
    complaints();
  });
});

describe('changing the password', () => {
  const change = async (oldPassword: string, newPassword: string) => {
    await page.getByLabel('Old password').fill(oldPassword);
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password').fill(newPassword);
    await button('Change password').click();
  };

  it('refuses a wrong old password', async () => {
    await page.goto('/app#/account');
    await change('Not-right-1', 'Another-horse-2');
    await page.getByText('The old password is not right.').waitFor();
    expect(complaints()).toEqual([expect.stringContaining('400')]);
  });

  it('changes the password and accepts the new one at sign-in', async () => {
    const newPassword = 'Another-horse-2';
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await change(password, newPassword);
    await page.getByText('Password changed').waitFor();
    password = newPassword;
    const passwordCalls = sent.filter((one) => one.includes(newPassword));
    expect(passwordCalls).toEqual([expect.stringMatching(/\/identity/)]);
    await choose('Root user', 'Sign out');
    await enterPassword();
    await waitForConsole();
  });
});

describe('two-factor sign-in', () => {
  let secret: string;

  it('is switched on by a code of the app, and refuses a short and a wrong code', async () => {
    await page.goto('/app#/account');
    await button('Set up').click();
    await dialog().getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
    secret = await waitForText(dialog().getByText(/^[A-Z2-7]{32}$/), (text) => text.length === 32);
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog().getByLabel('Code').fill('12');
    await dialog().getByRole('button', { name: 'Switch on' }).click();
    await dialog().getByText('Enter the 6 digits that the app shows.').waitFor();
    const wrongCode = appCode(secret, Date.now()) === '000000' ? '000001' : '000000';
    await dialog().getByLabel('Code').fill(wrongCode);
    await dialog().getByRole('button', { name: 'Switch on' }).click();
    await dialog().getByText('This code is not right. Enter the one the app shows now.').waitFor();
    // The wrong code was rejected with 400, which the browser reports.
    expect(complaints().filter((text) => !text.includes('400'))).toEqual([]);
    const sent: string[] = [];
    const answer = Promise.withResolvers<void>();
    await page.route('**/identity**', async (route) => {
      const { 'x-amz-target': target = '' } = route.request().headers();
      if (target.endsWith('.VerifySoftwareToken')) {
        sent.push(target);
        await answer.promise;
      }
      await route.continue();
    });
    await dialog().getByLabel('Code').fill(appCode(secret, Date.now()));
    await dialog().getByLabel('Code').press('Enter');
    await dialog().getByLabel('Code').press('Enter');
    // The dialog cannot be left while the request is open, and the request is sent once.
    await dialog().getByRole('button', { name: 'Cancel', disabled: true }).waitFor();
    answer.resolve();
    await page.getByText('Two-factor sign-in switched on').waitFor();
    expect(sent).toHaveLength(1);
    await page.unroute('**/identity**');
    await button('Switch off').waitFor();
  });

  it('requires a code of the authenticator app at the next sign-in', async () => {
    await choose('Root user', 'Sign out');
    await enterPassword();
    await page.getByLabel(/code/i).fill(appCode(secret, Date.now(), 1));
    await button('Confirm').click();
    await waitForConsole();
  });

  it('is switched off after a confirmation', async () => {
    await page.goto('/app#/account');
    await button('Switch off').click();
    await dialog().getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Two-factor sign-in switched off').waitFor();
    await button('Set up').waitFor();
  });
});

describe('signing out everywhere', () => {
  it('ends the session of a second browser and asks its user to sign in again', async () => {
    const secondWindow = await openWindow(browser, product);
    const secondPage = await secondWindow.newPage();
    await openSignedIn(secondPage, { ...product, sign_in: { ...product.sign_in, password } });
    await secondPage.goto('/app#/users');
    await secondPage.getByRole('heading', { name: /^Users/, level: 1 }).waitFor();
    await button('Sign out everywhere').click();
    await dialog().getByRole('button', { name: 'Sign out' }).click();
    await button('Sign in').waitFor();
    // Its socket is closed, so that it notices by itself.
    await secondPage.getByText(/^Your session has ended. Sign in to continue/).waitFor();
    await secondWindow.close();
  });

  it('opens the sign-in page, which no longer asks for a code', async () => {
    await enterPassword();
    await waitForConsole();
  });
});

describe('signing in again in the same browser', () => {
  it('shows no message of the previous session', async () => {
    await page.goto('/app#/account');
    await page.getByLabel('Phone', { exact: true }).fill('5550100');
    await button('Save profile').click();
    await page.getByText('Profile saved').hover();
    await choose('Root user', 'Sign out');
    await enterPassword();
    await waitForConsole();
    expect(await page.getByText('Profile saved').count()).toBe(0);
  });
});

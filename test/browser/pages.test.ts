import type { Browser, Page } from 'playwright-core';
import { pages } from '#lib/pages.ts';
import { askForInput } from '#test/support/asked-input.ts';
import { complaintsOf, fitInto, openBrowser, openWindow, signIn } from '#test/support/browser.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, send } from '#test/support/findings.ts';
import { look, narrow, wide } from './support/look.ts';

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

const onboarding = {
  internal_name: 'New account',
  message: 'Who will own it?\nThe bot goes on once you say.',
  authorizers: ['root@cloudwarden.local', 'ada@example.com'],
  inputs: [
    { id: 'owner', label: 'Owner', required: true },
    { id: 'notes', label: 'Notes', type: 'textarea' },
    {
      id: 'seats',
      label: 'Seats',
      type: 'number',
      required: true,
      advance: { value_validation: { min: 1, max: 50 } },
    },
    { id: 'keep', label: 'Keep logs', type: 'boolean' },
    { id: 'region', label: 'Region', type: 'select', options: ['eu-west-1', 'us-east-1'] },
    { id: 'zones', label: 'Zones', type: 'multiselect', options: ['a', 'b'], default_value: ['a'] },
    { id: 'tags', label: 'Tags', type: 'json', default_value: '{"team": "red"}' },
    { id: 'from', label: 'From', type: 'date' },
  ],
};

/** Two forms: one waits for people, one has its answer. */
const makeForms = async () => {
  const resolved = await askForInput(product, onboarding, 'Onboard accounts');
  const values = { owner: 'Ada', seats: 3, zones: ['a', 'b'], from: '2026-12-24' };
  await product.api['user-inputs'].submitUserInput({ user_input_id: resolved, values });
  const user_input_id = await askForInput(product, onboarding, 'Onboard more accounts');
  return { user_input_id, resolved_id: resolved };
};

const makeCredential = async () => {
  const { _id: credential_id } = await product.api.credentials.createCredential({
    name: 'Host manager',
    kind: 'basic',
    username: 'cloudwarden',
    hosts: ['hosts.example.com', 'hosts.example.com:8443'],
    secret: 'shown nowhere',
  });
  return { credential_id };
};

const makeApp = async () => {
  const { createBot, publishBot, setServicePortal } = product.api.bots;
  const { _id: bot_id } = await createBot({ name: 'Order a badge', graph: draw('start -> end') });
  await publishBot({ bot_id, version: 1 });
  await setServicePortal({ bot_id, service_portal_published: true });
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  const { bot_id, listener_id } = product.sample;
  await makeApp();
  const forms = { ...(await makeForms()), ...(await makeCredential()) };
  const user_id = product.sign_in.email;
  ids = { bot_id, listener_id, user_id, ...(await makeWaitingRun()), ...forms };
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
/** Opened on a narrow screen, which gets wider, then narrow again. */
const lookWhileItWidens = async (name: string) => {
  await fitInto(page, narrow);
  // The widths between look like the wide one: its layout, with less room.
  await look(page, name, { between: [768, 1080] });
};

/**
 * Every route, what its title is, and a text that is there once it is shown. Neighbours differ in
 * their titles, so that none is taken for the one before.
 */
const routes = [
  ['bots', 'Bots', sampleBot],
  ['bots/new', 'New bot', 'Not saved yet'],
  ['bots/{bot_id}', sampleBot, 'Finding arrives'],
  ['bots/executions', 'Bot runs', sampleBot],
  ['bots/{bot_id}?mode=view', sampleBot, 'Finding arrives'],
  ['bots/{bot_id}/executions/{bot_exc_id}', `Run of ${sampleBot}`, 'Finding arrives'],
  ['library', 'Library', 'Check when certificates expire'],
  ['bots/executions/{bot_exc_id}', `Run of ${sampleBot}`, 'Finding arrives'],
  ['library?bot=guard-a-budget', 'Library', 'Fill in before the first run'],
  ['notifications', 'Notifications', 'asks for an approval'],
  ['service-portal/apps', 'Self Service Apps', 'Order a badge'],
  ['service-portal/history', 'History', 'Onboard accounts'],
  ['listeners', 'Listeners', 'Sample findings'],
  ['listeners/new', 'Create listener', 'Webhook name'],
  ['listeners/{listener_id}', 'Edit Sample findings', 'Webhook name'],
  ['listeners/view/{listener_id}', 'Sample findings', 'fnd-shown'],
  ['credentials', 'Credentials', 'Host manager'],
  ['credentials/new', 'Create credential', 'Bearer token'],
  ['credentials/{credential_id}', 'Edit Host manager', 'Leave it blank to keep'],
  ['approvals', 'Approvals', sampleBot],
  ['approvals/view/{approval_id}', 'Ask before isolating', 'web-1'],
  ['approvals/{approval_id}', 'Take action: Ask before isolating', 'web-1'],
  ['user-input/{user_input_id}', 'New account', 'Who will own it?'],
  ['user-input', 'User Input', 'Onboard more accounts'],
  ['user-input/{resolved_id}', 'New account', 'Resolved by'],
  ['users', 'Users', 'All permissions'],
  ['users/new', 'Create user', 'First password'],
  ['users?user={user_id}', 'Users', 'All permissions'],
  ['users/{user_id}', 'Edit Root user', 'Leave it blank to keep'],
  ['audit-trails', 'Audit Trail', 'credential'],
  ['nowhere', 'Page not found', 'Sorry, the page you visited does not exist.'],
] as const;

const pathOf = (route: string) => route.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

describe('the side navigation', () => {
  it('is open again when a narrow window becomes wide', async () => {
    await page.goto('/app#/bots');
    const entry = page.getByRole('link', { name: 'Listeners' });
    await entry.waitFor();
    await fitInto(page, narrow);
    await entry.waitFor({ state: 'hidden' });
    await fitInto(page, wide);
    await entry.waitFor();
  });
});

/** Looked at in detail by tests of their own: roles, account, portal. */
const elsewhere = /^(rbac|account|service-portal\/apps\/)/;

describe('every page, light and dark, on wide and narrow screens', () => {
  const shown = async (title: string, text: string) => {
    await eventually(
      () => page.title(),
      (said) => said === `${title} | Cloudwarden`,
    );
    await page.getByText(text).filter({ visible: true }).first().waitFor();
  };

  beforeAll(() => fitInto(page, narrow));

  it('is among these', () => {
    const segments = (path: string) => path.replace(/\?.*/, '').split('/');
    const shows = (pattern: string) => (path: string) => {
      const wanted = segments(pattern);
      const given = segments(path);
      const fits = (part: string, at: number) => part === given[at] || part.startsWith(':');
      return wanted.length === given.length && wanted.every(fits);
    };
    const paths = routes.map(([path]) => path);
    const patterns = Object.values(pages).map(({ path }) => path.slice(1));
    const missing = patterns.filter((pattern) => !paths.some(shows(pattern)));
    expect(missing.filter((pattern) => !elsewhere.test(pattern))).toEqual([]);
  });

  it.each(routes)('%s', async (route, title, text) => {
    await page.goto(`/app#/${pathOf(route)}`);
    await shown(title, text);
    await lookWhileItWidens(route.replace(/\W+/g, '-'));
  });

  it('login', async () => {
    await fitInto(page, wide);
    await page.getByRole('button', { name: 'Root user' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await shown('Sign in', 'Forgot your password?');
    await lookWhileItWidens('login');
  });
});

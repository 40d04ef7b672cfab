import type { Browser, Page, Route } from 'playwright-core';
import { collectComplaints, openBrowser, openWindow, unrouteAll } from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { invite } from '#test/support/invited-user.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
let role_id: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  const role = await product.api.roles.createRole({
    name: 'Night-Shift',
    description: 'Watches the bots at night',
    policies: { ALLOW: { '*': { 'read_*': true }, bot_execution: { '*': true } }, DENY: {} },
  });
  role_id = role._id;
  await invite(product, { email: 'nia@example.com', roles: [role_id] });
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

const openRoles = async () => {
  await page.goto('/app#/rbac/home');
  await page.getByRole('link', { name: 'Night-Shift' }).waitFor();
};
const button = (name: string | RegExp) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
/** The visible sentence; screen readers have copies of some. */
const text = (sentence: string) =>
  page.getByText(sentence, { exact: true }).filter({ visible: true }).first();
const group = (title: string) => button(new RegExp(`^${title} \\(`));
const choose = async (role: string, item: string) => {
  await button(`Actions for ${role}`).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('creating a role', () => {
  it('opens the form by a key and shows what is missing', async () => {
    await openRoles();
    await inspectPage(page, 'roles');
    await page.keyboard.press('n');
    await page.getByRole('tab', { name: /^ALLOW/ }).waitFor();
    await button('Create Role').click();
    await text('Please select at least one permission in either ALLOW or DENY section.').waitFor();
    await inspectPage(page, 'role-new');
  });

  it('resolves a conflict between ALLOW and DENY and saves the role', async () => {
    await page.getByLabel('Role Name').fill('Bot-Keeper');
    await page.getByLabel('Description').fill('Looks after bots');
    await group('Bot').click();
    await box('All permissions').check();
    await page.getByRole('tab', { name: /^DENY/ }).click();
    await page.getByText('By policy').click();
    await group('Delete').click();
    await box('delete_bot').check();
    await box('delete_listener').check();
    await text('1 permission is in both ALLOW and DENY').waitFor();
    await inspectPage(page, 'role-conflict');
    await button('Create Role').click();
    await text(
      'Please resolve the permission conflicts between ALLOW and DENY sections before creating ' +
        'the role.',
    ).waitFor();
    await button('Remove delete_bot from ALLOW').click();
    await button('Create Role').click();
    await text('New role created successfully!').waitFor();
    await page.getByRole('link', { name: 'Bot-Keeper' }).waitFor();
    const { items } = await product.api.roles.listRoles({});
    expect(items.find(({ name }) => name === 'Bot-Keeper')?.policies).toEqual({
      ALLOW: { bot: { create_bot: true, read_bot: true, update_bot: true } },
      DENY: { bot: { delete_bot: true }, listener: { delete_listener: true } },
    });
  });
});

describe('editing a role', () => {
  it('shows before saving how many users lose which permission', async () => {
    await openRoles();
    await page.getByRole('link', { name: 'Night-Shift' }).click();
    await group('Bot execution').click();
    await box('update_bot_execution').uncheck();
    await group('Listener').click();
    await box('update_listener').check();
    await text('1 user loses update_bot_execution.').waitFor();
    await inspectPage(page, 'role-impact');
    await button('Save Changes').click();
    const question = page.getByRole('dialog', { name: 'Save Night-Shift' });
    await question.getByText('1 user loses update_bot_execution.').waitFor();
    await inspectPage(page, 'role-question');
    await question.getByRole('button', { name: 'Save Changes' }).click();
    await text('Role updated successfully!').waitFor();
  });

  it('copies a predefined role and renames the copy', async () => {
    await openRoles();
    await page.getByRole('link', { name: 'Bot-Author', exact: true }).click();
    await text('Editing Default Role').waitFor();
    await inspectPage(page, 'role-predefined');
    await page.goBack();
    await choose('Bot-Author', 'Clone & Edit');
    await text('Role Cloned').waitFor();
    await page.getByRole('heading', { name: 'Edit Role: Bot-Author-Custom' }).waitFor();
    await page.getByLabel('Role Name').fill('Bot-Writer');
    await button('Save Changes').click();
    await text('Role updated successfully!').waitFor();
    await page.getByRole('link', { name: 'Bot-Writer' }).waitFor();
  });

  it('makes the role the default role, which is then marked', async () => {
    await choose('Bot-Writer', 'Set as Default');
    const question = page.getByRole('dialog', { name: 'Set as Default' });
    await question.getByRole('button', { name: 'Set as Default' }).click();
    await text('Default role updated successfully!').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Bot-Writer' });
    await row.getByText('Default Role').waitFor();
    await eventually(
      () => page.getByText('Default Role', { exact: true }).count(),
      (count) => count === 1,
    );
  });
});

describe('the pages of roles, if their data cannot be shown', () => {
  const json =
    (status: number, body: object) =>
    (route: Route): Promise<void> =>
      route.fulfill({ status, json: body });
  const answer = (path: string, status: number, error: string) =>
    page.route((url) => url.pathname === `/api/${path}`, json(status, { error }));
  const open = async (route: string) => {
    await page.goto('about:blank');
    await page.goto(`/app#/${route}`);
  };

  afterEach(async () => {
    await unrouteAll(page);
    complaints();
  });

  it('report a deleted role and lead to the list of roles', async () => {
    await open('rbac/editRole/role_nothing');
    await text('Error Loading Role').waitFor();
    await text('This role does not exist, or it was deleted.').waitFor();
    await page.getByRole('grid', { name: 'Predefined Roles' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Night-Shift' }).waitFor();
    expect(await page.getByText('Error Loading Role').count()).toBe(0);
    complaints();
  });

  it('report that the roles could not be loaded, and load after a retry', async () => {
    await answer('roles', 500, 'Something went wrong on our side. Try again.');
    await open('rbac/home');
    await text('Failed to fetch roles. Please try again later.').waitFor();
    await inspectPage(page, 'roles-broken');
    complaints();
    await unrouteAll(page);
    await button('Retry').click();
    await page.getByRole('link', { name: 'Night-Shift' }).waitFor();
  });

  it('report that the permissions could not be loaded, and load after a retry', async () => {
    await answer('permissions', 500, 'Something went wrong on our side. Try again.');
    await open('rbac/newRole');
    await text('Error Loading Permissions').waitFor();
    await inspectPage(page, 'role-new-broken');
    complaints();
    await unrouteAll(page);
    await button('Retry').click();
    await page.getByRole('tab', { name: /^ALLOW/ }).waitFor();
  });

  it('show a notice when no roles exist', async () => {
    const emptyList = { items: [], predefined: [] };
    await page.route((url) => url.pathname === '/api/roles', json(200, emptyList));
    await open('rbac/home');
    await text('Create a role, or copy a predefined one.').waitFor();
    await inspectPage(page, 'roles-empty');
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PolicyMap } from '#lib/kernel/caller.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { invite, inviteAndSignIn } from '#test/support/invited-user.ts';
import { RolesPage } from '#web/pages/roles/roles.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;
/** Access token of a user who may only view roles. */
let readerToken: string;

const readBotPolicy: PolicyMap = { bot: { read_bot: true } };

const createRole = (name: string, ALLOW = readBotPolicy) =>
  product.api.roles.createRole({
    name,
    description: `What ${name} does`,
    policies: { ALLOW, DENY: {} },
  });

beforeAll(async () => {
  product = await openEmbedded();
  await createRole('Night-Shift');
  readerToken = (
    await inviteAndSignIn(product, { email: 'reader@example.com', roles: ['role_read_only'] })
  ).token;
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const open = (search = '') =>
  renderPage(<RolesPage />, { path: '/rbac/home', at: `/rbac/home${search}` });

const table = async (name: string) => within(await screen.findByRole('grid', { name }));
const names = async (name: string) =>
  (await table(name)).getAllByRole('rowheader').map((cell) => cell.textContent?.trim() ?? '');
const rowOf = async (role: string) => {
  const link = await screen.findByRole('link', { name: role });
  const row = link.closest('tr');
  if (!row) throw new Error(`${role} has no row.`);
  return within(row);
};
const choose = async (role: string, item: string) => {
  await userEvent.click((await rowOf(role)).getByRole('button', { name: `Actions for ${role}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const dialog = async () => within(await screen.findByRole('dialog'));
const confirmDialog = async (name: string) =>
  userEvent.click((await dialog()).getByRole('button', { name }));

describe('the roles of an organisation', () => {
  it('are shown in two tables, with a banner that explains both', async () => {
    open();
    await screen.findByText('Night-Shift');
    expect(screen.getByText('Predefined vs Custom Roles')).toBeVisible();
    expect(await names('Predefined Roles')).toEqual([
      'AdministratorPredefined Role',
      'Read-OnlyPredefined RoleDefault Role',
      'Bot-AuthorPredefined Role',
      'ApproverPredefined Role',
      'Portal-UserPredefined Role',
    ]);
    expect(await names('Roles')).toEqual(['Night-Shift']);
    const row = await rowOf('Night-Shift');
    expect(row.getByText('What Night-Shift does')).toBeVisible();
    expect(row.getByText(/^arn:cloudwarden:rbac::org_\w+:role\/role_\w+$/)).toBeVisible();
    expect(row.getByRole('button', { name: 'Copy ARN' })).toBeVisible();
  });

  it('show predefined roles on the first page only', async () => {
    open('?page=2');
    await screen.findByRole('grid', { name: 'Roles' });
    expect(screen.queryByRole('grid', { name: 'Predefined Roles' })).toBeNull();
  });

  it('open the form of a new role by the key n, but not in a dialog', async () => {
    const page = open();
    await choose('Night-Shift', 'Delete');
    await userEvent.keyboard('n');
    expect(addressOf(page)).toBe('/rbac/home');
    await confirmDialog('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('n');
    await waitFor(() => expect(addressOf(page)).toBe('/rbac/newRole'));
  });
});

describe('a role of the organisation', () => {
  it('is deleted after confirmation', async () => {
    await createRole('Short-Lived');
    open();
    await choose('Short-Lived', 'Delete');
    const { getByText } = await dialog();
    expect(getByText('Are you sure you want to delete this role?')).toBeVisible();
    await confirmDialog('Delete');
    await screen.findByText('Role deleted successfully!');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Short-Lived' })).toBeNull());
  });

  it('is not deleted while a user holds it, and the reason is shown', async () => {
    const { _id } = await createRole('Held');
    await invite(product, { email: 'holder@example.com', roles: [_id] });
    open();
    await choose('Held', 'Delete');
    await confirmDialog('Delete');
    const content = await dialog();
    await content.findByText('Failed to delete role. Please try again.');
    expect(
      content.getByText('1 user holds this role. Give them another role first.'),
    ).toBeVisible();
  });

  it('becomes the default role after an explanation', async () => {
    await createRole('Newcomer');
    open();
    await choose('Newcomer', 'Set as Default');
    const { getByText } = await dialog();
    expect(getByText(/^Users without a role of their own/)).toBeVisible();
    await confirmDialog('Set as Default');
    await screen.findByText('Default role updated successfully!');
    await (await rowOf('Newcomer')).findByText('Default Role');
    await userEvent.click((await rowOf('Newcomer')).getByRole('button', { name: /^Actions/ }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).not.toContain('Set as Default');
    const deleteItem = screen.getByRole('menuitem', { name: 'Delete' });
    expect(deleteItem).toHaveAttribute('aria-disabled', 'true');
    await product.api.roles.setDefaultRole({ default_role_id: 'role_read_only' });
  });

  it('cannot become the default role after its deletion, and the reason is shown', async () => {
    const { _id } = await createRole('Vanishing');
    open();
    await choose('Vanishing', 'Set as Default');
    await product.api.roles.deleteRole({ role_id: _id });
    await confirmDialog('Set as Default');
    const content = await dialog();
    await content.findByText('Failed to set default role. Please try again.');
    expect(content.getByText('This role does not exist, or it was deleted.')).toBeVisible();
  });
});

describe('a predefined role', () => {
  it('is not deleted, and a custom copy is suggested', async () => {
    open();
    await choose('Approver', 'Delete');
    const { getByText } = await dialog();
    expect(getByText('Cannot Delete Default Role')).toBeVisible();
    const sentence = 'Default roles cannot be deleted. You can create a custom copy if needed.';
    expect(getByText(sentence)).toBeVisible();
    await confirmDialog('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is cloned, and the copy opens for editing', async () => {
    const page = open();
    await choose('Approver', 'Clone & Edit');
    await screen.findByText('Role Cloned');
    const sentence = 'A custom copy of the default role has been created.';
    expect(screen.getByText(sentence)).toBeVisible();
    const { items } = await product.api.roles.listRoles({});
    const copy = items.find(({ name }) => name === 'Approver-Custom');
    expect(addressOf(page)).toBe(`/rbac/editRole/${copy?._id}`);
  });
});

describe('a user with limited access to roles', () => {
  it('sees disabled actions and the reason', async () => {
    connectToEmbedded({ ...product, api_key: readerToken });
    open();
    const menu = (await rowOf('Night-Shift')).getByRole('button', { name: /^Actions/ });
    const create = screen.getByText('New').closest('a');
    await waitFor(() => expect(create).toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(menu);
    for (const item of await screen.findAllByRole('menuitem')) {
      expect(item).toHaveAttribute('aria-disabled', 'true');
    }
    expect(
      screen.getByText(/Your role Read-Only does not let you delete roles \(delete_role\)/),
    ).toBeInTheDocument();
  });

  it('sees the missing permission to read roles and no retry', async () => {
    const blind = await createRole('Blind');
    const { token } = await inviteAndSignIn(product, {
      email: 'blind@example.com',
      roles: [blind._id],
    });
    connectToEmbedded({ ...product, api_key: token });
    open();
    await screen.findByText('Failed to fetch roles. Please try again later.');
    expect(
      screen.getByText(/Your role Blind does not let you read roles \(read_role\)/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

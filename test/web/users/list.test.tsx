import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { invite, inviteAndSignIn } from '#test/support/invited-user.ts';
import { UsersPage } from '#web/pages/users/users.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { exportShownList } from '../saved-files.ts';

let product: Embedded;
/** Access token of a user who may assign roles and is not ROOT. */
let leadToken: string;

beforeAll(async () => {
  product = await openEmbedded();
  await invite(product, { email: 'rita@example.com', name: 'Rita Reader', readOnly: true });
  await invite(product, { email: 'pete@example.com', name: 'Pete Portal', userType: 'SP_USER' });
  await invite(product, {
    email: 'grace@example.com',
    name: 'Grace Hopper',
    roles: ['role_bot_author', 'role_approver'],
  });
  const roles = ['role_administrator'];
  leadToken = (
    await inviteAndSignIn(product, { email: 'lead@example.com', name: 'Team Lead', roles })
  ).token;
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const openList = (search = '') =>
  renderPage(<UsersPage />, { path: '/users', at: `/users${search}` });

const names = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.textContent?.trim() ?? '');
const rowOf = (name: string) =>
  screen.getAllByRole('row').find((row) => row.textContent?.includes(name))?.textContent ?? '';

const openRowMenu = async (name: string) => {
  await clickWhenEnabled(`Actions for ${name}`);
  await screen.findByRole('menuitem', { name: /^Assign roles/ });
  return screen.getAllByRole('menuitem').map((item) => item.textContent ?? '');
};

const openMenuDialog = async (name: string, item: string) => {
  await openRowMenu(name);
  await userEvent.click(screen.getByRole('menuitem', { name: item }));
  return within(await screen.findByRole('dialog'));
};

describe('the list of users', () => {
  it('shows type, access and roles of each user', async () => {
    openList();
    await screen.findByText('Grace Hopper');
    expect(names()).toHaveLength(5);
    expect(rowOf('Root user')).toMatch(/ROOTFull AccessAll permissions/);
    expect(rowOf('Grace Hopper')).toMatch(/Sub-userFull Access within rolesBot-Author, Approver/);
    expect(rowOf('Rita Reader')).toMatch(/Sub-user.*Read Only.*Default role: Read-Only/);
    expect(rowOf('Pete Portal')).toMatch(
      /Service portal user.*Full Access within roles.*Portal-User/,
    );
  });

  it('is exported with the roles of each user', async () => {
    openList('?userType=SUBUSER');
    await screen.findByText('Grace Hopper');
    const { name, lines } = await exportShownList();
    expect(name).toBe('users.csv');
    expect(lines[0]).toBe('Name,E-mail,Type,Access,Roles,Created,Updated');
    const access = 'Sub-user,Full Access within roles,"Bot-Author, Approver"';
    expect(lines.find((line) => line.startsWith('Grace'))).toContain(
      `Grace Hopper,grace@example.com,${access},`,
    );
    expect(lines.join()).not.toContain('portal');
  });

  it('reads page, type and search from the address, and clears the filter', async () => {
    const page = openList('?userType=SP_USER');
    await screen.findByText('Pete Portal');
    expect(names()).toEqual(['Pete Portal']);
    page.unmount();
    const emptyPage = openList('?regex=nobody&userType=ROOT');
    await screen.findByText('No users match the filter.');
    await clickWhenEnabled('Clear filters');
    await screen.findByText('Grace Hopper');
    expect(addressOf(emptyPage)).toBe('/users?page=1');
    emptyPage.unmount();
    openList('?page=2&itemCount=4');
    await waitFor(() => expect(names()).toHaveLength(1));
  });

  it('shows a user beside the list and keeps the user in the address', async () => {
    const page = openList();
    await clickWhenEnabled('Grace Hopper');
    const details = within(page.container.querySelector('aside') ?? page.container);
    await details.findByText('grace@example.com');
    expect(details.getByText('Bot-Author, Approver')).toBeVisible();
    expect(details.getByRole('link', { name: 'Edit user' })).toHaveAttribute(
      'href',
      '#/users/grace%40example.com',
    );
    expect(addressOf(page)).toBe('/users?user=grace@example.com');
  });
});

describe('the API keys of a user, beside the list', () => {
  it('are deleted by ROOT after confirmation and refused at once', async () => {
    const roles = ['role_administrator'];
    const { token } = await inviteAndSignIn(product, {
      email: 'keys@example.com',
      name: 'Keys',
      roles,
    });
    const key = { name: 'Deploy', expires_on: null };
    const response = await product.request('POST', 'api_keys', key, token);
    const { api_key_secret } = response.body as { api_key_secret: string };
    openList('?user=keys@example.com');
    expect(await screen.findByText('Deploy')).toHaveTextContent('Deploy (never expires)');
    await clickWhenEnabled('Delete API keys');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/can create new ones/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('API keys deleted');
    await waitFor(() => expect(screen.queryByText('Deploy')).not.toBeInTheDocument());
    expect((await product.request('GET', 'users/me', undefined, api_key_secret)).status).toBe(401);
    await product.api.users.deleteUser({ user_id: 'keys@example.com' });
  });

  it('are shown only to ROOT users', async () => {
    connectToEmbedded({ ...product, api_key: leadToken });
    openList('?user=grace@example.com');
    await screen.findByText('Full Access within roles');
    expect(screen.queryByText('API keys')).not.toBeInTheDocument();
  });
});

it('the two-factor sign-in of a user is reset by ROOT after confirmation', async () => {
  openList('?user=grace@example.com');
  await clickWhenEnabled('Reset two-factor sign-in');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/then signs in with the password alone/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Reset' }));
  await screen.findByText('Two-factor sign-in reset');
});

describe('the menu of a user', () => {
  it('offers ROOT all actions except self-deletion, and roles only for sub-users', async () => {
    openList();
    const all = ['Edit', 'Assign roles', 'Delete'];
    const assigning = () => screen.getByRole('menuitem', { name: 'Assign roles' });
    const deleting = () => screen.getByRole('menuitem', { name: 'Delete' });
    expect(await openRowMenu('Root user')).toEqual(all);
    expect(assigning()).toHaveAttribute('aria-disabled', 'true');
    expect(deleting()).toHaveAttribute('aria-disabled', 'true');
    expect(deleting()).toHaveAccessibleDescription(
      'You cannot delete yourself. Ask another ROOT user to do it.',
    );
    await userEvent.keyboard('{Escape}');
    expect(await openRowMenu('Grace Hopper')).toEqual(all);
    expect(assigning()).not.toHaveAttribute('aria-disabled');
    expect(deleting()).not.toHaveAttribute('aria-disabled');
  });

  it('shows Edit and Delete only to ROOT users', async () => {
    connectToEmbedded({ ...product, api_key: leadToken });
    openList();
    expect(await openRowMenu('Grace Hopper')).toEqual(['Assign roles']);
  });
});

const rolesField = () => createWrapper().findModal()?.findContent().findMultiselect();

describe('assigning roles', () => {
  it('offers all roles and saves the chosen ones', async () => {
    await product.api.roles.createRole({
      name: 'Night-Shift',
      description: 'Watches at night',
      policies: { ALLOW: { bot: { read_bot: true } }, DENY: {} },
    });
    openList();
    const dialog = await openMenuDialog('Grace Hopper', 'Assign roles');
    expect(await dialog.findByText('Bot-Author')).toBeVisible();
    expect(dialog.getByText('Without a role they have the default role: Read-Only.')).toBeVisible();
    act(() => rolesField()?.openDropdown());
    const offered = rolesField()?.findDropdown({ expandToViewport: true });
    expect(offered?.getElement()).toHaveTextContent(
      /Predefined roles.*Administrator.*Portal-User.*Your roles.*Night-Shift/,
    );
    await userEvent.click(screen.getByText('Night-Shift'));
    act(() => rolesField()?.closeDropdown({ expandToViewport: true }));
    await userEvent.click(dialog.getByRole('button', { name: 'Assign roles' }));
    await screen.findByText('Roles updated');
    await waitFor(() => expect(rowOf('Grace Hopper')).toMatch(/Approver, Night-Shift/));
  });

  it('reports that there are no changes and sends none', async () => {
    openList();
    const dialog = await openMenuDialog('Grace Hopper', 'Assign roles');
    await dialog.findByText('Approver');
    const sent = jest.spyOn(globalThis, 'fetch');
    await userEvent.click(dialog.getByRole('button', { name: 'Assign roles' }));
    await screen.findByText('No changes to apply');
    const change = expect.objectContaining({ method: 'PUT' });
    expect(sent).not.toHaveBeenCalledWith(expect.anything(), change);
    sent.mockRestore();
  });

  it('shows in the dialog why the server refused the roles', async () => {
    await invite(product, { email: 'gone@example.com', name: 'Gone', roles: ['role_approver'] });
    openList();
    const dialog = await openMenuDialog('Gone', 'Assign roles');
    const remove = await dialog.findByRole('button', { name: 'Remove Approver' });
    await product.api.users.deleteUser({ user_id: 'gone@example.com' });
    await userEvent.click(remove);
    await userEvent.click(dialog.getByRole('button', { name: 'Assign roles' }));
    await dialog.findByText('Failed to update roles');
    expect(dialog.getByText('This user does not exist, or it was deleted.')).toBeVisible();
  });

  it('shows the current roles and refuses to overwrite another change', async () => {
    const user_id = 'both@example.com';
    await invite(product, { email: user_id, name: 'Both', roles: ['role_approver'] });
    openList();
    await screen.findByText('Both');
    const give = (...roles: string[]) => product.api.users.assignRoles({ user_id, roles });
    await give('role_bot_author');
    const dialog = await openMenuDialog('Both', 'Assign roles');
    const remove = await dialog.findByRole('button', { name: 'Remove Bot-Author' });
    await give('role_administrator');
    await userEvent.click(remove);
    await userEvent.click(dialog.getByRole('button', { name: 'Assign roles' }));
    await dialog.findByText(/^Somebody changed this user after you opened it/);
    expect((await product.api.users.getUser({ user_id })).roles).toEqual(['role_administrator']);
  });
});

describe('deleting a user', () => {
  it('shows the consequences and deletes the user', async () => {
    await invite(product, { email: 'leaver@example.com', name: 'Leaver' });
    const page = openList('?user=leaver@example.com');
    const dialog = await openMenuDialog('Leaver', 'Delete');
    expect(dialog.getByText(/sessions end and their API keys stop working/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('User deleted');
    await waitFor(() => expect(names()).not.toContain('Leaver'));
    expect(addressOf(page)).toBe('/users');
  });
});

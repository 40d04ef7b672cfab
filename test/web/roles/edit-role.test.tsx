import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Policies } from '#lib/kernel/caller.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { invite, inviteAndSignIn } from '#test/support/invited-user.ts';
import { EditRolePage } from '#web/pages/roles/edit-role.tsx';
import { RolesPage } from '#web/pages/roles/roles.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const policies: Policies = {
  ALLOW: { bot: { '*': true } },
  DENY: { integration: { delete_integration: true } },
};

/** A role with `holders` users. */
const createRole = async (name: string, holders = 0) => {
  const role = await product.api.roles.createRole({ name, description: 'For tests', policies });
  for (let at = 0; at < holders; at += 1) {
    const email = `${name.toLowerCase()}${at}@example.com`;
    await invite(product, { email, roles: [role._id] });
  }
  return role;
};

const open = (id: string) =>
  renderPage(<EditRolePage />, { path: '/rbac/editRole/:role_id', at: `/rbac/editRole/${id}` });
const openEditor = async (id: string) => {
  const page = open(id);
  await screen.findByRole('tablist', { name: 'Permissions' });
  return page;
};
const readRole = (role_id: string) => product.api.roles.getRole({ role_id });

const field = (name: string) => screen.getByLabelText(name, { selector: 'input, textarea' });
const fill = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};
const openGroup = async (title: string) => {
  const header = screen.getByRole('button', { name: new RegExp(`^${title} \\(`) });
  if (header.getAttribute('aria-expanded') !== 'true') await userEvent.click(header);
};
const tick = async (title: string, name: string) => {
  await openGroup(title);
  await userEvent.click(screen.getByRole('checkbox', { name }));
};
const saveButton = () => screen.getByRole('button', { name: 'Save Changes' });
const dialog = async () => within(await screen.findByRole('dialog'));

describe('editing a role of the organisation', () => {
  it("shows the role's name in the title and its permissions", async () => {
    const { _id } = await createRole('Shown');
    await openEditor(_id);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Edit Role: Shown');
    expect(screen.queryByText('Default Role')).toBeNull();
    expect(screen.getByRole('tab', { name: 'DENY (1)' })).toBeVisible();
    await openGroup('Bot');
    expect(screen.getByRole('checkbox', { name: 'All permissions' })).toBeChecked();
    expect(document.title).toBe('Edit Role: Shown | Cloudwarden');
  });

  it('saves at once if no user loses permissions', async () => {
    const { _id } = await createRole('Growing', 1);
    const page = await openEditor(_id);
    fill('Role Name', 'Grown');
    await tick('Listener', 'read_listener');
    await screen.findByText('1 user gains read_listener.');
    await userEvent.click(saveButton());
    await screen.findByText('Role updated successfully!');
    expect(addressOf(page)).toBe('/rbac/home');
    expect(await readRole(_id)).toMatchObject({
      name: 'Grown',
      policies: { ...policies, ALLOW: { bot: { '*': true }, listener: { read_listener: true } } },
    });
  });

  it('shows which permissions users would lose and asks before saving', async () => {
    const { _id } = await createRole('Shrinking', 2);
    await openEditor(_id);
    await tick('Bot', 'delete_bot');
    await screen.findByText('2 users lose delete_bot.');
    await userEvent.click(saveButton());
    await (await dialog()).findByText('2 users lose delete_bot.');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(await readRole(_id)).toMatchObject({ policies });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(saveButton());
    await userEvent.click((await dialog()).getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Role updated successfully!');
    expect((await readRole(_id)).policies.ALLOW.bot).toEqual({
      create_bot: true,
      read_bot: true,
      update_bot: true,
    });
  });

  it('reports that nobody has the role', async () => {
    const { _id } = await createRole('Unused');
    await openEditor(_id);
    await tick('Bot', 'delete_bot');
    await screen.findByText('Nobody has this role, so no permissions change.');
  });

  it('refuses to save a role with conflicts between ALLOW and DENY', async () => {
    const { _id } = await createRole('Contradictory');
    await openEditor(_id);
    await tick('Integration', 'delete_integration');
    expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getAllByText('Resolve the conflicts between ALLOW and DENY first.')).not.toEqual(
      [],
    );
    await clickWhenEnabled('Remove delete_integration from DENY');
    expect(saveButton()).not.toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    ['', 'Please input role name!'],
    ['x'.repeat(65), 'Role name cannot exceed 64 characters!'],
  ])('refuses the name "%s"', async (name, sentence) => {
    const { _id } = await createRole(`Named-${name.length}`);
    await openEditor(_id);
    fill('Role Name', name);
    fill('Description', '');
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.getByText('Please input the description!')).toBeVisible();
  });

  it('shows the refusal of a duplicate name at the name field', async () => {
    await createRole('Taken');
    const { _id } = await createRole('Taker');
    await openEditor(_id);
    fill('Role Name', 'Taken');
    await userEvent.click(saveButton());
    await screen.findByText('Duplicate Role Name');
    await waitFor(() => expect(field('Role Name')).toHaveFocus());
  });

  it('returns to the list without a question if the role was deleted', async () => {
    const { _id } = await createRole('Vanishing');
    const page = await openEditor(_id);
    fill('Role Name', 'Vanished');
    await product.api.roles.deleteRole({ role_id: _id });
    await userEvent.click(saveButton());
    await waitFor(() => expect(addressOf(page)).toBe('/rbac/home'));
    expect(page.router.state.location.state).toMatchObject({
      failure: { header: 'Role Not Found' },
    });
  });

  it('asks before unsaved changes are lost', async () => {
    const { _id } = await createRole('Kept');
    const page = await openEditor(_id);
    await tick('Bot', 'delete_bot');
    await page.router.navigate('/bots');
    await screen.findByText('Changes that you have not saved will be lost.');
    await clickWhenEnabled('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await tick('Bot', 'All permissions');
    await page.router.navigate('/bots');
    await waitFor(() => expect(addressOf(page)).toBe('/bots'));
  });

  it('disables saving for users who may not update roles', async () => {
    const { _id } = await createRole('Seen');
    const roles = ['role_read_only'];
    const { token } = await inviteAndSignIn(product, { email: 'reader@example.com', roles });
    connectToEmbedded({ ...product, api_key: token });
    await openEditor(_id);
    await waitFor(() => expect(saveButton()).toHaveAttribute('aria-disabled', 'true'));
    const reason = /^Your role Read-Only does not let you update roles \(update_role\)/;
    expect(screen.getAllByText(reason)).not.toEqual([]);
  });
});

describe('editing a predefined role', () => {
  it('shows the role read-only and offers a custom copy', async () => {
    const page = await openEditor('role_approver');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Edit Role: Approver Default Role',
    );
    expect(screen.getByText('Editing Default Role')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    expect(field('Role Name')).toHaveAttribute('readonly');
    await tick('Bot', 'read_bot');
    expect(screen.getByRole('checkbox', { name: 'read_bot' })).toBeChecked();
    await clickWhenEnabled('Create Custom Copy');
    const offer = await dialog();
    expect(offer.getByText(/create a copy named Approver-Custom/)).toBeVisible();
    await userEvent.click(offer.getByRole('button', { name: 'Create Custom Copy' }));
    await screen.findByText('Role Cloned');
    await screen.findByRole('button', { name: 'Save Changes' });
    const { items } = await product.api.roles.listRoles({ number_of_items: 100 });
    const copy = items.find(({ name }) => name === 'Approver-Custom');
    expect(addressOf(page)).toBe(`/rbac/editRole/${copy?._id}`);
  });
});

describe('editing a role that does not exist', () => {
  it('returns to the list, which shows the error', async () => {
    const page = open('role_nothing');
    await waitFor(() => expect(addressOf(page)).toBe('/rbac/home'));
    const { state } = page.router.state.location;
    page.unmount();
    const home = renderPage(<RolesPage />, { path: '/rbac/home' });
    await home.router.navigate('/rbac/home', { state });
    await screen.findByText('Error Loading Role');
    expect(screen.getByText('This role does not exist, or it was deleted.')).toBeVisible();
  });
});

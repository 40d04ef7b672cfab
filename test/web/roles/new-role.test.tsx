import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import { NewRolePage } from '#web/pages/roles/new-role.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;
/** Access token of a user who creates roles and holds only the permissions shown. */
let makerToken: string;

beforeAll(async () => {
  product = await openEmbedded();
  const { _id } = await product.api.roles.createRole({
    name: 'Role-Maker',
    description: 'Makes roles',
    policies: { ALLOW: { '*': { 'read_*': true }, role: { create_role: true } }, DENY: {} },
  });
  makerToken = (await inviteAndSignIn(product, { email: 'maker@example.com', roles: [_id] })).token;
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const openForm = async () => {
  const page = renderPage(<NewRolePage />, { path: '/rbac/newRole' });
  await screen.findByRole('tablist', { name: 'Permissions' });
  return page;
};

const field = (name: string) => screen.getByLabelText(name, { selector: 'input, textarea' });
const fill = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};
const openTab = (name: 'ALLOW' | 'DENY') =>
  userEvent.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }));
/** Opens a group, and returns its part of the page. */
const openGroup = async (title: string) => {
  const name = new RegExp(`^${title} \\(`);
  const header = await screen.findByRole('button', { name });
  if (header.getAttribute('aria-expanded') !== 'true') await userEvent.click(header);
  const content = document.querySelector(`[id="${header.getAttribute('aria-controls')}"]`);
  return within(content instanceof HTMLElement ? content : document.body);
};
const tick = async (title: string, name: string) =>
  userEvent.click((await openGroup(title)).getByRole('checkbox', { name }));
const counter = (title: string) =>
  screen.getByRole('button', { name: new RegExp(`^${title} \\(`) }).textContent;

const readSavedPolicies = async (name: string) => {
  const { items } = await product.api.roles.listRoles({ number_of_items: 100 });
  return items.find((role) => role.name === name)?.policies;
};

describe('the form of a new role', () => {
  it('shows all missing values at once', async () => {
    await openForm();
    await clickWhenEnabled('Create Role');
    expect(screen.getByText('Please input the role name!')).toBeVisible();
    expect(screen.getByText('Please input the description!')).toBeVisible();
    const sentence = 'Please select at least one permission in either ALLOW or DENY section.';
    expect(screen.getByText(sentence)).toBeVisible();
    await waitFor(() => expect(field('Role Name')).toHaveFocus());
  });

  it.each([
    ['ab', 'Role name must be at least 3 characters long'],
    ['x'.repeat(65), 'Role name cannot exceed 64 characters!'],
    ['night -shift', 'Hyphens should not have spaces around them'],
    [
      '-night',
      'Name must start and end with a letter or number, and can only contain letters, numbers, ' +
        'and hyphens',
    ],
  ])('refuses the name %s', async (name, sentence) => {
    await openForm();
    fill('Role Name', name);
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('creates a role from permissions and groups, by resource and by policy', async () => {
    const page = await openForm();
    fill('Role Name', 'Night-Shift');
    fill('Description', 'Watches at night');
    await tick('Bot execution', 'All permissions');
    expect(counter('Bot execution')).toBe('Bot execution (3/3)');
    await tick('Bot', 'update_bot');
    expect(counter('Bot')).toBe('Bot (1/4)');
    const groupCheckbox = (await openGroup('Bot')).getByRole<HTMLInputElement>('checkbox', {
      name: 'All permissions',
    });
    expect([groupCheckbox.checked, groupCheckbox.indeterminate]).toEqual([false, true]);
    await userEvent.click(screen.getByRole('button', { name: 'By policy' }));
    await tick('Read', 'All permissions');
    await openTab('DENY');
    await userEvent.click(screen.getByRole('button', { name: 'By resource' }));
    await tick('Integration', 'delete_integration');
    await clickWhenEnabled('Create Role');
    await screen.findByText('New role created successfully!');
    expect(addressOf(page)).toBe('/rbac/home');
    expect(await readSavedPolicies('Night-Shift')).toEqual({
      ALLOW: {
        '*': { 'read_*': true },
        bot: { update_bot: true },
        bot_execution: { '*': true },
      },
      DENY: { integration: { delete_integration: true } },
    });
  });

  it('keeps the other permissions of a group when one is cleared', async () => {
    await openForm();
    await tick('Bot execution', 'All permissions');
    await tick('Bot execution', 'update_bot_execution');
    const group = await openGroup('Bot execution');
    const groupCheckbox = group.getByRole<HTMLInputElement>('checkbox', {
      name: 'All permissions',
    });
    expect([groupCheckbox.checked, groupCheckbox.indeterminate]).toEqual([false, true]);
    expect(group.getByRole('checkbox', { name: 'create_bot_execution' })).toBeChecked();
    expect(counter('Bot execution')).toBe('Bot execution (2/3)');
  });

  it('grants all permissions by one switch', async () => {
    await openForm();
    fill('Role Name', 'Almighty');
    fill('Description', 'May everything');
    await userEvent.click(screen.getByLabelText('All permissions of everything'));
    expect((await openGroup('User')).getByRole('checkbox', { name: 'read_user' })).toBeChecked();
    await clickWhenEnabled('Create Role');
    await screen.findByText('New role created successfully!');
    expect(await readSavedPolicies('Almighty')).toEqual({
      ALLOW: { '*': { '*': true } },
      DENY: {},
    });
  });

  it('finds permissions by text and reports no matches', async () => {
    await openForm();
    const search = screen.getByRole('searchbox', { name: 'Find permissions' });
    fireEvent.change(search, { target: { value: 'assign roles' } });
    const { getByRole, queryByRole } = await openGroup('User');
    expect(getByRole('checkbox', { name: 'update_user_roles' })).toBeVisible();
    expect(queryByRole('checkbox', { name: 'read_user' })).toBeNull();
    expect(queryByRole('checkbox', { name: 'All permissions' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Bot \(/ })).toBeNull();
    fireEvent.change(search, { target: { value: 'no such thing' } });
    expect(screen.getByText('No permissions match the search.')).toBeVisible();
    await clickWhenEnabled('Clear filters');
    await screen.findByRole('button', { name: /^Bot \(/ });
  });
});

describe('permissions in both ALLOW and DENY', () => {
  it('are listed with both rows and block the creation until they are resolved', async () => {
    await openForm();
    fill('Role Name', 'Contradictory');
    fill('Description', 'Says yes and no');
    await tick('Bot', 'All permissions');
    await userEvent.click(screen.getByRole('button', { name: 'By policy' }));
    await openTab('DENY');
    await tick('Delete', 'delete_bot');
    await tick('Create', 'create_bot');
    const conflicts = within(screen.getByRole('list', { name: 'Conflicts' }));
    expect(conflicts.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('create_bot by the rows ALLOW bot: * and DENY bot: create_bot'),
      expect.stringContaining('delete_bot by the rows ALLOW bot: * and DENY bot: delete_bot'),
    ]);
    await clickWhenEnabled('Create Role');
    await screen.findByText(
      'Please resolve the permission conflicts between ALLOW and DENY sections before creating ' +
        'the role.',
    );
    await clickWhenEnabled('Remove create_bot from DENY');
    expect(screen.getByRole('region', { name: 'Permissions' })).toHaveFocus();
    await clickWhenEnabled('Remove delete_bot from ALLOW');
    expect(screen.queryByRole('list', { name: 'Conflicts' })).toBeNull();
    await clickWhenEnabled('Create Role');
    await screen.findByText('New role created successfully!');
    expect(await readSavedPolicies('Contradictory')).toEqual({
      ALLOW: { bot: { read_bot: true, create_bot: true, update_bot: true } },
      DENY: { bot: { delete_bot: true } },
    });
  });

  it('are listed five at first, and are removed from one side together', async () => {
    await openForm();
    await userEvent.click(screen.getByLabelText('All permissions of everything'));
    await openTab('DENY');
    await tick('Bot', 'All permissions');
    await tick('Integration', 'All permissions');
    const list = () => within(screen.getByRole('list', { name: 'Conflicts' }));
    expect(screen.getAllByText('8 permissions are in both ALLOW and DENY')).not.toEqual([]);
    expect(list().getAllByRole('listitem')).toHaveLength(5);
    await clickWhenEnabled('Show 3 more');
    expect(list().getAllByRole('listitem')).toHaveLength(8);
    await clickWhenEnabled('Remove all from ALLOW');
    expect(screen.queryByRole('list', { name: 'Conflicts' })).toBeNull();
  });
});

describe('refusals of the server', () => {
  it('are shown at the name field, and the chosen permissions stay', async () => {
    const page = await openForm();
    fill('Role Name', 'role-maker');
    fill('Description', 'Another one');
    await tick('Bot', 'read_bot');
    await clickWhenEnabled('Create Role');
    await screen.findByText('Role Already Exists');
    const sentence = 'A role named role-maker already exists. Choose another name.';
    expect(screen.getAllByText(sentence)).toHaveLength(2);
    await waitFor(() => expect(field('Role Name')).toHaveFocus());
    // An alert would take the focus half a second later.
    expect(page.wrapper.findFlashbar()?.getElement().querySelector('[role="alert"]')).toBeNull();
    expect(counter('Bot')).toBe('Bot (1/4)');
    expect(addressOf(page)).toBe('/rbac/newRole');
  });

  it('are prevented for permissions that the user does not hold', async () => {
    connectToEmbedded({ ...product, api_key: makerToken });
    await openForm();
    await tick('Bot', 'read_bot');
    const create = screen.getByRole('button', { name: 'Create Role' });
    expect(create).not.toHaveAttribute('aria-disabled', 'true');
    await tick('Bot', 'delete_bot');
    await waitFor(() => expect(create).toHaveAttribute('aria-disabled', 'true'));
    act(() => create.focus());
    expect(screen.getAllByText(/^You do not have delete_bot/)).not.toEqual([]);
  });

  it('to list the permissions are shown in their place', async () => {
    const { token } = await inviteAndSignIn(product, {
      email: 'approver@example.com',
      roles: ['role_approver'],
    });
    connectToEmbedded({ ...product, api_key: token });
    renderPage(<NewRolePage />, { path: '/rbac/newRole' });
    await screen.findByText('Error Loading Permissions');
    const create = screen.getByRole('button', { name: 'Create Role' });
    await waitFor(() => expect(create).toHaveAttribute('aria-disabled', 'true'));
  });
});

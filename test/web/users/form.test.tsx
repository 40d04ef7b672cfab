import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { invite, inviteAndSignIn } from '#test/support/invited-user.ts';
import { NewUserPage, UserPage } from '#web/pages/users/user.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;
/** Access token of a user who may create users and is not ROOT. */
let leadToken: string;

beforeAll(async () => {
  product = await openEmbedded();
  const roles = ['role_administrator'];
  leadToken = (
    await inviteAndSignIn(product, { email: 'lead@example.com', name: 'Team Lead', roles })
  ).token;
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const openNewUser = () => renderPage(<NewUserPage />, { path: '/users/new' });
const openUser = async (id: string) => {
  const page = renderPage(<UserPage />, {
    path: '/users/:user_id',
    at: `/users/${encodeURIComponent(id)}`,
  });
  await screen.findByRole('button', { name: 'Save user' });
  return page;
};

const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });
const fill = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};
const readUser = (user_id: string) => product.api.users.getUser({ user_id });

type Shown = ReturnType<typeof renderPage>;

/** The saved form remains visible for a moment. */
const waitForUsersList = (page: Shown) => waitFor(() => expect(addressOf(page)).toBe('/users'));

const rolesField = ({ wrapper }: Shown) => wrapper.findMultiselect();

const chooseRole = async (page: Shown, role: string) => {
  await waitFor(() => expect(screen.queryByText('Loading roles')).toBeNull());
  act(() => rolesField(page)?.openDropdown());
  act(() => rolesField(page)?.selectOptionByValue(role, { expandToViewport: true }));
  act(() => rolesField(page)?.closeDropdown({ expandToViewport: true }));
};

describe('the form of a new user', () => {
  it('shows all missing and invalid values at once', async () => {
    openNewUser();
    fill('Confirm password', 'Other');
    await clickWhenEnabled('Create user');
    expect(screen.getByText('Enter a name.')).toBeVisible();
    expect(screen.getByText('Invalid email format')).toBeVisible();
    expect(screen.getByText('Phone number must be 6-10 digits')).toBeVisible();
    expect(screen.getByText(/^Use at least 8 characters/)).toBeVisible();
    expect(screen.getByText('Passwords do not match')).toBeVisible();
    await waitFor(() => expect(field('Name')).toHaveFocus());
  });

  it.each([
    ['E-mail', 'ada@example', 'Invalid email format'],
    ['Phone', '12345', 'Phone number must be 6-10 digits'],
    ['Phone', '12345678901', 'Phone number must be 6-10 digits'],
    ['Phone', '123-4567', 'Phone number must be 6-10 digits'],
    ['Password', 'abcdefgh', 'Use at least 8 characters, with an upper case letter'],
    ['Confirm password', 'abcdefgh', 'Passwords do not match'],
  ])('refuses %s with the value %s', (name, value, sentence) => {
    openNewUser();
    fill(name, value);
    expect(screen.getByText((text) => text.startsWith(sentence))).toBeVisible();
    expect(field(name)).toHaveAttribute('aria-invalid', 'true');
  });

  it('is disabled for users who may not create users', async () => {
    const roles = ['role_read_only'];
    const { token } = await inviteAndSignIn(product, { email: 'reader@example.com', roles });
    connectToEmbedded({ ...product, api_key: token });
    openNewUser();
    await waitFor(() => expect(field('Name')).toBeDisabled());
    const reason = /^Your role Read-Only does not let you create users \(create_user\)/;
    expect(screen.getAllByText(reason)).not.toEqual([]);
  });

  it('creates a user with roles and returns to the list', async () => {
    const page = openNewUser();
    fill('Name', 'Ada Lovelace');
    fill('E-mail', 'Ada@Example.com');
    fill('Phone', '1711234567');
    await chooseRole(page, 'role_bot_author');
    fill('Password', 'First-Pass-1');
    fill('Confirm password', 'First-Pass-1');
    await clickWhenEnabled('Create user');
    await screen.findByText('User created');
    screen.getByText(/^An invitation was sent to /);
    expect(addressOf(page)).toBe('/users/new');
    await waitForUsersList(page);
    expect(await readUser('ada@example.com')).toMatchObject({
      name: 'Ada Lovelace',
      country_code: '+91',
      phone: '1711234567',
      userType: 'SUBUSER',
      readOnly: false,
      roles: ['role_bot_author'],
    });
  });

  it('finds a country by its name', async () => {
    const page = openNewUser();
    expect(screen.getByText('6 to 10 digits, without the country code.')).toBeVisible();
    const code = page.wrapper.findSelect();
    act(() => code?.openDropdown());
    act(() => code?.findFilteringInput({ expandToViewport: true })?.setInputValue('Jamaica'));
    const options = code?.findDropdown({ expandToViewport: true }).findOptions() ?? [];
    expect(options.map((one) => one.getElement().textContent)).toEqual([
      expect.stringContaining('+1'),
    ]);
  });

  it('asks for roles of sub-users only', async () => {
    const page = openNewUser();
    expect(rolesField(page)).not.toBeNull();
    await screen.findByText('Without a role they have the default role: Read-Only.');
    await userEvent.click(screen.getByRole('radio', { name: 'Service portal user' }));
    expect(rolesField(page)).toBeNull();
  });

  it("shows the server's refusal at its field and keeps the entered values", async () => {
    const page = openNewUser();
    fill('Name', 'Somebody else');
    fill('E-mail', 'lead@example.com');
    fill('Phone', '1711234567');
    fill('Password', 'First-Pass-1');
    fill('Confirm password', 'First-Pass-1');
    await clickWhenEnabled('Create user');
    await screen.findByText('Another account uses this e-mail address. Enter a different one.');
    expect(field('E-mail')).toHaveAttribute('aria-invalid', 'true');
    expect(field('Password')).toHaveValue('First-Pass-1');
    expect(addressOf(page)).toBe('/users/new');
  });

  it('allows only ROOT users to create ROOT users', async () => {
    connectToEmbedded({ ...product, api_key: leadToken });
    openNewUser();
    await screen.findByText(/Only a ROOT user can make somebody ROOT/);
    expect(screen.getByRole('radio', { name: 'ROOT' })).toBeDisabled();
  });
});

describe('the form of an existing user', () => {
  it('shows no password and saves changes with a blank password', async () => {
    await invite(product, { email: 'mary@example.com', name: 'Mary' });
    const page = await openUser('mary@example.com');
    expect(field('E-mail')).toHaveAttribute('readonly');
    expect(field('Password')).toHaveValue('');
    fill('Name', 'Mary Jackson');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Read only/ }));
    await chooseRole(page, 'role_approver');
    await clickWhenEnabled('Save user');
    await screen.findByText('User saved');
    await waitForUsersList(page);
    expect(await readUser('mary@example.com')).toMatchObject({
      name: 'Mary Jackson',
      readOnly: true,
      roles: ['role_approver'],
    });
  });

  it("refuses to overwrite another user's change", async () => {
    const user_id = 'late@example.com';
    await invite(product, { email: user_id, name: 'Late' });
    const page = await openUser(user_id);
    const { name, country_code = '', phone = '', userType } = await readUser(user_id);
    const details = { user_id, name, country_code, phone, userType };
    await product.api.users.updateUser({ ...details, readOnly: true });
    fill('Phone', '7654321');
    await clickWhenEnabled('Save user');
    await screen.findByText(/^Somebody changed this user after you opened it/);
    expect(field('Phone')).toHaveValue('7654321');
    expect(await readUser(user_id)).toMatchObject({ phone, readOnly: true });
    page.unmount();
    await openUser(user_id);
    expect(screen.getByRole('checkbox', { name: /^Read only/ })).toBeChecked();
  });

  it('saves valid roles after a refusal that came after the other values were saved', async () => {
    const user_id = 'twice@example.com';
    await invite(product, { email: user_id, name: 'Twice' });
    const { _id: deletedRoleId } = await product.api.roles.createRole({
      name: 'Passing',
      description: 'Deleted by another',
      policies: { ALLOW: { bot: { read_bot: true } }, DENY: {} },
    });
    const page = await openUser(user_id);
    fill('Name', 'Twice over');
    await chooseRole(page, deletedRoleId);
    await product.api.roles.deleteRole({ role_id: deletedRoleId });
    await clickWhenEnabled('Save user');
    await screen.findByText(/^A chosen role does not exist/);
    await userEvent.click(screen.getByRole('button', { name: /^Remove (Passing|Deleted role)$/ }));
    await chooseRole(page, 'role_approver');
    await clickWhenEnabled('Save user');
    await screen.findByText('User saved');
    expect(await readUser(user_id)).toMatchObject({ name: 'Twice over', roles: ['role_approver'] });
  });

  it('reports that there are no changes', async () => {
    await invite(product, { email: 'same@example.com', name: 'Same' });
    const page = await openUser('same@example.com');
    await clickWhenEnabled('Save user');
    await screen.findByText('No changes to apply');
    expect(addressOf(page)).toContain('/users/same');
  });

  it('refuses a new password that is weak or not confirmed', async () => {
    await invite(product, { email: 'weak@example.com', name: 'Weak' });
    await openUser('weak@example.com');
    fill('Password', 'weak');
    await clickWhenEnabled('Save user');
    expect(screen.getByText(/^Use at least 8 characters/)).toBeVisible();
    expect(screen.getByText('Passwords do not match')).toBeVisible();
  });

  it("shows the server's reason for a refused change", async () => {
    const page = await openUser('root@cloudwarden.local');
    fill('Phone', '1711234567');
    await userEvent.click(screen.getByRole('radio', { name: 'Sub-user' }));
    await clickWhenEnabled('Save user');
    await screen.findByText('The user was not saved.');
    expect(screen.getByText(/^You cannot change your own user type or access/)).toBeVisible();
    expect(addressOf(page)).toContain('/users/root');
  });

  it('asks before unsaved changes are lost', async () => {
    await invite(product, { email: 'half@example.com', name: 'Half' });
    const page = await openUser('half@example.com');
    fill('Name', 'Half a thought');
    await page.router.navigate('/bots');
    await screen.findByText('Changes that you have not saved will be lost.');
    await clickWhenEnabled('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('Name')).toHaveValue('Half a thought');
  });

  it('reports a missing user and links to the list', async () => {
    renderPage(<UserPage />, { path: '/users/:user_id', at: '/users/nobody%40example.com' });
    await screen.findByText('This user does not exist, or it was deleted.');
    expect(screen.getByRole('link', { name: 'Go to users' })).toBeVisible();
  });

  it('can be saved only by ROOT users', async () => {
    connectToEmbedded({ ...product, api_key: leadToken });
    await openUser('lead@example.com');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save user' })).toHaveAttribute('aria-disabled'),
    );
  });
});

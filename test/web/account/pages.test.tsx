import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { setConnection } from '#web/api/connection.ts';
import { preferenceOf } from '#web/app/preferences.ts';
import { AccountPage } from '#web/pages/account/account.tsx';
import * as z from 'zod';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, holdCalls, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const open = (at = '/account') => {
  const path = at.startsWith('/account/') ? '/account/subscription' : '/account';
  return renderPage(<AccountPage />, { path, at });
};

const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });
const fill = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};
const readCurrentUser = () => product.api.users.getCurrentUser({});
const shownTab = () => screen.getByRole('tab', { selected: true }).textContent;
const names = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.textContent?.trim() ?? '');

type Shown = ReturnType<typeof open>;

const choose = ({ wrapper }: Shown, label: string, value: string) => {
  const select = wrapper
    .findAllSelects()
    .find((one) => one.findTrigger().getElement().textContent?.includes(label));
  act(() => select?.openDropdown());
  act(() => select?.selectOptionByValue(value));
};

const chooseZone = ({ wrapper }: Shown, search: string, zone: string) => {
  const inViewport = { expandToViewport: true };
  const select = wrapper
    .findAllSelects()
    .find((one) => /browser|Tokyo/.test(one.getElement().textContent ?? ''));
  act(() => select?.openDropdown());
  act(() => select?.findFilteringInput(inViewport)?.setInputValue(search));
  act(() => select?.selectOptionByValue(zone, inViewport));
};

describe('the address of the account page', () => {
  it.each([
    ['/account', 'My Profile'],
    ['/account/subscription', 'Subscription'],
    ['/account?tab=api-keys', 'API Key Management'],
    ['/account?tab=nonsense', 'My Profile'],
  ])('%s opens %s', async (at, tab) => {
    open(at);
    expect(shownTab()).toBe(tab);
  });

  it('changes with the tab', async () => {
    const page = open();
    await userEvent.click(screen.getByRole('tab', { name: 'API Key Management' }));
    expect(addressOf(page)).toBe('/account?tab=api-keys');
    expect(shownTab()).toBe('API Key Management');
  });
});

describe('the profile tab', () => {
  it('shows the user, the organisation and the permissions', async () => {
    open();
    await screen.findByText('All permissions');
    for (const text of ['root@cloudwarden.local', 'My organisation', 'ROOT', 'Full Access']) {
      expect(screen.getByText(text)).toBeVisible();
    }
  });

  it('validates and saves a name and a phone number', async () => {
    open();
    await screen.findByText('All permissions');
    expect(screen.getByText('+91')).toBeVisible();
    fill('Name', ' ');
    fill('Phone', '12345');
    await clickWhenEnabled('Save profile');
    expect(screen.getByText('Enter a name.')).toBeVisible();
    expect(screen.getByText('Phone number must be 6-10 digits')).toBeVisible();
    fill('Name', 'Ada Root');
    fill('Phone', '1234567890');
    await clickWhenEnabled('Save profile');
    await screen.findByText('Profile saved');
    expect(await readCurrentUser()).toMatchObject({
      name: 'Ada Root',
      country_code: '+91',
      phone: '1234567890',
    });
    await waitFor(() => expect(field('Name')).toHaveValue('Ada Root'));
  });

  it('replaces the message of a failed save by that of the next save', async () => {
    open();
    await screen.findByText('All permissions');
    fill('Phone', '2345678901');
    setConnection({ apiUrl: 'http://127.0.0.1:1', socketUrl: '', accessToken: async () => 'none' });
    await clickWhenEnabled('Save profile');
    await screen.findByText('The profile was not saved.');
    connectToEmbedded(product);
    await clickWhenEnabled('Save profile');
    await screen.findByText('Profile saved');
    expect(screen.queryByText('The profile was not saved.')).toBeNull();
  });

  it('validates a new password before the request', async () => {
    open();
    await screen.findByText('All permissions');
    for (const name of ['Old password', 'New password', 'Confirm new password']) {
      expect(field(name)).toHaveAttribute('type', 'password');
      const kind = name === 'Old password' ? 'current-password' : 'new-password';
      expect(field(name)).toHaveAttribute('autocomplete', kind);
    }
    fill('New password', 'weak');
    fill('Confirm new password', 'other');
    await clickWhenEnabled('Change password');
    expect(screen.getByText('Enter your old password.')).toBeVisible();
    expect(screen.getByText('Passwords do not match')).toBeVisible();
    expect(screen.getAllByText(/Use at least 8 characters/).length).toBeGreaterThan(1);
  });

  it('asks before signing out everywhere', async () => {
    open();
    await clickWhenEnabled('Sign out everywhere');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/You are signed out at once, here and in every other/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stores the time zone on the server and in the browser', async () => {
    const page = open();
    await screen.findByText('All permissions');
    chooseZone(page, 'Tokyo', 'Asia/Tokyo');
    await waitFor(async () =>
      expect((await readCurrentUser()).settings).toEqual({ time_zone: 'Asia/Tokyo' }),
    );
    expect(preferenceOf('time_zone', z.string())).toBe('Asia/Tokyo');
    expect(await screen.findByText(/UTC\+9$/)).toBeVisible();
    chooseZone(page, 'As this', 'browser');
    await waitFor(async () =>
      expect((await readCurrentUser()).settings).toEqual({ time_zone: 'browser' }),
    );
  });
});

describe('the subscription tab', () => {
  it('shows the type, state and end of the subscription', async () => {
    open('/account/subscription');
    await screen.findByText('Enterprise subscription');
    expect(screen.getByText('Active')).toBeVisible();
    expect(screen.getByText('Until it is cancelled')).toBeVisible();
  });
});

describe('the API keys tab', () => {
  const keys = (query = '') => open(`/account?tab=api-keys${query}`);
  const create = async (name: string) => {
    await clickWhenEnabled('Create API key');
    const dialog = within(await screen.findByRole('dialog'));
    const input = dialog.getByRole('textbox', { name: 'Name' });
    fireEvent.change(input, { target: { value: name } });
    return dialog;
  };
  const confirm = (dialog: Awaited<ReturnType<typeof create>>) =>
    userEvent.click(dialog.getByRole('button', { name: 'Create' }));

  it('shows a new key once, with an example call', async () => {
    keys();
    await screen.findByText('First start');
    await confirm(await create('Deploy'));
    await screen.findByText('API key Deploy created');
    expect(screen.getByText(/is never shown again/)).toBeVisible();
    const text = await waitFor(() => {
      const found = /cw_[0-9a-f_]+/.exec(document.body.textContent ?? '')?.[0];
      if (!found) throw new Error('The key is not shown.');
      return found;
    });
    expect(document.body.textContent).toContain(`'${product.url}/api/users/me'`);
    expect((await product.request('GET', 'users/me', undefined, text)).status).toBe(200);
    await waitFor(() => expect(names()).toContain('Deploy'));
    await clickWhenEnabled('Hide the key');
    expect(document.body.textContent).not.toContain(text);
  });

  it('asks before the user leaves a new key that was not copied', async () => {
    userEvent.setup();
    const page = keys();
    await screen.findByText('First start');
    await confirm(await create('Fleeting'));
    await screen.findByText('API key Fleeting created');
    await userEvent.click(screen.getByRole('tab', { name: 'My Profile' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without the API key?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(shownTab()).toBe('API Key Management');
    await clickWhenEnabled('Copy API key');
    await screen.findByText('Copied');
    await userEvent.click(screen.getByRole('tab', { name: 'My Profile' }));
    await waitFor(() => expect(shownTab()).toBe('My Profile'));
    expect(addressOf(page)).toBe('/account');
  });

  it('keeps the dialog open until the new key is shown', async () => {
    keys();
    await screen.findByText('First start');
    const dialog = await create('Hasty');
    const release = holdCalls(product);
    await confirm(dialog);
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(cancel).toBeDisabled());
    act(() => createWrapper().findModal()?.findDismissButton().click());
    release();
    await screen.findByText('API key Hasty created');
  });

  it('shows a failed creation in the dialog until the next try', async () => {
    keys();
    await screen.findByText('First start');
    const dialog = await create('Second try');
    setConnection({ apiUrl: 'http://127.0.0.1:1', socketUrl: '', accessToken: async () => 'none' });
    await confirm(dialog);
    await dialog.findByText('Error while generating new API key.');
    expect(screen.getAllByText('Error while generating new API key.')).toHaveLength(1);
    connectToEmbedded(product);
    await confirm(dialog);
    await screen.findByText('API key Second try created');
    expect(screen.queryByText('Error while generating new API key.')).toBeNull();
  });

  it('limits the expiry to 1 to 365 days, by default 30, or never', async () => {
    keys();
    const dialog = await create('Long lived');
    const days = dialog.getByRole('spinbutton', { name: 'Expires after days' });
    expect(days).toHaveValue(30);
    for (const [input, clamped] of [
      ['0', 1],
      ['-5', 1],
      ['1000', 365],
      ['', 30],
      ['12.4', 12],
    ] as const) {
      fireEvent.change(days, { target: { value: input } });
      fireEvent.blur(days);
      expect(days).toHaveValue(clamped);
    }
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Never expires' }));
    expect(days).toBeDisabled();
    await confirm(dialog);
    await screen.findByText('API key Long lived created');
    const { items } = await product.api['api-keys'].listApiKeys({});
    expect(items.find(({ name }) => name === 'Long lived')?.expires_on).toBeNull();
  });

  it('refuses an invalid name and a name in use', async () => {
    keys();
    const dialog = await create('apikey of mine');
    await confirm(dialog);
    expect(dialog.getByText("The name cannot start with 'apikey'.")).toBeVisible();
    const input = dialog.getByRole('textbox', { name: 'Name' });
    fireEvent.change(input, { target: { value: 'first START' } });
    await confirm(dialog);
    await dialog.findByText('You already have an API key with this name.');
  });

  it('filters keys by the address', async () => {
    const page = keys('&expiry_status=expired');
    await screen.findByText('No API keys match the filter.');
    await clickWhenEnabled('Clear filters');
    await screen.findByText('First start');
    expect(addressOf(page)).toBe('/account?tab=api-keys&page=1');
    choose(page, 'All statuses', 'active');
    await waitFor(() => expect(addressOf(page)).toContain('expiry_status=active'));
    await screen.findByText('First start');
  });

  it('deletes a key after a confirmation, so that it is refused at once', async () => {
    const { api_key_secret } = await product.api['api-keys'].createApiKey({
      name: 'To be deleted',
      expires_on: null,
    });
    keys();
    await clickWhenEnabled('Delete To be deleted');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Programs that still use it are refused from now on.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('API key deleted');
    await waitFor(() => expect(names()).not.toContain('To be deleted'));
    expect((await product.request('GET', 'users/me', undefined, api_key_secret)).status).toBe(401);
  });
});

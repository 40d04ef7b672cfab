import { act, screen, waitFor } from '@testing-library/react';
import { askForInput } from '#test/support/ask-for-input.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import { NotificationsPage } from '#web/pages/notifications/notifications.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { requestApproval, startFailingRun } from './notification-causes.ts';

let product: Embedded;
let approvalId = '';
let failedRunAddress = '';
let strangerToken = '';

const sample = 'Isolate hosts of severe findings asks for an approval';

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  approvalId = await requestApproval(product);
  failedRunAddress = await startFailingRun(product, 'Reaching out');
  const inputs = [{ id: 'reason', label: 'Reason' }];
  await askForInput(product, { inputs, message: 'Why?' }, 'Onboard');
  strangerToken = (
    await inviteAndSignIn(product, { email: 'nina@example.com', roles: ['role_approver'] })
  ).token;
});
afterAll(() => product.close());

const open = async (query = '') => {
  const page = renderPage(<NotificationsPage />, {
    path: '/notifications',
    at: `/notifications${query}`,
  });
  await waitFor(() => expect(screen.queryByText('Loading notifications')).toBeNull());
  const column = (index: number) => {
    const table = page.wrapper.findTable();
    const rows = table?.findRows() ?? [];
    return rows.map((_row, row) => table?.findBodyCell(row + 1, index)?.getElement().textContent);
  };
  return { ...page, column };
};

const button = (name: string) => screen.getByRole('button', { name });

describe('the notifications page', () => {
  it('shows pending questions and failed runs, newest first', async () => {
    const { column } = await open();
    expect(column(1)).toEqual(['Onboard asks for input', 'Reaching out failed', sample]);
    expect(column(2)).toEqual(['User input', 'Failed run', 'Approval']);
    expect(column(3)[0]).toBe('Why?');
    expect(column(5)).toEqual(['Unread', 'Unread', 'Unread']);
    const link = screen.getByRole('link', { name: 'Reaching out failed' });
    expect(link).toHaveAttribute('href', `#${failedRunAddress}`);
  });

  it('has one column on a narrow screen, with a dot for unread notifications', async () => {
    const wide = globalThis.matchMedia;
    globalThis.matchMedia = (query) => Object.assign(wide(query), { matches: true });
    try {
      const { wrapper } = await open();
      const headers = wrapper.findTable()?.findColumnHeaders() ?? [];
      expect(headers.map((one) => one.getElement().textContent)).toEqual(['Notification']);
      const [first] = wrapper.findTable()?.findRows() ?? [];
      expect(first?.getElement()).toHaveTextContent(
        /^Onboard asks for input.*Why\?\d{4}-\d\d-\d\d/,
      );
      expect(screen.getAllByRole('img', { name: 'Unread' })).toHaveLength(3);
    } finally {
      globalThis.matchMedia = wide;
    }
  });

  it.each([
    ['?kind=approval', [sample]],
    ['?kind=run_failed&unread_only=true', ['Reaching out failed']],
    ['?number_of_items=2&page_number=2', [sample]],
    ['?kind=x&unread_only=y', ['Onboard asks for input', 'Reaching out failed', sample]],
  ])('reads its state from the address: %s', async (query, titles) => {
    const { column } = await open(query);
    expect(column(1)).toEqual(titles);
  });

  it('filters by kind and keeps the kind in the address', async () => {
    const page = await open('?page_number=1');
    const [kind] = page.wrapper.findAllSelects();
    act(() => kind?.openDropdown());
    await act(async () => kind?.selectOptionByValue('user_input'));
    expect(addressOf(page)).toBe('/notifications?page_number=1&kind=user_input');
    await waitFor(() => expect(page.column(1)).toEqual(['Onboard asks for input']));
  });

  it('opens the subject of a notification and marks the notification as read', async () => {
    const page = await open();
    await act(async () => screen.getByRole('link', { name: sample }).click());
    expect(addressOf(page)).toBe(`/approvals/${approvalId}`);
    page.unmount();
    await waitFor(async () =>
      expect(await product.api.notifications.countUnread({})).toMatchObject({ count: 2 }),
    );
    const { column } = await open('?unread_only=true');
    expect(column(1)).toEqual(['Onboard asks for input', 'Reaching out failed']);
  });

  it('marks all notifications as read', async () => {
    const page = await open('?unread_only=true');
    const isDisabled = () => button('Mark all as read').getAttribute('aria-disabled') === 'true';
    // Unread notifications are counted separately from the list, possibly later.
    await waitFor(() => expect(isDisabled()).toBe(false));
    await act(async () => button('Mark all as read').click());
    await screen.findByText('No notifications match the filter.');
    await waitFor(() => expect(isDisabled()).toBe(true));
    await act(async () => button('Clear filters').click());
    await waitFor(() => expect(page.column(5)).toEqual(['Read', 'Read', 'Read']));
  });
});

describe('the notifications page of another user', () => {
  it('shows only the notifications of this user', async () => {
    connectToEmbedded({ ...product, api_key: strangerToken });
    const page = await open();
    expect(page.column(1)).toEqual(['Onboard asks for input']);
    page.unmount();
    await open('?kind=run_failed');
    await screen.findByText('No notifications match the filter.');
  });

  it('reports an unreachable server', async () => {
    connectToEmbedded({ ...product, url: 'http://127.0.0.1:1' });
    renderPage(<NotificationsPage />, { path: '/notifications' });
    await screen.findByText("Couldn't connect to the server!");
  });
});

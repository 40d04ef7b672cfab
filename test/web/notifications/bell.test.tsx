/**
 * Loads the Node client of `ws`, which sends no Origin: jsdom's origin is not the server's.
 * @jest-environment-options {"customExportConditions": ["node"]}
 */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { WebSocket } from 'ws';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { createQueryClient } from '#web/api/queries.ts';
import { Console } from '#web/app/console.tsx';
import { routes } from '#web/app/router.tsx';
import { connectToEmbedded } from '../render.tsx';
import { requestApproval, startFailingRun } from './notification-causes.ts';

let product: Embedded;

beforeAll(async () => {
  Object.assign(globalThis, { WebSocket });
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

const open = (path = '/account') => {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Console queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Console>,
  );
  return { path: () => router.state.location.pathname };
};

const bell = (name: string | RegExp) => screen.findByRole('button', { name });
const item = (name: RegExp) => screen.findByRole('menuitem', { name });

describe('the notification bell', () => {
  it('shows that there are no notifications and links to their page', async () => {
    const console = open();
    await userEvent.click(await bell('Notifications'));
    expect(await item(/No notifications/)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(await item(/View all/));
    await waitFor(() => expect(console.path()).toBe('/notifications'));
    await screen.findByText(
      'Requests that wait for you, and runs of yours that were decided or failed, appear here.',
    );
  });

  it('counts a new approval without a reload until it is read', async () => {
    const console = open();
    await bell('Notifications');
    const id = await requestApproval(product);
    await userEvent.click(await bell('Notifications, 1 unread'));
    const notification = await item(/Isolate hosts of severe findings asks for an approval/);
    expect(notification).toHaveTextContent(
      /Approval, just now \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\S*\), unread/,
    );
    await userEvent.click(notification);
    await waitFor(() => expect(console.path()).toBe(`/approvals/${id}`));
    await bell('Notifications');
  });

  it('counts a failed run, which appears on the page at once', async () => {
    open('/notifications');
    await screen.findByText(/asks for an approval/);
    await startFailingRun(product, 'Reaching out');
    await bell('Notifications, 1 unread');
    await screen.findByRole('link', { name: 'Reaching out failed' });
  });

  it('shows the latest five, and no longer counts decided approvals', async () => {
    for (let n = 0; n < 5; n += 1) await requestApproval(product);
    open();
    await userEvent.click(await bell('Notifications, 6 unread'));
    await item(/View all/);
    expect(screen.getAllByRole('menuitem')).toHaveLength(6);
    const { items } = await product.api.approvals.listApprovals({ status: 'pending' });
    const decision = { status: 'rejected', message: 'No', all: true } as const;
    for (const { _id: approval_id } of items.slice(0, 5)) {
      await product.api.approvals.resolveApproval({ approval_id, ...decision });
    }
    await bell('Notifications, 1 unread');
  });
});

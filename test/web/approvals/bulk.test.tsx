/**
 * Loads the server part of `ws` instead of its stub for browsers:
 * @jest-environment-options {"customExportConditions": ["node"]}
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { useSocket } from '#web/api/use-socket.ts';
import { shownPage } from '#web/app/page.ts';
import { ApprovalsPage } from '#web/pages/approvals/approvals.tsx';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

let approvalCount = 0;

/** Creates approvals of the sample bot, about two hosts each; returns the ids, newest first. */
const requestApprovals = async (many: number): Promise<string[]> => {
  for (let at = 0; at < many; at += 1)
    await sendSampleEvent(product, finding(`fnd-${approvalCount + at}`));
  approvalCount += many;
  const { items } = await eventually(
    () => product.api.approvals.listApprovals({ number_of_items: 100 }),
    (page) => page.items.length === approvalCount,
  );
  return items.slice(0, many).map(({ _id }) => _id);
};

const readApproval = (id: string) =>
  act(() => product.api.approvals.getApproval({ approval_id: id }));

const open = async (search = '?status=pending') => {
  const page = renderPage(<ApprovalsPage />, { path: '/approvals', at: `/approvals${search}` });
  await screen.findAllByRole('link', { name: /Take action on/ });
  return page;
};

const button = (name: string) => screen.getByRole('button', { name });
const click = (element: HTMLElement) => act(async () => element.click());
const boxes = () => screen.getAllByRole('checkbox', { name: /^Select Ask before isolating of/ });
const choose = async (...rows: number[]) => {
  for (const row of rows) await click(boxes()[row] ?? document.body);
};
const enterMessage = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: text } });

describe('deciding on several approvals at once', () => {
  it('requires a selected approval', async () => {
    await requestApprovals(1);
    await open();
    expect(button('Decide on selected')).toHaveAttribute('aria-disabled', 'true');
    await choose(0);
    expect(button('Decide on selected')).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('lists each approval with its message, run and resources', async () => {
    await requestApprovals(2);
    await open();
    await choose(0, 1);
    await click(button('Decide on selected'));
    const [first] = within(screen.getByRole('list', { name: 'Approvals' })).getAllByRole(
      'listitem',
    );
    const item = within(first ?? document.body);
    expect(item.getByText(new RegExp(`\\(finding fnd-${approvalCount - 1}\\)`))).toBeVisible();
    expect(item.getByText(/^Created/)).toBeVisible();
    expect(item.getByText(/continues with:/)).toBeVisible();
    expect(item.getByRole('link', { name: 'Open run' })).toBeVisible();
    expect(item.queryByText('web-1')).toBeNull();
    await click(item.getByRole('button', { name: '2 resources of Ask before isolating' }));
    expect(await item.findByText('web-1')).toBeVisible();
  });

  it('requires a decision and a message and applies both to all', async () => {
    const [first = '', second = ''] = await requestApprovals(2);
    await open();
    await choose(0, 1);
    await click(button('Decide on selected'));
    for (const name of ['Approve', 'Reject']) {
      expect(screen.getByRole('radio', { name })).not.toBeChecked();
    }
    await click(button('Decide on 2 approvals'));
    expect(screen.getByText('Choose Approve or Reject.')).toBeVisible();
    expect(screen.getByText('Message Required')).toBeVisible();
    await click(screen.getByRole('radio', { name: 'Approve' }));
    expect((await readApproval(first)).status).toBe('pending');
    enterMessage('Go on');
    await click(button('Approve 2 approvals'));
    await screen.findAllByText('2 requests approved');
    expect(screen.getAllByText('Decided')).toHaveLength(2);
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    expect(screen.queryByRole('button', { name: / 0 approvals/ })).toBeNull();
    for (const id of [first, second]) {
      expect(await readApproval(id)).toMatchObject({
        status: 'approved',
        resolutions: [{ message: 'Go on' }],
      });
    }
    await click(button('Close'));
    expect(screen.queryByText('Decided')).toBeNull();
  });

  it('asks before an unsent message is discarded', async () => {
    await requestApprovals(1);
    const page = await open();
    await choose(0);
    await click(button('Decide on selected'));
    enterMessage('Not before Monday');
    act(() => shownPage.get()?.drawer?.onClose());
    await screen.findByRole('dialog', { name: 'Discard changes' });
    await click(button('Cancel'));
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Not before Monday');
    void page.router.navigate('/elsewhere');
    await screen.findByRole('dialog', { name: 'Leave page' });
    await click(button('Cancel'));
    expect(addressOf(page)).toBe('/approvals?status=pending');
    act(() => shownPage.get()?.drawer?.onClose());
    await click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });

  it('decides the other approvals when one was already decided', async () => {
    const [first = '', second = ''] = await requestApprovals(2);
    await open();
    await choose(0, 1);
    await click(button('Decide on selected'));
    const faster = { approval_id: first, status: 'resolved', message: 'Yes', all: true } as const;
    await act(() => product.api.approvals.resolveApproval(faster));
    await click(screen.getByRole('radio', { name: 'Reject' }));
    enterMessage('Not today');
    await click(button('Reject 2 approvals'));
    await screen.findByText('1 of 2 requests rejected');
    expect(screen.getByText('This approval was approved already.')).toBeVisible();
    expect(screen.getByText('Decided')).toBeVisible();
    expect((await readApproval(first)).status).toBe('approved');
    expect((await readApproval(second)).status).toBe('rejected');
    await waitFor(() =>
      expect(button('Decide on selected')).toHaveAttribute('aria-disabled', 'true'),
    );
  });

  it('excludes approvals that another user decides meanwhile', async () => {
    const [first = ''] = await requestApprovals(2);
    const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(sockets, 'listening');
    const socketUrl = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
    connectToEmbedded(product, socketUrl);
    const connection: Promise<Peer[]> = once(sockets, 'connection');
    const Live = () => {
      useSocket(true);
      return <ApprovalsPage />;
    };
    renderPage(<Live />, { path: '/approvals', at: '/approvals?status=pending' });
    await screen.findAllByRole('link', { name: /Take action on/ });
    await choose(0, 1);
    await click(button('Decide on selected'));
    const faster = { approval_id: first, status: 'resolved', message: 'Yes', all: true } as const;
    await act(() => product.api.approvals.resolveApproval(faster));
    const message = { approval_id: first, status: 'approved' };
    const [peer] = await connection;
    peer?.send(JSON.stringify({ channel: 'approval_updated', message }));
    await screen.findByRole('button', { name: 'Decide on 1 approval' });
    expect(screen.getByText('Approved')).toBeVisible();
    await click(screen.getByRole('radio', { name: 'Approve' }));
    enterMessage('Go on');
    await click(button('Approve 1 approval'));
    await screen.findAllByText('1 request approved');
    sockets.close();
    connectToEmbedded(product);
  });

  it('does not allow the selection of decided approvals', async () => {
    await open('');
    const enabled = boxes().filter((box) => !box.hasAttribute('disabled'));
    const { items } = await act(() => product.api.approvals.listApprovals({ status: 'pending' }));
    expect(enabled).toHaveLength(items.length);
    expect(boxes().length).toBeGreaterThan(items.length);
  });

  it('clears the selection when the filter changes', async () => {
    const page = await open();
    await choose(0);
    const select = page.wrapper.findSelect();
    act(() => select?.openDropdown());
    await act(async () => select?.selectOptionByValue('rejected'));
    await waitFor(() => expect(page.wrapper.findTable()?.findRows()).toHaveLength(1));
    expect(button('Decide on selected')).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('the resources of an approval in the list', () => {
  it('are shown beside the list', async () => {
    await requestApprovals(1);
    await open();
    const [resources] = screen.getAllByRole('button', {
      name: 'Show 2 resources of Ask before isolating',
    });
    await click(resources ?? document.body);
    const table = within(await screen.findByRole('grid', { name: 'Resources' }));
    await table.findByText('web-1');
    await table.findByText('web-2');
    expect(screen.queryByText('Approved only')).toBeNull();
  });

  it('are shown with only the approved part first', async () => {
    const [id = ''] = await requestApprovals(1);
    const { items } = await product.api.approvals.listApprovalResources({ approval_id: id });
    const partialApproval = { resource_ids: [items[1]?.id ?? ''], message: 'Only this' };
    await product.api.approvals.resolveApproval({
      approval_id: id,
      status: 'resolved',
      ...partialApproval,
    });
    renderPage(<ApprovalsPage />, { path: '/approvals', at: '/approvals?status=resolved' });
    await click(
      await screen.findByRole('button', { name: 'Show 2 resources of Ask before isolating' }),
    );
    const table = within(await screen.findByRole('grid', { name: 'Approved resources' }));
    await table.findByText('web-2');
    expect(table.queryByText('web-1')).toBeNull();
    await click(button('All'));
    await within(await screen.findByRole('grid', { name: 'Resources' })).findByText('web-1');
  });
});

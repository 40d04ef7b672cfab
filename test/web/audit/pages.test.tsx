import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
import { invite } from '#test/support/invited-user.ts';
import { type Loopback, openLoopback } from '#test/support/loopback.ts';
import { setConnection } from '#web/api/connection.ts';
import { AuditTrailsPage } from '#web/pages/audit/audit-trails.tsx';
import { endOfToday } from '#web/components/time-range.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

const email = 'root@cloudwarden.local';

let product: Embedded;
/** The server that a node calls: it kills the product's process before it answers. */
let killingServer: Loopback;
let deletedId: string;

/** One connected integration, one that failed to connect, and the first one deleted. */
const createAuditRecords = async (): Promise<string> => {
  const { createIntegration, deleteIntegration } = product.api.integrations;
  const values = { api_url: 'https://api.example.com', token: 'hunter2' };
  const form = { cspName: 'rest_api', alias: 'Host manager', groups: ['hosts'], values };
  const { accountId } = await createIntegration(form);
  await expect(createIntegration(form)).rejects.toThrow('Alias already exists');
  await deleteIntegration({ accountId });
  return accountId;
};

beforeAll(async () => {
  killingServer = await openLoopback(async () => {
    await product.kill();
    return {};
  });
  product = await openEmbedded({ OUTGOING_ALLOW: new URL(killingServer.endpoint).host });
  deletedId = await createAuditRecords();
});

beforeEach(() => connectToEmbedded(product));

afterAll(async () => {
  await product.close();
  await killingServer.close();
});

const open = (search = '') =>
  renderPage(<AuditTrailsPage />, { path: '/audit-trails', at: `/audit-trails${search}` });

const actions = () =>
  screen.queryAllByRole('rowheader').map((cell) => cell.querySelector('button')?.textContent ?? '');

const rows = () => screen.getAllByRole('row').slice(1);
const cellsOf = (row: HTMLElement) =>
  [...row.querySelectorAll('td, th')].map((cell) => cell.textContent?.trim());

const panel = () => within(screen.getByRole('complementary'));

/** Dropdowns are rendered outside the page, so that nothing cuts them off. */
const inViewport = { expandToViewport: true };

const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/;

describe('the audit trail', () => {
  it('shows user, action, time, address and outcome of each record, newest first', async () => {
    const page = open();
    await screen.findByText('Delete an integration');
    const connected = [
      email,
      'Connect an integration',
      expect.stringMatching(time),
      '/api/integrations',
    ];
    expect(rows().map(cellsOf)).toEqual([
      [
        email,
        'Delete an integrationHost manager',
        expect.stringMatching(time),
        `/api/integrations/${deletedId}`,
        'Done',
      ],
      [...connected, 'Refused'],
      connected.with(1, 'Connect an integrationHost manager').concat('Done'),
    ]);
    expect(page.container.textContent).not.toContain('hunter2');
  });

  it('reads its filter from the parameters of the address', async () => {
    const now = Date.now();
    const range = `timeStamp=${now - 3600_000},${endOfToday(now)}`;
    const page = open(`?user=${email}&action=delete_integration,create_bot&${range}`);
    await waitFor(() => expect(actions()).toEqual(['Delete an integration']));
    expect(screen.getByRole('button', { name: /^User.*Root user/ })).toBeVisible();
    page.unmount();
    open(`?timeStamp=0,${now - 3600_000}`);
    await screen.findByText('No records match the filter.');
  });

  it('keeps the chosen filter in the address, and clears it', async () => {
    const page = open('?page=3');
    const select = page.wrapper.findMultiselect();
    await screen.findByText('The list has fewer pages.');
    act(() => select?.openDropdown());
    await waitFor(() =>
      expect(select?.findDropdown(inViewport).findOptionByValue('create_integration')).toBeTruthy(),
    );
    act(() => select?.selectOptionByValue('create_integration', inViewport));
    const twice = ['Connect an integration', 'Connect an integration'];
    await waitFor(() => expect(actions()).toEqual(twice));
    expect(addressOf(page)).toBe('/audit-trails?page=1&action=create_integration');
    act(() => select?.selectOptionByValue('update_bot', inViewport));
    expect(addressOf(page)).toBe('/audit-trails?page=1&action=create_integration,update_bot');
    page.unmount();
    const emptyPage = open('?action=update_bot&user=gone@example.com');
    await screen.findByText('No records match the filter.');
    expect(screen.getByRole('button', { name: /^User.*gone@example.com/ })).toBeVisible();
    await clickWhenEnabled('Clear filters');
    await waitFor(() => expect(actions()).toHaveLength(3));
    expect(addressOf(emptyPage)).toBe('/audit-trails?page=1');
  });

  it('filters by a user chosen from the list of users', async () => {
    const page = open();
    await screen.findByText('Delete an integration');
    const select = page.wrapper.findSelect();
    act(() => select?.openDropdown());
    await waitFor(() =>
      expect(select?.findDropdown(inViewport).findOptionByValue(email)).toBeTruthy(),
    );
    act(() => select?.selectOptionByValue(email, inViewport));
    expect(addressOf(page)).toBe(`/audit-trails?user=${email}&page=1`);
  });

  it('filters by a time range that ends at the end of today', async () => {
    const page = open();
    await screen.findByText('Delete an integration');
    const picker = page.wrapper.findDateRangePicker();
    act(() => picker?.openDropdown());
    const dropdown = picker?.findDropdown(inViewport);
    const before = Date.now();
    act(() => dropdown?.findRelativeRangeRadioGroup()?.findInputByValue('7-day')?.click());
    act(() => dropdown?.findApplyButton().click());
    await waitFor(() => expect(addressOf(page)).toContain('timeStamp='));
    const [, start, end] = /timeStamp=(\d+),(\d+)/.exec(addressOf(page)) ?? [];
    const [earliest, latest] = [before, Date.now()];
    expect([endOfToday(earliest), endOfToday(latest)]).toContain(Number(end));
    // It counts in seconds, and looks at the clock every minute.
    const week = 7 * 24 * 3600_000;
    expect(Number(start)).toBeGreaterThan(earliest - week - 61_000);
    expect(Number(start)).toBeLessThanOrEqual(latest - week + 1000);
    await waitFor(() => expect(actions()).toHaveLength(3));
  });
});

/** Opens a record of a connection by index, the newest first. */
const openConnected = async (at: number) =>
  userEvent.click((await screen.findAllByText('Connect an integration'))[at] ?? document.body);

describe('an audit record', () => {
  it('shows its details in a panel beside the list', async () => {
    const page = open();
    await openConnected(0);
    await panel().findByText('Alias already exists');
    expect(addressOf(page)).toMatch(/^\/audit-trails\?record=aud_[0-9a-f]{44}$/);
    const texts = ['create_integration', 'integration', 'POST', 'HTTP status 409', 'Refused'];
    for (const text of texts) {
      expect(panel().getByText(text)).toBeVisible();
    }
    expect(panel().getByRole('button', { name: 'Copy record ID' })).toBeVisible();
    expect(panel().getByRole('button', { name: 'Copy API key ID' })).toBeVisible();
  });

  it('links to all records of its user and of the user that it deleted', async () => {
    const user_id = 'mallory@example.com';
    await invite(product, { email: user_id, name: 'Mallory' });
    await product.api.users.deleteUser({ user_id });
    const page = open('?action=delete_user');
    await userEvent.click(await screen.findByRole('button', { name: /^Delete a user/ }));
    await panel().findByText(user_id);
    const links = panel().getAllByRole('link', { name: 'Everything this user did' });
    const addresses = links.map((link) => decodeURIComponent(link.getAttribute('href') ?? ''));
    expect(addresses).toEqual([email, user_id].map((id) => `#/audit-trails?user=${id}`));
    await userEvent.click(links[1] ?? document.body);
    expect(decodeURIComponent(addressOf(page))).toBe(`/audit-trails?user=${user_id}`);
  });

  it('opens on a click anywhere in its row', async () => {
    const page = open();
    await userEvent.click(await screen.findByText(`/api/integrations/${deletedId}`));
    await panel().findByText('delete_integration');
    expect(addressOf(page)).toContain('record=aud_');
  });

  it('shows the IP address and the changes, without the secret values', async () => {
    open();
    await openConnected(1);
    await panel().findByText('Changes');
    expect(panel().getByText('127.0.0.1')).toBeVisible();
    const sides = (label: string) => {
      const term = panel().getByText(label, { selector: 'span, dt, div', exact: true });
      return term.parentElement?.parentElement?.textContent ?? '';
    };
    expect(panel().queryByText('Used for')).toBeNull();
    expect(sides('Scopes')).toContain('Before-Afterapi.example.com');
    expect(sides('Values › token')).toContain('Changed; it is not shown here.');
  });

  it('shows a message when the record does not exist', async () => {
    open('?record=aud_none');
    await screen.findByText('This record does not exist, or it was deleted.');
  });
});

describe('an audit trail that cannot be shown', () => {
  const openAt = async (status: number, error: string) => {
    const body = JSON.stringify({ error });
    const server = await openLoopback(() => ({ status, body }));
    setConnection({ apiUrl: server.endpoint, socketUrl: '', accessToken: async () => 'token' });
    open();
    return server;
  };

  it('names the missing permission', async () => {
    const server = await openAt(403, 'Your role Viewer does not allow read_audit_trail.');
    await screen.findByText('You have no access to records');
    expect(screen.getByText(/Viewer does not allow read_audit_trail/)).toBeVisible();
    await server.close();
  });
});

describe('the audit record of a decision', () => {
  it('shows the verdict, the resources and the message', async () => {
    const { listApprovals, resolveApproval } = product.api.approvals;
    await sendSampleEvent(product, finding('fnd-1'));
    await sendSampleEvent(product, finding('fnd-2'));
    const approvals = await eventually(
      () => listApprovals({}),
      ({ items }) => items.length === 2,
    );
    const [one, other] = approvals.items.map(({ _id: approval_id }) => ({ approval_id }));
    const partialApproval = {
      status: 'resolved' as const,
      resource_ids: ['i-0a1'],
      message: 'The first',
    };
    await resolveApproval({ ...partialApproval, approval_id: one?.approval_id ?? '' });
    const rejection = { status: 'rejected' as const, all: true as const, message: 'Not today' };
    await resolveApproval({ ...rejection, approval_id: other?.approval_id ?? '' });
    open('?action=resolve_approval');
    await screen.findByText('Approved 1 of 2');
    await userEvent.click(screen.getByText('Rejected'));
    await panel().findByText('i-0a1, i-0b2');
    expect(panel().getByText('Not today')).toBeVisible();
  });
});

describe('a call whose server process was killed', () => {
  it('stays in the audit trail with an unknown outcome', async () => {
    const graph = draw('start -> call:http_request -> end', {
      call: { url: killingServer.endpoint },
    });
    const { _id: bot_id } = await product.api.bots.createBot({ name: 'Fatal', graph });
    const test = { bot_id, node_id: 'call', graph, dry_run: false };
    await expect(product.api.executions.testNode(test)).rejects.toThrow();
    await product.start();
    open('?action=test_node');
    await waitFor(() => expect(actions()).toEqual(['Test one node of a bot']));
    expect(screen.getByText('Unknown')).toBeVisible();
    await clickWhenEnabled(/^Test one node of a bot, /);
    await panel().findByText(/The call is still in progress, or was interrupted/);
    expect(panel().getByText(bot_id)).toBeVisible();
  });
});

describe('a long audit trail', () => {
  it('shows 20 records on each page', async () => {
    const refusedCalls = Array.from({ length: 22 }, () =>
      product.request('POST', 'integrations', {}),
    );
    await Promise.all(refusedCalls);
    const page = open();
    await waitFor(() => expect(actions()).toHaveLength(20));
    await clickWhenEnabled('Next page');
    await waitFor(() => expect(actions().length).toBeLessThan(20));
    expect(addressOf(page)).toBe('/audit-trails?page=2');
    await screen.findByText('Test one node of a bot');
  });
});

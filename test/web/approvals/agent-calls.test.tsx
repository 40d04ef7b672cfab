import { screen, within } from '@testing-library/react';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { type Loopback, openLoopback } from '#test/support/loopback.ts';
import { RequestedCall } from '#web/components/approvals/requested-call.tsx';
import { ApprovalsPage } from '#web/pages/approvals/approvals.tsx';
import { ChosenList } from '#web/pages/approvals/chosen-list.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';

/** As in a list: without the call, which may be large. */
const listedApproval: ApprovalView = {
  _id: 'apr_1',
  bot_id: 'bot_1',
  bot_name: 'Close ports',
  bot_exc_id: 'exc_1',
  lane: '',
  node_id: 'find',
  node_name: 'Find open ports',
  status: 'pending',
  message: 'The agent "Find open ports" asks to run "Close a port".',
  approvals_required: 1,
  approvers: ['ops@example.com'],
  resolutions: [],
  requested_on: '2026-11-01T10:00:00.000Z',
  expires_on: '2026-11-02T10:00:00.000Z',
  resource_count: 0,
  requested_by: [],
  written_by: [],
  no_self_approval: false,
  may_act: true,
  by_agent: true,
};

const asked_call = {
  tool: 'close_a_port',
  action: 'Close a port',
  integration: 'Host directory',
  arguments: { host: 'web-1', port: 22 },
  digest: 'f00d',
  claim: 'Port 22 is open to everybody.',
  chat_thread_id: 'thr_1',
};

/** One AI agent asks for the same twice; the third approval does not show its arguments. */
const items = [
  { ...listedApproval, given: 'host: web-1, port: 22' },
  { ...listedApproval, _id: 'apr_2', given: 'host: web-2\u202e, port: 22' },
  { ...listedApproval, _id: 'apr_3' },
];

let server: Loopback;

beforeAll(async () => {
  server = await openLoopback(({ path }) => ({
    headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
    // The signed-in user is requested as well, and has roles.
    body: JSON.stringify(
      path.endsWith('/approvals') ? { items } : { ...listedApproval, asked_call, roles: [] },
    ),
  }));
  connectToEmbedded({ url: server.endpoint, api_key: 'key' });
});

afterAll(() => server.close());

describe('a requested call of an AI agent for users who are not approvers', () => {
  it('hides its arguments and reason', () => {
    const withheld = {
      ...asked_call,
      arguments: {},
      claim: '',
      digest: '',
      withheld: true as const,
    };
    renderPage(<RequestedCall call={withheld} />);
    const call = within(screen.getByRole('region', { name: 'Requested call' }));
    expect(call.getByText('Arguments and reason')).toBeVisible();
    expect(call.getByText('Shown to approvers only')).toBeVisible();
    expect(call.queryByText(/gave no reason|SHA-256|covers this exact call/)).toBeNull();
  });
});

describe('several requested calls of the same AI agent', () => {
  it('are distinguished in the list by their arguments, also in accessible names', async () => {
    renderPage(<ApprovalsPage />, { path: '/approvals', at: '/approvals' });
    const rows = await screen.findAllByRole('row', { name: /Find open ports/ });
    const rowHasText = (row: number, text: string) =>
      within(rows[row] ?? document.body).queryByText(text) !== null;
    expect(rows).toHaveLength(3);
    expect(rowHasText(0, 'host: web-1, port: 22')).toBe(true);
    expect(rowHasText(1, 'host: web-2\\u{202e}, port: 22')).toBe(true);
    expect(rows[2]).not.toHaveTextContent('host');
    expect(
      screen.getByRole('link', { name: 'Take action on Find open ports, host: web-1, port: 22' }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Take action on Find open ports' })).toBeVisible();
    expect(
      screen.getByRole('checkbox', {
        name: 'Select Find open ports of Close ports, host: web-1, port: 22',
      }),
    ).toBeVisible();
  });
});

describe('requested calls in a bulk decision', () => {
  it('are shown with their arguments and the reason given by the model', async () => {
    renderPage(<ChosenList selectedApprovals={[listedApproval]} progress={{}} closed={{}} />);
    await screen.findByRole('region', { name: 'Requested call' });
    expect(screen.getByText('web-1')).toBeVisible();
    expect(screen.getByText('22')).toBeVisible();
    expect(screen.getByText('Port 22 is open to everybody.')).toBeVisible();
    expect(screen.queryByText('Applies to the whole step')).toBeNull();
  });
});

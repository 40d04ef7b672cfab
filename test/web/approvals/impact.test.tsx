import { act, screen, within } from '@testing-library/react';
import { ApprovalPage } from '#web/pages/approvals/approval.tsx';
import { ApprovalsPage } from '#web/pages/approvals/approvals.tsx';
import { TakeActionPage } from '#web/pages/approvals/take-action.tsx';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

const volume = (id: string, region: string, team = 'web') => ({
  id,
  name: `Volume ${id}`,
  region,
  account_id: '111122223333',
  tags: { team },
});

const approvers = ['ada@example.com'];

const makeBot = async (): Promise<string> => {
  const graph = draw('start -> ask:approval -approved-> end', {
    ask: {
      message: 'Delete?',
      approvers,
      resources: '{% $event.volumes %}',
      resources_total: '{% 5 %}',
    },
  });
  const { _id } = await product.api.bots.createBot({ name: 'Tidy up', graph });
  return _id;
};

let approvalCount = 0;

/** Starts a run that asks about these volumes; returns the approval's id. */
const requestApproval = async (bot_id: string, volumes: object[]): Promise<string> => {
  const { api } = product;
  const input = { volumes };
  const { _id } = await api.executions.startExecution({ bot_id, version: 1, input });
  approvalCount += 1;
  const { items } = await eventually(
    () => api.approvals.listApprovals({}),
    (page) => page.items.length === approvalCount,
  );
  return items.find(({ bot_exc_id }) => bot_exc_id === _id)?._id ?? '';
};

const openDetails = (id: string) =>
  renderPage(<ApprovalPage />, {
    path: '/approvals/view/:approval_id',
    at: `/approvals/view/${id}`,
  });

/** The text below a label. */
const textBelow = async (label: string): Promise<string> => {
  const found = await screen.findAllByText(label);
  const term = found.map((one) => one.closest('dt')).find((one) => one !== null);
  return term?.nextElementSibling?.textContent ?? '';
};

const firstSet = [volume('a', 'eu-west-1'), volume('b', 'us-east-1')];

describe('the impact of an approval', () => {
  it('is shown in numbers and compared with the previous run', async () => {
    const bot = await makeBot();
    const first = await requestApproval(bot, firstSet);
    const changed = volume('a', 'eu-west-1', 'core');
    const id = await requestApproval(bot, [changed, volume('c', 'eu-west-1', 'core')]);
    const page = openDetails(first);
    expect(await textBelow('Changes since the last run')).toBe('Asked for the first time');
    expect(await textBelow('Regions')).toBe('eu-west-1 (1), us-east-1 (1)');
    page.unmount();
    openDetails(id);
    const changes = await textBelow('Changes since the last run');
    expect(changes).toContain('New: 1 (Volume c)');
    expect(changes).toContain('Changed: 1 (Volume a)');
    expect(changes).toContain('No longer there: 1 (Volume b)');
    expect(await textBelow('Accounts')).toBe('111122223333');
    expect(await textBelow('Tags')).toBe('team=core');
    expect(screen.getByText('2 of 5, 3 left out')).toBeVisible();
    const before = screen.getByRole('link', { name: /^\d{4}-\d\d-\d\d/ });
    expect(before).toHaveAttribute('href', `#/approvals/view/${first}`);
  });
});

describe('an approval of a run with pinned data', () => {
  const arn = 'arn:aws:ec2:eu-west-1:123456789012:instance/i-0a1b2c3d4e5f60718';

  /** Asks about the pinned output; returns the ids of the approval and its run. */
  const askPinned = async () => {
    const { api } = product;
    const baseGraph = draw(
      'start -> fetch:http_request -> ask:approval -approved-> stop:http_request',
      {
        ask: { message: 'Stop?', approvers, resources: '{% $nodes.fetch.body %}' },
        stop: { method: 'POST', url: 'https://api.example.com/hosts/{% $run.bot %}/stop' },
      },
    );
    const pinned = { output: { body: [{ id: arn }] } };
    const nodes = baseGraph.nodes.map((one) => (one.id === 'fetch' ? { ...one, pinned } : one));
    const { _id: bot_id } = await api.bots.createBot({
      name: 'Stop hosts',
      graph: { ...baseGraph, nodes },
    });
    const start = { bot_id, version: 1, input: {}, use_pins: true };
    const { _id } = await api.executions.startExecution(start);
    approvalCount += 1;
    const { waiting_for } = await eventually(
      () => api.executions.getExecution({ bot_exc_id: _id }),
      ({ state }) => state === 'WAITING_FOR_APPROVAL',
    );
    return waiting_for?.approval_id ?? '';
  };

  it('names the pinned nodes and the next step in the details and the list', async () => {
    const page = openDetails(await askPinned());
    await screen.findByText('Uses pinned data for: fetch');
    expect(screen.getByText('If approved, the bot continues with:')).toBeVisible();
    const call = 'POST https://api.example.com/hosts/Stop%20hosts/stop';
    expect(screen.getByText('stop').closest('li')).toHaveTextContent(`stop: call ${call}`);
    expect(await textBelow('Accounts')).toBe('123456789012');
    expect(await textBelow('Regions')).toBe('eu-west-1');
    page.unmount();
    renderPage(<ApprovalsPage />, { path: '/approvals', at: '/approvals' });
    expect(await screen.findByText('Uses pinned data for: fetch')).toBeVisible();
  });
});

describe('a ROOT user who is not an approver', () => {
  it('sees a notice and may still take action', async () => {
    const { items } = await product.api.approvals.listApprovals({});
    const id = items[0]?._id ?? '';
    renderPage(<TakeActionPage />, { path: '/approvals/:approval_id', at: `/approvals/${id}` });
    await screen.findByText(/You are not an approver for this approval\./);
    const form = within(document.body);
    const choice = await form.findByRole('radio', { name: 'Approve' });
    await act(async () => choice.click());
    const approve = await form.findByRole('button', { name: 'Approve' });
    expect(approve).toBeEnabled();
    await act(async () => approve.click());
    expect(screen.getByText('Message Required')).toBeVisible();
  });
});

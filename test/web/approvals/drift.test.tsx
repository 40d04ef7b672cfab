import { screen, within } from '@testing-library/react';
import { ApprovalPage } from '#web/pages/approvals/approval.tsx';
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

/** One of the two hosts differs on every read. */
const code = `
import time
result = [{"id": "a", "name": "Web", "seen": str(time.time_ns())}, {"id": "b", "name": "Mail"}]`;

/** An approval of both hosts, which the run has read again since. */
const approveAndReread = async (): Promise<string> => {
  const { api } = product;
  const graph = draw('start -> list:python_code -> ask:approval -approved-> end', {
    list: { code },
    ask: { message: 'These?', resources: '{% $nodes.list.result %}', reread: 'list' },
  });
  const bot = await api.bots.createBot({ name: 'Isolate hosts', graph });
  await api.executions.startExecution({ bot_id: bot._id, version: 1 });
  const { items } = await eventually(
    () => api.approvals.listApprovals({}),
    (page) => page.items.length === 1,
  );
  const approval_id = items[0]?._id ?? '';
  await api.approvals.resolveApproval({
    approval_id,
    status: 'resolved',
    message: 'Go on',
    all: true,
  });
  await eventually(
    () => api.approvals.getApproval({ approval_id }),
    ({ drifted }) => drifted !== undefined,
  );
  return approval_id;
};

describe('an approval whose resources changed before the run acted', () => {
  it('shows the resources that the run left alone and the reason', async () => {
    const id = await approveAndReread();
    renderPage(<ApprovalPage />, {
      path: '/approvals/view/:approval_id',
      at: `/approvals/view/${id}`,
    });
    const report = within(await screen.findByRole('grid', { name: 'Changed after the approval' }));
    expect(report.getByText('Web')).toBeTruthy();
    expect(report.getByText('Changed')).toBeTruthy();
    expect(report.queryByText('Mail')).toBeNull();
  });
});

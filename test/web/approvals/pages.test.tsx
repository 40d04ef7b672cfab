import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { approvals } from '#web/api/approvals.ts';
import { queryKey } from '#web/api/use-call.ts';
import { ApprovalPage } from '#web/pages/approvals/approval.tsx';
import { ApprovalsPage } from '#web/pages/approvals/approvals.tsx';
import { TakeActionPage } from '#web/pages/approvals/take-action.tsx';
import { type Embedded, openEmbedded } from '../../support/embedded.ts';
import { eventually } from '../../support/eventually.ts';
import { finding, sendSampleEvent } from '../../support/findings.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { exportShownList } from '../saved-files.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

let approvalCount = 0;

/** Creates an approval of the sample bot, about two hosts. */
const requestApproval = async (): Promise<string> => {
  approvalCount += 1;
  await sendSampleEvent(product, finding(`fnd-${approvalCount}`));
  const { items } = await eventually(
    () => product.api.approvals.listApprovals({ number_of_items: 100 }),
    (page) => page.items.length === approvalCount,
  );
  return items.find(({ message }) => message.includes(`fnd-${approvalCount}`))?._id ?? '';
};

/** The server's data, requested while a page is shown. */
const readApproval = (id: string) =>
  act(() => product.api.approvals.getApproval({ approval_id: id }));

const openList = (search: string) =>
  renderPage(<ApprovalsPage />, { path: '/approvals', at: `/approvals${search}` });
const openDetails = (id: string) =>
  renderPage(<ApprovalPage />, {
    path: '/approvals/view/:approval_id',
    at: `/approvals/view/${id}`,
  });
const openTakeAction = (id: string) =>
  renderPage(<TakeActionPage />, { path: '/approvals/:approval_id', at: `/approvals/${id}` });

const click = async (role: string, name: string | RegExp) => {
  const found = await screen.findByRole(role, { name });
  await act(async () => found.click());
};
/** Decides on all resources. */
const decide = async (verdict: 'Approve' | 'Reject') => {
  await click('radio', /^All resources/);
  await click('radio', verdict);
};
const enterMessage = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: text } });

describe('taking action on an approval', () => {
  it('requires a message of at least two characters', async () => {
    const id = await requestApproval();
    openTakeAction(id);
    await screen.findByText('web-1');
    await click('radio', 'Approve');
    await click('button', 'Approve');
    expect(screen.getByText('Message Required')).toBeVisible();
    enterMessage('x');
    await click('button', 'Approve');
    expect(screen.getByText('Message Required')).toBeVisible();
    expect(await readApproval(id)).toMatchObject({ status: 'pending', resolutions: [] });
  });

  it('requires a decision, which is not preselected', async () => {
    const id = await requestApproval();
    openTakeAction(id);
    await screen.findByText('web-1');
    enterMessage('Go on');
    await click('button', 'Decide');
    expect(screen.getByText('Choose Approve or Reject.')).toBeVisible();
    expect(await readApproval(id)).toMatchObject({ status: 'pending', resolutions: [] });
  });

  it('asks before unsent text is left and leaves after the decision', async () => {
    const id = await requestApproval();
    const page = openTakeAction(id);
    await screen.findByText('web-1');
    enterMessage('Go on');
    void page.router.navigate('/elsewhere');
    await screen.findByRole('dialog', { name: 'Leave page' });
    expect(addressOf(page)).toBe(`/approvals/${id}`);
    await click('button', 'Cancel');
    await decide('Approve');
    await click('button', 'Approve');
    await waitFor(() => expect(addressOf(page)).toBe(`/approvals/view/${id}`));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows expiry and required approvals and links to bot and run', async () => {
    const id = await requestApproval();
    openTakeAction(id);
    await screen.findByText('Approvals required');
    expect(screen.getByText('Expires')).toBeVisible();
    const { bot_id, bot_exc_id } = await product.api.approvals.getApproval({ approval_id: id });
    expect(screen.getByRole('link', { name: 'Isolate hosts of severe findings' })).toHaveAttribute(
      'href',
      `#/bots/${bot_id}?mode=view`,
    );
    expect(screen.getByRole('link', { name: bot_exc_id })).toBeVisible();
  });

  it('approves all resources and opens the details', async () => {
    const id = await requestApproval();
    const page = openTakeAction(id);
    await screen.findByText('web-1');
    enterMessage('Go on');
    await decide('Approve');
    await click('button', 'Approve');
    await screen.findByText('You approved the request');
    expect(addressOf(page)).toBe(`/approvals/view/${id}`);
    expect(await readApproval(id)).toMatchObject({ status: 'approved' });
  });

  it('approves only the selected resources and requires a selection', async () => {
    const id = await requestApproval();
    openTakeAction(id);
    await screen.findByText('web-1');
    await click('radio', /Selected resources only/);
    enterMessage('Only the first');
    await click('radio', 'Approve');
    const approve = screen.getByRole('button', { name: /Approve/ });
    expect(approve).toHaveAttribute('aria-disabled', 'true');
    await click('checkbox', 'Select web-1');
    await click('button', 'Approve 1 of 2');
    await screen.findByText('You approved 1 resource');
    const { status, approved_ids } = await readApproval(id);
    expect([status, approved_ids?.length]).toEqual(['resolved', 1]);
  });

  it('rejects on the details page and shows the message', async () => {
    const id = await requestApproval();
    openDetails(id);
    await screen.findByText('web-1');
    await decide('Reject');
    enterMessage('Not today');
    await click('button', 'Reject');
    await screen.findByText('You rejected the request');
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Reject' })).toBeNull());
    expect(screen.getByText('Not today')).toBeVisible();
    // Actions that are no longer possible are not offered, and a decided approval has no expiry.
    expect(screen.queryByText('Take action')).toBeNull();
    expect(screen.queryByText('Expires')).toBeNull();
  });

  it('requires a choice between all and selected resources', async () => {
    const id = await requestApproval();
    openTakeAction(id);
    await screen.findByText('web-1');
    enterMessage('Go on');
    await click('radio', 'Approve');
    await click('button', 'Approve');
    expect(screen.getByText('Choose which resources.')).toBeVisible();
    expect(await readApproval(id)).toMatchObject({ status: 'pending', resolutions: [] });
  });

  it('chooses "Selected resources only" when a resource is selected', async () => {
    openTakeAction(await requestApproval());
    await screen.findByText('web-1');
    await click('checkbox', 'Select web-2');
    expect(screen.getByRole('radio', { name: /Selected resources only/ })).toBeChecked();
  });

  it('shows a refusal over the page and then the current state', async () => {
    const id = await requestApproval();
    openTakeAction(id);
    await screen.findByText('web-1');
    const faster = { approval_id: id, status: 'rejected', message: 'No', all: true } as const;
    await act(() => product.api.approvals.resolveApproval(faster));
    enterMessage('Yes');
    await decide('Approve');
    await click('button', 'Approve');
    const alertBox = within(await screen.findByRole('alert'));
    expect(alertBox.getByText('This approval was rejected already.')).toBeVisible();
    expect(alertBox.getByRole('link', { name: 'Go to approvals' })).toBeVisible();
    expect(alertBox.getByRole('button', { name: 'Look again' })).toHaveFocus();
    expect(screen.getByText('Take action').closest('[inert]')).not.toBeNull();
    await click('button', 'Look again');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull());
    expect(screen.getByText('Rejected')).toBeVisible();
  });

  it('keeps entered text for a retry when the server cannot be reached', async () => {
    const id = await requestApproval();
    openTakeAction(id);
    await screen.findByText('web-1');
    enterMessage('Yes');
    await decide('Approve');
    connectToEmbedded({ ...product, url: 'http://127.0.0.1:9' });
    await click('button', 'Approve');
    await screen.findByText('Not decided yet');
    connectToEmbedded(product);
    await click('button', 'Try again');
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Yes');
    await click('button', 'Approve');
    await screen.findByText('You approved the request');
    expect(await readApproval(id)).toMatchObject({ status: 'approved' });
  });
});

describe('the details of an approval', () => {
  it('show approved resources before rejected resources', async () => {
    const id = await requestApproval();
    const { items } = await product.api.approvals.listApprovalResources({ approval_id: id });
    const partialApproval = { resource_ids: [items[1]?.id ?? ''], message: 'Only this' };
    await product.api.approvals.resolveApproval({
      approval_id: id,
      status: 'resolved',
      ...partialApproval,
    });
    openDetails(id);
    await screen.findByText('web-2');
    const rows = within(screen.getByRole('grid', { name: 'Resources' })).getAllByRole('row');
    expect(rows.slice(1, 3).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Approvedweb-2/),
      expect.stringMatching(/^Rejectedweb-1/),
    ]);
  });

  it('contain the form, which "Take action" moves the focus to', async () => {
    const id = await requestApproval();
    const page = openDetails(id);
    await screen.findByText('web-1');
    await click('button', 'Take action');
    expect(screen.getByRole('radio', { name: 'Approve' })).toHaveFocus();
    expect(addressOf(page)).toBe(`/approvals/view/${id}`);
    expect(screen.getByText('If approved, the bot continues with:')).toBeVisible();
  });

  it('show the next steps with values and the trigger of the run', async () => {
    const id = await requestApproval();
    const { message } = await readApproval(id);
    const event = /finding (fnd-\d+)/.exec(message)?.[1] ?? '';
    openDetails(id);
    const next = (await screen.findByText('Isolate the hosts')).closest('li');
    expect(next?.textContent).toContain(`/sample/isolate with {"finding":"${event}","hosts":["`);
    expect(next?.textContent).not.toContain('{%');
    expect(screen.getByText('Shown as if all resources are approved.')).toBeVisible();
    expect(screen.getByText(/^The run was started by: ./)).toBeVisible();
  });

  it('show the event of a manual run below the decision', async () => {
    const { bot_id } = product.sample;
    const input = finding('fnd-by-hand');
    const { _id } = await product.api.executions.startExecution({ bot_id, input });
    const { waiting_for } = await eventually(
      () => product.api.executions.getExecution({ bot_exc_id: _id }),
      ({ state }) => state === 'WAITING_FOR_APPROVAL',
    );
    approvalCount += 1;
    openDetails(waiting_for?.approval_id ?? '');
    const fold = await screen.findByRole('button', { name: 'Event details' });
    expect(fold).toHaveAttribute('aria-expanded', 'false');
    const form = screen.getByRole('radio', { name: 'Approve' });
    expect(form.compareDocumentPosition(fold)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await click('button', 'Event details');
    expect(screen.getByText('severity')).toBeVisible();
  });

  it('show when an undecided approval expired', async () => {
    const id = await requestApproval();
    const page = openDetails(id);
    await screen.findByText('Expires');
    const key = queryKey(approvals.getApproval, { approval_id: id });
    const expired = { status: 'expired', may_act: false, reason: 'It has expired.' };
    act(
      () =>
        void page.queries.setQueryData<object>(key, (previous) => ({ ...previous, ...expired })),
    );
    // The status, and the time.
    await waitFor(() => expect(screen.getAllByText('Expired')).toHaveLength(2));
    expect(screen.queryByText('Expires')).toBeNull();
    expect(screen.queryByText('Take action')).toBeNull();
  });

  it('link to the bot and the run', async () => {
    const id = await requestApproval();
    const { bot_id, bot_exc_id } = await product.api.approvals.getApproval({ approval_id: id });
    openDetails(id);
    const bot = await screen.findByRole('link', { name: 'Isolate hosts of severe findings' });
    expect(bot).toHaveAttribute('href', `#/bots/${bot_id}?mode=view`);
    const run = screen.getByRole('link', { name: bot_exc_id });
    expect(run).toHaveAttribute('href', `#/bots/${bot_id}/executions/${bot_exc_id}?mode=view`);
  });

  it('report resources that are not objects as invalid', async () => {
    const id = await requestApproval();
    const page = openDetails(id);
    await screen.findByText('web-1');
    const input = { approval_id: id, number_of_items: 1000 };
    const key = queryKey(approvals.listApprovalResources, input);
    act(() => void page.queries.setQueryData(key, { items: ['web-1'] }));
    expect(await screen.findByText('Invalid Resources')).toBeVisible();
  });

  it('report a missing approval and link to the list', async () => {
    openDetails('apr_nothing');
    await screen.findByText('This approval does not exist, or it was deleted.');
    expect(screen.getByRole('link', { name: 'Go to approvals' })).toBeVisible();
  });
});

describe('the list of approvals', () => {
  it('shows the approvals of the status in the address with their action', async () => {
    const { wrapper } = openList('?status=pending&pageNumber=1');
    await screen.findAllByRole('link', { name: /Take action on/ });
    const { items } = await act(() => product.api.approvals.listApprovals({ status: 'pending' }));
    expect(wrapper.findTable()?.findRows()).toHaveLength(items.length);
  });

  it('shows the bot and the age of each approval', async () => {
    const { wrapper } = openList('?status=pending');
    await screen.findAllByRole('link', { name: /Take action on/ });
    const row = wrapper.findTable()?.findRows()[0]?.getElement().textContent ?? '';
    expect(row).toMatch(/Isolate hosts of severe findings/);
    expect(row).toMatch(/\d+ s ago|\d+ min ago/);
  });

  it('is exported with every decision and its message', async () => {
    openList('?status=rejected');
    await screen.findAllByText('Rejected');
    const { name, lines } = await exportShownList();
    expect(name).toBe('approvals.csv');
    const { items } = await act(() => product.api.approvals.listApprovals({ status: 'rejected' }));
    expect(lines).toHaveLength(items.length + 1);
    for (const [index, { _id, resolutions }] of items.entries()) {
      expect(lines[index + 1]).toContain(',Isolate hosts of severe findings,,,Rejected,');
      expect(lines[index + 1]).toMatch(/ rejected at [^,]+: /);
      expect(lines[index + 1]).toContain(`: ${resolutions[0]?.message}`);
      expect(lines[index + 1]).toContain(_id);
    }
  });

  it('filters by status and returns to the first page', async () => {
    const page = openList('?pageNumber=2');
    const select = page.wrapper.findSelect();
    await waitFor(() => expect(select).not.toBeNull());
    act(() => select?.openDropdown());
    await act(async () => select?.selectOptionByValue('rejected'));
    expect(addressOf(page)).toBe('/approvals?pageNumber=1&status=rejected');
    await waitFor(() => expect(page.wrapper.findTable()?.findRows()).toHaveLength(2));
  });
});

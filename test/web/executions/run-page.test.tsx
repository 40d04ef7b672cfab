import '@testing-library/jest-dom';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { draw as drawLines } from '#test/support/drawing.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import { RunPage } from '#web/pages/executions/run.tsx';
import { ChatRedirectPage } from '#web/pages/chat/chat-redirect.tsx';
import { RunRedirectPage } from '#web/pages/executions/run-redirect.tsx';
import { RunsPage } from '#web/pages/executions/runs.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from '../bots/graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

let runCount = 0;

/** A run of the sample bot that waits for its approval. */
const startWaitingRun = async () => {
  runCount += 1;
  await sendSampleEvent(product, finding(`fnd-run-${runCount}`));
  const state = 'WAITING_FOR_APPROVAL';
  const { items } = await eventually(
    () => product.api.executions.listExecutions({ state }),
    (page) => page.items.length > 0,
  );
  const run = items[0];
  if (!run) throw new Error('No run waits.');
  return run;
};

const openRun = async ({ bot_id, _id }: { bot_id: string; _id: string }) => {
  const path = '/bots/:bot_id/executions/:bot_exc_id';
  const page = renderPage(<RunPage />, { path, at: `/bots/${bot_id}/executions/${_id}` });
  await screen.findByRole('region', { name: /^Graph of/ });
  return page;
};
const node = (name: string) => screen.getByRole('group', { name: new RegExp(name) });
const button = (name: string) => screen.getByRole('button', { name });

describe('a run that waits for an approval', () => {
  it('shows its approval, expiry, trigger and the states of its nodes', async () => {
    const run = await startWaitingRun();
    await openRun(run);
    const approval = run.waiting_for?.approval_id;
    expect(screen.getByText(/^Waiting for approval until/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open approval' })).toHaveAttribute(
      'href',
      `#/approvals/view/${approval}`,
    );
    expect(screen.getByRole('link', { name: /^Event/ }).getAttribute('href')).toMatch(
      new RegExp(`^#/listeners/view/${product.sample.listener_id}[?]event=evt_`),
    );
    expect(node('Is it severe, Succeeded')).toBeInTheDocument();
    expect(node('Ask before isolating, Waiting for approval')).toBeInTheDocument();
    expect(node('End: Nothing to do')).toBeInTheDocument();
    expect(button('Run again')).toHaveAttribute('aria-disabled', 'true');
  });

  it('names the approvers to a user who cannot open the approval', async () => {
    const reader = await inviteAndSignIn(product, { email: 'reader@example.com', name: 'Reader' });
    const run = await startWaitingRun();
    const { bots, executions } = product.api;
    const ask = { message: 'May they?', approvers: ['bob@example.com'] };
    const graph = drawLines('start -> ask:approval -approved-> end', { ask });
    const { _id: bot_id } = await bots.createBot({ name: 'Asks Bob', graph });
    const { _id: bot_exc_id } = await executions.startExecution({ bot_id, version: 1 });
    const asksBob = await eventually(
      () => executions.getExecution({ bot_exc_id }),
      ({ waiting_for }) => waiting_for !== undefined,
    );
    connectToEmbedded({ ...product, api_key: reader.token });
    await openRun(run);
    await screen.findByText('Only a ROOT user can decide.');
    expect(screen.queryByRole('link', { name: 'Open approval' })).toBeNull();
    cleanup();
    await openRun(asksBob);
    await screen.findByText('Asked: bob@example.com.');
    connectToEmbedded(product);
    await executions.abortExecution({ bot_exc_id });
  });

  it('opens its question with the focus in the first field', async () => {
    const into = jest.fn();
    Element.prototype.scrollIntoView = into;
    await openRun(await startWaitingRun());
    await userEvent.click(await screen.findByRole('button', { name: 'Answer here' }));
    const pane = screen.getByRole('complementary', { name: 'Result' });
    await waitFor(() => expect(pane).toContainElement(document.activeElement as HTMLElement));
    expect(into).toHaveBeenCalledWith({ block: 'start' });
    expect(document.activeElement?.tagName).toMatch(/^(INPUT|TEXTAREA)$/);
  });

  it('offers no answer to a user who has already approved', async () => {
    const { bots, executions, approvals } = product.api;
    const ask = {
      message: 'May they?',
      approvers: ['root@cloudwarden.local', 'bob@example.com'],
      approvals_required: 2,
    };
    const graph = drawLines('start -> ask:approval -approved-> end', { ask });
    const { _id: bot_id } = await bots.createBot({ name: 'Asks two', graph });
    const { _id: bot_exc_id } = await executions.startExecution({ bot_id, version: 1 });
    const run = await eventually(
      () => executions.getExecution({ bot_exc_id }),
      ({ waiting_for }) => waiting_for !== undefined,
    );
    await openRun(run);
    await screen.findByRole('button', { name: 'Answer here' });
    cleanup();
    const approval_id = run.waiting_for?.approval_id ?? '';
    await approvals.resolveApproval({ approval_id, status: 'resolved', all: true, message: 'Yes' });
    await openRun(run);
    expect(screen.getByText(/^Waiting for approval until/)).toBeInTheDocument();
    fireEvent.click(node('ask, Waiting for approval'));
    await screen.findByText(/^You have already approved this/);
    expect(screen.queryByRole('button', { name: 'Answer here' })).toBeNull();
    await executions.abortExecution({ bot_exc_id });
  });

  it('is aborted after a confirmation and shows the abort', async () => {
    await openRun(await startWaitingRun());
    await userEvent.click(button('Abort'));
    await userEvent.click(await screen.findByRole('button', { name: 'Abort run' }));
    await screen.findByText('Bot execution successfully aborted.');
    await waitFor(() => node('Ask before isolating, Cancelled'));
    expect(screen.getByText('Aborted by root@cloudwarden.local.')).toBeInTheDocument();
    expect(button('Abort')).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a run that has ended', () => {
  const start = async () => {
    const { bots, executions } = product.api;
    runCount += 1;
    const name = `Nothing to do ${runCount}`;
    const bot = await bots.createBot({ name, graph: draw('start -> end') });
    const { _id } = await executions.startExecution({
      bot_id: bot._id,
      version: 1,
      input: { severity: 'LOW' },
    });
    return eventually(
      () => executions.getExecution({ bot_exc_id: _id }),
      ({ state }) => state === 'SUCCEEDED',
    );
  };

  it('shows the result of a selected node, otherwise the steps', async () => {
    await openRun(await start());
    fireEvent.click(node('End: end, Succeeded'));
    await screen.findByRole('heading', { name: 'end' });
    const result = screen.getByRole('complementary', { name: 'Result' });
    expect(within(result).getByText('Attempts')).toBeInTheDocument();
    fireEvent.keyDown(node('End: end'), { key: 'Escape' });
    await screen.findByRole('heading', { name: 'Steps' });
    expect(within(result).getByRole('button', { name: 'start' })).toBeInTheDocument();
  });

  it('can be run again with the same input and version', async () => {
    const run = await start();
    const page = await openRun(run);
    await userEvent.click(button('Run again'));
    await waitFor(() => expect(addressOf(page)).not.toContain(run._id));
    const [newRun] = (await product.api.executions.listExecutions({ bot_id: run.bot_id })).items;
    const view = await product.api.executions.getExecution({ bot_exc_id: newRun?._id ?? '' });
    expect(view).toMatchObject({ version: run.version, input: run.input });
    expect(addressOf(page)).toContain(view._id);
  });

  it('cannot be resumed after success or replayed without a published version', async () => {
    await openRun(await start());
    expect(button('Resume')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Replay')).toHaveAttribute('aria-disabled', 'true');
  });

  it('is replayed with the published version after a confirmation', async () => {
    const run = await start();
    const { bots, executions } = product.api;
    const bot = await bots.getBot({ bot_id: run.bot_id });
    const { name, description, category, importance } = bot;
    const details = { name, description, category, importance };
    const bot_id = bot._id;
    await bots.updateBot({ bot_id, base_version: 1, ...details, graph: draw('start -> over:end') });
    await bots.publishBot({ bot_id, version: 2 });
    const page = await openRun(run);
    await userEvent.click(button('Replay'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay run' }));
    expect(dialog.getByText(/version 2, which is published now/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Replay run' }));
    await waitFor(() => expect(addressOf(page)).not.toContain(run._id));
    await screen.findByText('an earlier run');
    const [newRun] = (await executions.listExecutions({ bot_id })).items;
    expect(newRun).toMatchObject({ version: 2, options: { replay_of: run._id } });
  });

  it('shows in the dialog why the replay failed', async () => {
    const run = await start();
    const { bots } = product.api;
    const { bot_id } = run;
    await bots.publishBot({ bot_id, version: 1 });
    await openRun(run);
    await userEvent.click(button('Replay'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay run' }));
    await bots.deleteBot({ bot_id });
    await userEvent.click(dialog.getByRole('button', { name: 'Replay run' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/No run began/);
    expect(screen.queryByText('Execution Error')).toBeNull();
  });

  it('can be resumed with its own version after an abort', async () => {
    const run = await startWaitingRun();
    await product.api.executions.abortExecution({ bot_exc_id: run._id });
    const page = await openRun(run);
    await userEvent.click(button('Resume'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Resume run' }));
    expect(dialog.getByText(new RegExp(`version ${run.version}, which`))).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Resume run' }));
    await waitFor(() => expect(addressOf(page)).not.toContain(run._id));
    await screen.findByText(/^Waiting for approval until/);
    expect(screen.getByRole('link', { name: 'an earlier run' })).toHaveAttribute(
      'href',
      `#/bots/${run.bot_id}/executions/${run._id}`,
    );
  });

  it('is still shown after its bot was deleted', async () => {
    const run = await start();
    await product.api.bots.deleteBot({ bot_id: run.bot_id });
    const path = '/bots/:bot_id/executions/:bot_exc_id';
    renderPage(<RunPage />, { path, at: `/bots/${run.bot_id}/executions/${run._id}` });
    await screen.findByText('The bot of this run was deleted');
    expect(screen.getByRole('heading', { level: 1, name: /^Run of/ })).toBeInTheDocument();
    await userEvent.click(button('end'));
    expect(screen.getAllByText('Output')).not.toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Abort' })).toBeNull();
  });

  it('is found by its id alone, with the query of the link kept', async () => {
    const run = await start();
    const path = '/bots/executions/:bot_exc_id';
    const page = renderPage(<RunRedirectPage />, {
      path,
      at: `/bots/executions/${run._id}?mode=view`,
    });
    const expectedAddress = `/bots/${run.bot_id}/executions/${run._id}?mode=view`;
    await waitFor(() => expect(addressOf(page)).toBe(expectedAddress));
  });

  it('redirects from its former chat address with the thread kept', async () => {
    const { bot_id, _id } = await start();
    const path = '/chat/:bot_id/executions/:bot_exc_id';
    const page = renderPage(<ChatRedirectPage />, {
      path,
      at: `/chat/${bot_id}/executions/${_id}?thread=a`,
    });
    const expectedAddress = `/chatv2/${bot_id}/executions/${_id}?thread=a`;
    await waitFor(() => expect(addressOf(page)).toBe(expectedAddress));
  });
});

describe('the list of runs', () => {
  it.each([
    ['?status=CANCELLED', 'Cancelled'],
    ['?name=isolate', 'Isolate hosts of severe findings'],
  ])('reads its filters from the address: %s', async (query, text) => {
    renderPage(<RunsPage />, { path: '/bots/executions', at: `/bots/executions${query}` });
    const rows = await screen.findAllByRole('row');
    await waitFor(() => expect(screen.queryByText('Loading runs')).toBeNull());
    expect(rows.length).toBeGreaterThan(1);
    for (const row of screen.getAllByRole('row').slice(1)) expect(row).toHaveTextContent(text);
  });

  it('is linked from the page of a run that does not exist', async () => {
    const path = '/bots/:bot_id/executions/:bot_exc_id';
    renderPage(<RunPage />, { path, at: '/bots/bot_1/executions/exc_1' });
    await screen.findByText('This run does not exist, or it was deleted.');
    screen.getByText(/^Ended runs are kept for as long as your plan says/);
    expect(screen.getByRole('link', { name: 'Go to bot runs' })).toBeInTheDocument();
  });
});

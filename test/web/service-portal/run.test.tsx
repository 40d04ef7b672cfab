import { act, screen, waitFor, within } from '@testing-library/react';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { setConnection } from '#web/api/connection.ts';
import { PortalRunPage } from '#web/pages/service-portal/run.tsx';
import { addressOf, renderPage } from '../render.tsx';
import {
  clickButton,
  confirmDialog,
  enterText,
  isStepOpen,
  queryStepHeading,
} from './user-actions.ts';
import {
  connectAsPia,
  connectWith,
  hiringDrawing,
  inputLoopDrawing,
  publishToPortal,
  startAsPia,
} from './portal-bots.ts';

let product: Embedded;
let token: string;
let hireAppId: string;

beforeAll(async () => {
  product = await openEmbedded();
  token = await connectAsPia(product);
  hireAppId = await publishToPortal(product, 'Hire-a-colleague', hiringDrawing);
});
afterAll(() => product.close());

const path = '/service-portal/apps/:app_id/history/:bot_exc_id';
const open = async (app_id: string, id: string) => {
  const page = renderPage(<PortalRunPage />, {
    path,
    at: `/service-portal/apps/${app_id}/history/${id}`,
  });
  await screen.findByRole('heading', { level: 2, name: 'Steps' });
  return page;
};

const startAndOpenRun = async (state = 'WAITING_FOR_INPUT') => {
  const id = await startAsPia(product, token, hireAppId, state);
  return { id, page: await open(hireAppId, id) };
};

const readRun = (id: string) =>
  act(() => product.api['service-portal'].getPortalRun({ bot_exc_id: id }));

const waitForState = (bot_exc_id: string, state: string) =>
  eventually(
    () => product.api['service-portal'].getPortalRun({ bot_exc_id }),
    (run) => run.state === state,
  );

/** Renders the run once it is in that state; the effect of frames is tested in browsers only. */
const refreshInState = async (id: string, state: string) => {
  await act(() => waitForState(id, state));
  await clickButton('Refresh run');
};

describe('a run that waits for a user input', () => {
  it('opens the waiting step and shows its form', async () => {
    await startAndOpenRun();
    expect(isStepOpen('1. Input')).toBe(true);
    await screen.findByText('Who starts?');
    expect(screen.getByLabelText('Full name')).toHaveValue('');
    expect(screen.getByRole('checkbox', { name: 'Needs a laptop' })).not.toBeChecked();
    expect(screen.getAllByText('Waiting for input')).toHaveLength(2);
    expect(queryStepHeading('3. Approve')).toBeNull();
  });

  it('continues with Next after the required inputs are filled in', async () => {
    const { id } = await startAndOpenRun();
    const next = await screen.findByRole('button', { name: /^Next/ });
    expect(next).toHaveAttribute('aria-disabled', 'true');
    enterText('Full name', 'Ada');
    await waitFor(() => expect(next).not.toHaveAttribute('aria-disabled', 'true'));
    enterText('Full name', '');
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'true'));
    enterText('Full name', 'Ada');
    await act(async () => next.click());
    await screen.findByText('User input submitted');
    await refreshInState(id, 'WAITING_FOR_APPROVAL');
    await waitFor(() => expect(isStepOpen('3. Approve')).toBe(true));
    expect(queryStepHeading('1. Input')).toBeNull();
    expect((await readRun(id)).statuses).toMatchObject({ who: 'SUCCEEDED', look: 'SUCCEEDED' });
    await clickButton('What you entered');
    // The following approval may show it too.
    for (const label of screen.getAllByText('Full name')) {
      expect(label.closest('dl')).toHaveTextContent(/Full name\s*Ada/);
      expect(label.closest('dl')).toHaveTextContent(/Needs a laptop\s*No/);
    }
  });

  it('keeps entered values while the server is unreachable and submits them later', async () => {
    const unsent = "Couldn't connect to the server! Check your connection, then try again.";
    const { id } = await startAndOpenRun();
    await screen.findByLabelText('Full name');
    enterText('Full name', 'Ada');
    setConnection({ apiUrl: 'http://127.0.0.1:1', socketUrl: '', accessToken: async () => token });
    await clickButton(/^Next/);
    await screen.findByText(unsent);
    await clickButton('Refresh run');
    await screen.findByText("Not refreshed: Couldn't connect to the server!");
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada');
    connectWith(product, token);
    await clickButton(/^Next/);
    await screen.findByText('User input submitted');
    expect(screen.queryByText(unsent)).toBeNull();
    await act(() => waitForState(id, 'WAITING_FOR_APPROVAL'));
  });

  it('shows other users a read-only form with the reason', async () => {
    const drawing = 'start -> who:user_input -next-> end\nwho -expired-> end';
    const question = {
      internal_name: 'Secret',
      message: 'Which one?',
      authorizers: ['bob@example.com'],
    };
    const inputs = [{ id: 'code', label: 'Code' }];
    const app_id = await publishToPortal(product, 'Ask-bob', [
      drawing,
      { who: { ...question, inputs } },
    ]);
    await open(app_id, await startAsPia(product, token, app_id, 'WAITING_FOR_INPUT'));
    await screen.findAllByText('You are not an authorizer of this user input.');
    expect(screen.getByRole('button', { name: /^Next/ })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByLabelText('Code')).toHaveAttribute('readonly');
  });
});

describe('a run that waits for an approval', () => {
  /** A run that waits for Pia's approval, after she has submitted the form. */
  const waiting = async () => {
    const id = await startAsPia(product, token, hireAppId, 'WAITING_FOR_INPUT');
    const { waits } = await product.api['service-portal'].getPortalRun({ bot_exc_id: id });
    const user_input_id = waits[0]?.user_input_id ?? '';
    const values = { name: 'Ada' };
    await product.api['user-inputs'].submitUserInput({ user_input_id, values });
    await waitForState(id, 'WAITING_FOR_APPROVAL');
    return { id, page: await open(hireAppId, id) };
  };

  it('is decided in place, continues, and shows until when its delay lasts', async () => {
    const { id } = await waiting();
    await screen.findByText('May these accounts be made?');
    expect(screen.getByText('pia@example.com')).toBeVisible();
    const all = screen.queryByRole('radio', { name: /^All resources/ });
    await act(async () => all?.click());
    await act(async () => screen.getByRole('radio', { name: 'Approve' }).click());
    await clickButton('Approve');
    expect(screen.getByText('Message Required')).toBeVisible();
    enterText('Message', 'Go on');
    await clickButton('Approve');
    await screen.findByText('You approved the request');
    await refreshInState(id, 'IN_PROGRESS');
    await waitFor(() => expect(queryStepHeading('3. Approve')).toBeNull());
    expect(screen.getByText(/^rest, until \d{4}-\d\d-\d\d/)).toBeVisible();
    await clickButton(/4\. Wait/);
    await screen.findByText(/^Waits until/);
    expect((await readRun(id)).statuses).toMatchObject({ ask: 'SUCCEEDED', rest: 'IN_PROGRESS' });
  });

  it('shows a decision from elsewhere after a refresh', async () => {
    const { id } = await waiting();
    await screen.findByText('May these accounts be made?');
    const { waits } = await readRun(id);
    const approval_id = waits[0]?.approval_id ?? '';
    const no = { approval_id, status: 'rejected', message: 'Not now', all: true } as const;
    await act(() => product.api.approvals.resolveApproval(no));
    await refreshInState(id, 'SUCCEEDED');
    await screen.findByRole('button', { name: 'Start again' });
    expect(screen.getByText('Rejected', { selector: 'span[class*="badge"]' })).toBeVisible();
    expect(screen.getByText('This run was rejected')).toBeVisible();
    const [rejection] = screen.getAllByText(/Rejected by \S+: Not now$/);
    expect(rejection).toBeVisible();
  });

  it('shows other users the question without the decision buttons', async () => {
    const drawing = 'start -> ask:approval -approved-> end\nask -rejected-> end';
    const ask = { message: 'May it?', approvers: ['bob@example.com'] };
    const app_id = await publishToPortal(product, 'Ask-bob-first', [drawing, { ask }]);
    await open(app_id, await startAsPia(product, token, app_id, 'WAITING_FOR_APPROVAL'));
    await screen.findByText('May it?');
    expect(screen.getByText('bob@example.com')).toBeVisible();
    expect(screen.getByText('You are not an approver for this approval.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });
});

describe('a loop whose iterations ask questions', () => {
  it('lists its questions, which are answered one after another', async () => {
    const app_id = await publishToPortal(product, 'Ask-each', inputLoopDrawing);
    const id = await startAsPia(product, token, app_id, 'WAITING_FOR_INPUT');
    const waitForQuestions = (count: number) =>
      eventually(
        () => product.api['service-portal'].getPortalRun({ bot_exc_id: id }),
        ({ state, waits }) => waits.length === count && (count > 0 || state === 'SUCCEEDED'),
      );
    await waitForQuestions(3);
    await open(app_id, id);
    await screen.findByText('Questions (3)');
    const answer = async (remaining: number) => {
      await screen.findByLabelText('Reason - optional');
      enterText('Reason - optional', 'Because');
      await clickButton(/^Next/);
      await act(() => waitForQuestions(remaining));
      await clickButton('Refresh run');
    };
    await act(async () => screen.getByRole('radio', { name: /iteration 2/ }).click());
    await answer(2);
    await screen.findByText('Questions (2)');
    expect(screen.queryByRole('radio', { name: /iteration 2/ })).toBeNull();
    await answer(1);
    await waitFor(() => expect(screen.queryByText(/^Questions/)).toBeNull());
    expect((await readRun(id)).waits).toMatchObject([{ lane: 'each.000002' }]);
    await answer(0);
    await screen.findByText('Succeeded', { selector: 'span[class*="badge"]' });
  });
});

describe('aborting a run', () => {
  it('requires a confirmation and returns to the app', async () => {
    const { id, page } = await startAndOpenRun();
    await screen.findByLabelText('Full name');
    enterText('Full name', 'Half a na');
    await clickButton('Abort');
    await confirmDialog('Abort');
    await screen.findByText('Bot execution successfully aborted.');
    await waitFor(() => expect(addressOf(page)).toBe(`/service-portal/apps/${hireAppId}`));
    expect((await readRun(id)).state).toBe('CANCELLED');
  });

  it('has its button outside of the page header', async () => {
    await startAndOpenRun();
    const header = screen.getByRole('button', { name: 'Share Link' }).parentElement?.parentElement;
    expect(within(header as HTMLElement).queryByRole('button', { name: 'Abort' })).toBeNull();
    expect(screen.getByText(/without results kept from earlier runs\.$/)).toBeVisible();
  });

  it('with a cleared cache starts a new run and opens it', async () => {
    const { id, page } = await startAndOpenRun();
    await clickButton('Abort and Clear Cache');
    await confirmDialog('Abort and Clear Cache');
    await waitFor(() => expect(addressOf(page)).not.toContain(id));
    expect(addressOf(page)).toMatch(new RegExp(`^/service-portal/apps/${hireAppId}/history/exc_`));
    await screen.findByLabelText('Full name');
    expect((await readRun(id)).state).toBe('CANCELLED');
  });

  it('with a cleared cache fails if the app was withdrawn from the portal', async () => {
    const app_id = await publishToPortal(product, 'Short-lived', hiringDrawing);
    const id = await startAsPia(product, token, app_id, 'WAITING_FOR_INPUT');
    await open(app_id, id);
    const withdrawal = { bot_id: app_id, service_portal_published: false };
    await act(() => product.api.bots.setServicePortal(withdrawal));
    await clickButton('Abort and Clear Cache');
    await confirmDialog('Abort and Clear Cache');
    await screen.findByText('No new run was started.');
    expect((await readRun(id)).state).toBe('WAITING_FOR_INPUT');
  });

  it('reports a failure if the run has already ended', async () => {
    const { id } = await startAndOpenRun();
    await act(() => product.api.executions.abortExecution({ bot_exc_id: id }));
    await clickButton('Abort');
    await confirmDialog('Abort');
    await screen.findByText('Failed to abort bot execution.');
    await screen.findByText('This run was cancelled');
  });
});

describe('a run that has ended', () => {
  it('is repeated as a dry run if it was one', async () => {
    const run = { bot_id: hireAppId, dry_run: true };
    const { _id: id } = await product.api.executions.startExecution(run);
    await waitForState(id, 'SUCCEEDED');
    connectWith(product, product.api_key);
    const page = await open(hireAppId, id);
    expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull();
    await clickButton('Repeat dry run');
    await waitFor(() => expect(addressOf(page)).not.toContain(id));
    const newRunId = addressOf(page).split('/').at(-1) ?? '';
    expect((await readRun(newRunId)).dry_run).toBe(true);
    connectWith(product, token);
  });

  it('is started again with the same input', async () => {
    const run = { bot_id: hireAppId, input: { host: 'db' } };
    const { _id: id } = await product.api.executions.startExecution(run);
    await waitForState(id, 'WAITING_FOR_INPUT');
    await product.api.executions.abortExecution({ bot_exc_id: id });
    connectWith(product, product.api_key);
    const page = await open(hireAppId, id);
    await clickButton('Start again');
    await waitFor(() => expect(addressOf(page)).not.toContain(id));
    const bot_exc_id = addressOf(page).split('/').at(-1) ?? '';
    const newRun = await act(() => product.api.executions.getExecution({ bot_exc_id }));
    expect(newRun.input).toEqual({ host: 'db' });
    connectWith(product, token);
  });

  it('as cancelled shows the reason and can be started again', async () => {
    const { id, page } = await startAndOpenRun();
    await act(() => product.api.executions.abortExecution({ bot_exc_id: id }));
    await refreshInState(id, 'CANCELLED');
    expect(await screen.findByText('This run was cancelled')).toBeVisible();
    expect(screen.getByText('Aborted by root@cloudwarden.local.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Abort' })).toBeNull();
    expect(screen.getByText('This step ended without an answer.')).toBeVisible();
    expect(screen.getAllByText('Not reached')).toHaveLength(4);
    expect(screen.queryByText('Queued')).toBeNull();
    await clickButton('Start again');
    await waitFor(() => expect(addressOf(page)).not.toContain(id));
  });

  it('as succeeded marks the nodes that were not needed', async () => {
    const app_id = await publishToPortal(product, 'Decide', [
      `start -> look:condition -yes-> call:python_code -> end
       look -no-> ask:approval -approved-> end
       ask -rejected-> end`,
      {
        look: { expression: '{% false %}' },
        call: { code: 'result = 1' },
        ask: { message: 'May it?', approvers: ['pia@example.com'] },
      },
    ]);
    const id = await startAsPia(product, token, app_id, 'WAITING_FOR_APPROVAL');
    await open(app_id, id);
    expect(screen.getByText('Queued')).toBeVisible();
    const { waits } = await readRun(id);
    const yes = { status: 'resolved', message: 'Go on', all: true } as const;
    const approval_id = waits[0]?.approval_id ?? '';
    await act(() => product.api.approvals.resolveApproval({ approval_id, ...yes }));
    await refreshInState(id, 'SUCCEEDED');
    await screen.findByText('Partly needed');
    expect(screen.queryByText('Queued')).toBeNull();
    await clickButton(/1\. Process/);
    expect(screen.getByText('Not needed')).toBeVisible();
  });

  it('as failed shows the failed step', async () => {
    const call = { url: 'https://127.0.0.1:1/' };
    const app_id = await publishToPortal(product, 'Fail', [
      'start -> call:http_request -> end',
      { call },
    ]);
    await open(app_id, await startAsPia(product, token, app_id, 'FAILED'));
    expect(screen.getByText('This run has failed')).toBeVisible();
    await clickButton(/1\. Process/);
    expect(screen.getAllByText('Failed')).toHaveLength(3);
  });

  it('of another user is reported as missing', async () => {
    const run = await product.api['service-portal'].startPortalApp({ app_id: hireAppId });
    renderPage(<PortalRunPage />, {
      path,
      at: `/service-portal/apps/${hireAppId}/history/${run._id}`,
    });
    await screen.findByText('This run does not exist, or it was deleted.');
    const back = screen.getByRole('link', { name: 'Go to self service apps' });
    expect(back).toHaveAttribute('href', '#/service-portal/apps');
  });
});

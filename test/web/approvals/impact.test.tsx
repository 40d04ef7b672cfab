import { act, screen, within } from '@testing-library/react';
import { ApprovalPage } from '#web/pages/approvals/approval.tsx';
import { TakeActionPage } from '#web/pages/approvals/take-action.tsx';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { connectToEmbedded, show } from '../render.tsx';

jest.setTimeout(60_000);

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

let asked = 0;

/** One more run, which asks about these volumes; the approval's id. */
const ask = async (bot_id: string, volumes: object[]): Promise<string> => {
  const { api } = product;
  const input = { volumes };
  const { _id } = await api.executions.startExecution({ bot_id, version: 1, input });
  asked += 1;
  const { items } = await eventually(
    () => api.approvals.listApprovals({}),
    (page) => page.items.length === asked,
  );
  return items.find(({ bot_exc_id }) => bot_exc_id === _id)?._id ?? '';
};

const details = (id: string) =>
  show(<ApprovalPage />, { path: '/approvals/view/:approval_id', at: `/approvals/view/${id}` });

/** What stands below a label. */
const factOf = async (label: string): Promise<string> => {
  const found = await screen.findByText(label);
  return found.closest('dt')?.nextElementSibling?.textContent ?? '';
};

const firstSet = [volume('a', 'eu-west-1'), volume('b', 'us-east-1')];

describe('what an approval would change', () => {
  it('is said in numbers, and against the run before', async () => {
    const bot = await makeBot();
    const first = await ask(bot, firstSet);
    const changed = volume('a', 'eu-west-1', 'core');
    const id = await ask(bot, [changed, volume('c', 'eu-west-1', 'core')]);
    const page = details(first);
    expect(await factOf('Changes since the last run')).toBe('Asked for the first time');
    expect(await factOf('Regions')).toBe('eu-west-1 (1), us-east-1 (1)');
    page.unmount();
    details(id);
    const since = await factOf('Changes since the last run');
    expect(since).toContain('New: 1 (Volume c)');
    expect(since).toContain('Changed: 1 (Volume a)');
    expect(since).toContain('No longer there: 1 (Volume b)');
    expect(await factOf('Accounts')).toBe('111122223333');
    expect(await factOf('Tags')).toBe('team=core');
    expect(screen.getByText('2 of 5, 3 left out')).toBeVisible();
    const before = screen.getByRole('link', { name: /^\d{4}-\d\d-\d\d/ });
    expect(before).toHaveAttribute('href', `#/approvals/view/${first}`);
  });
});

describe('ROOT, whom an approval does not name', () => {
  it('is told so, and may take action all the same', async () => {
    const { items } = await product.api.approvals.listApprovals({});
    const id = items[0]?._id ?? '';
    show(<TakeActionPage />, { path: '/approvals/:approval_id', at: `/approvals/${id}` });
    await screen.findByText(/You are not an approver for this approval\./);
    const form = within(document.body);
    const approve = await form.findByRole('button', { name: 'Approve' });
    expect(approve).toBeEnabled();
    await act(async () => approve.click());
    expect(screen.getByText('Message Required')).toBeVisible();
  });
});

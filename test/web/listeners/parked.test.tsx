import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { act, screen, within } from '@testing-library/react';
import { SubscriptionTab } from '#web/pages/account/subscription-tab.tsx';
import { ListenerEventsPage } from '#web/pages/listeners/events.tsx';
import { ListenersPage } from '#web/pages/listeners/listeners.tsx';
import { type Embedded, openEmbedded } from '../../support/embedded.ts';
import { eventually } from '../../support/eventually.ts';
import { finding, sendSampleEvent } from '../../support/findings.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

/** Records a subscription as the operator does: the server is stopped meanwhile. */
const recordSubscription = async (subscription: object): Promise<void> => {
  await product.kill();
  const [{ tenant_id }] = JSON.parse(runSubscriptionCommand()) as [{ tenant_id: string }];
  runSubscriptionCommand(JSON.stringify({ tenant_id, ...subscription }));
  await product.start();
};

const runSubscriptionCommand = (...args: string[]): string => {
  const env = { ...process.env, DATA_DIR: join(product.folder, 'data') };
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [resolve('bin/subscription.ts'), ...args],
    { env, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

const listHandlings = async () => {
  const { listener_id } = product.sample;
  const { items } = await product.api.listeners.listListenerEvents({ listener_id });
  return items.map(({ handling }) => handling);
};

const parkTwo = async () => {
  for (const id of ['fnd-1', 'fnd-2']) await sendSampleEvent(product, finding(id));
  await eventually(listHandlings, ([a, b]) => a === 'parked' && b === 'parked');
};

const confirmReplay = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Replay parked events' }));
  await act(async () => dialog.getByRole('button', { name: 'Replay' }).click());
};

const openList = () => renderPage(<ListenersPage />, { path: '/listeners' });

let subscriptionTerms: { plan: string; start_date: string };

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  const [first] = (await product.api.subscriptions.listSubscriptions({})).items;
  subscriptionTerms = { plan: 'enterprise', start_date: first?.start_date ?? '' };
  await recordSubscription({ ...subscriptionTerms, end_date: subscriptionTerms.start_date });
});

afterAll(() => product.close());

describe('events received without an active subscription', () => {
  it('are parked, and the subscription page links to their replay', async () => {
    await parkTwo();
    const page = renderPage(<SubscriptionTab />);
    await screen.findByText('Ended');
    expect(screen.getByText('Enterprise subscription')).toBeVisible();
    const link = await screen.findByRole('link', { name: 'Listeners' });
    expect(link).toHaveAttribute('href', '#/listeners');
    page.unmount();
  });

  it('are parked again when replayed without a subscription', async () => {
    openList();
    await clickWhenEnabled('Replay parked events');
    await confirmReplay();
    await screen.findByText('2 parked events replayed');
    await eventually(listHandlings, ([a, b]) => a === 'parked' && b === 'parked');
  });

  it('start their runs when replayed with a new subscription', async () => {
    const start_date = new Date().toISOString();
    await recordSubscription({ plan: 'starter', start_date });
    const { listener_id } = product.sample;
    renderPage(<ListenerEventsPage />, {
      path: '/listeners/view/:listener_id',
      at: `/listeners/view/${listener_id}`,
    });
    await clickWhenEnabled('Replay all parked');
    await confirmReplay();
    await screen.findByText('2 parked events replayed');
    await eventually(listHandlings, ([a, b]) => a === 'started' && b === 'started');
    const { items } = await product.api.executions.listExecutions({});
    expect(items).toHaveLength(2);
  });

  it('are no longer parked after the replay', async () => {
    openList();
    await clickWhenEnabled('Replay parked events');
    await confirmReplay();
    await screen.findByText('No event is parked.');
  });
});

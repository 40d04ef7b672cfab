import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SubscriptionView } from '#lib/domain/subscriptions/subscription.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { subscriptions } from '#web/api/subscriptions.ts';
import { queryKey } from '#web/api/use-call.ts';
import { Notice, setNotice } from '#web/app/notice.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';

const day = 24 * 3600_000;
const key = queryKey(subscriptions.listSubscriptions, {});

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

/** The notice of an organisation whose trial has `days` days left. */
const renderWithTrial = async (days: number, path = '/') => {
  const page = renderPage(<Notice />, { path });
  await waitFor(() => expect(page.queries.getQueryData(key)).toBeDefined());
  const trial: SubscriptionView = {
    _id: 'sub_trial',
    subscription_type: 'trial',
    start_date: inDays(-14),
    end_date: inDays(days),
  };
  act(() => page.queries.setQueryData(key, { items: [trial] }));
  return page;
};

describe('the notice above every page', () => {
  it('shows the text of the operator', () => {
    setNotice('Maintenance on Sunday.');
    renderPage(<Notice />);
    expect(screen.getByText('Maintenance on Sunday.')).toBeVisible();
    setNotice(undefined);
  });

  it.each([
    [13.99, /^Your trial ends in 14 days, at 20/],
    [1.5, /^Your trial ends in 2 days, at 20/],
    [0.5, /^Your trial ends within a day, at 20/],
    [-0.5, /^Your trial ended at 20/],
  ])('shows the end of a subscription in %d days', async (days, sentence) => {
    await renderWithTrial(days);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View subscription' })).toBeVisible();
  });

  it('shows the smaller plan that applies afterwards', async () => {
    const page = renderPage(<Notice />);
    await waitFor(() => expect(page.queries.getQueryData(key)).toBeDefined());
    const start_date = inDays(-20);
    const larger = { _id: 'sub_1', subscription_type: 'enterprise', start_date } as const;
    const bought = { subscription_type: 'aws_marketplace_subscription', start_date } as const;
    const smaller = { _id: 'sub_2', ...bought, plan: 'starter' } as const;
    const items = [smaller, { ...larger, end_date: inDays(3.5) }];
    act(() => page.queries.setQueryData(key, { items }));
    expect(
      await screen.findByText(
        /^Your Enterprise subscription ends in 4 days, .* Then the Starter plan applies, which keeps runs for 30 days\. Older runs are deleted 30 days after the change\.$/,
      ),
    ).toBeVisible();
  });

  it('is absent on the Subscription tab', async () => {
    await renderWithTrial(1.5, '/account/subscription');
    expect(screen.queryByText(/Your trial/)).toBeNull();
  });

  it('is absent while more than 15 days remain', async () => {
    await renderWithTrial(15.5);
    expect(screen.queryByText(/Your trial/)).toBeNull();
  });

  it('can be dismissed', async () => {
    await renderWithTrial(3.5);
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/Your trial/)).toBeNull());
  });
});

import {
  daysLeft,
  endingSubscription,
  planAfter,
} from '#lib/domain/subscriptions/subscription.rules.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { noon, openScene } from '../scene.ts';

const world = openTestDatabase();
const day = 24 * 3600_000;
const inDays = (days: number) => isoTime(noon + days * day);
const trialsLasting = (...endDays: (number | undefined)[]) =>
  endDays.map((days, at) => ({
    _id: `sub_${at}`,
    subscription_type: 'trial' as const,
    start_date: inDays(-10),
    ...(days !== undefined && { end_date: inDays(days) }),
  }));

describe('the end of a subscription', () => {
  it.each([
    [undefined, undefined],
    [14, 14],
    [1.9, 1],
    [0.5, 0],
    [-0.1, -1],
  ])('in %s days leaves %s whole days', (days, wholeDays) => {
    const [one] = trialsLasting(days);
    expect(one && daysLeft(one, noon)).toBe(wholeDays);
  });

  it.each([
    ['none at all', [], undefined],
    ['one without end', [undefined], undefined],
    ['15 days', [15], undefined],
    ['under 15 days', [14.99], 'sub_0'],
    ['one that has ended', [-3], 'sub_0'],
    ['an ended trial beside one without end', [-3, undefined], undefined],
    ['an ended trial beside one of a year', [-3, 365], undefined],
    ['the longer of two short ones', [2, 9], 'sub_1'],
  ])('causes a warning for %s: %j gives %s', (_name, endDays, warnedId) => {
    expect(endingSubscription(trialsLasting(...endDays), noon)?._id).toBe(warnedId);
  });
});

describe('one of several subscriptions that ends', () => {
  const bought = 'aws_marketplace_subscription' as const;
  const startFields = { start_date: inDays(-10) };
  const enterprise = (days: number) => ({
    ...startFields,
    _id: 'sub_enterprise',
    subscription_type: 'enterprise' as const,
    end_date: inDays(days),
  });
  const starter = {
    ...startFields,
    _id: 'sub_starter',
    subscription_type: bought,
    plan: 'starter' as const,
  };
  const [trial] = trialsLasting(5);

  it('causes a warning where only a smaller plan continues, and names that plan', () => {
    const subscriptions = [starter, enterprise(5)];
    const ending = endingSubscription(subscriptions, noon);
    expect(ending?._id).toBe('sub_enterprise');
    expect(ending && planAfter(ending, subscriptions)?.name).toBe('Starter');
  });

  it('causes no warning where an equally large plan continues', () => {
    const standard = { ...startFields, _id: 'sub_standard', subscription_type: bought };
    expect(trial && endingSubscription([trial, standard], noon)).toBeUndefined();
    expect(trial && endingSubscription([trial, standard, starter], noon)).toBeUndefined();
  });

  it('causes no warning once it has ended', () => {
    expect(endingSubscription([starter, enterprise(-3)], noon)).toBeUndefined();
  });

  it('causes no warning where it is the smaller plan', () => {
    const ending = { ...starter, end_date: inDays(2) };
    expect(endingSubscription([ending, enterprise(100)], noon)).toBeUndefined();
  });
});

describe('a subscription that begins later', () => {
  const trialFields = { subscription_type: 'trial' as const };
  const warned = (starts: number) => {
    const [trial] = trialsLasting(5);
    const next = { ...trialFields, _id: 'sub_next', start_date: inDays(starts) };
    return trial && endingSubscription([next, trial], noon)?._id;
  };

  it('prevents a warning where it follows a subscription that ends soon', () => {
    expect(warned(5)).toBeUndefined();
    expect(warned(3)).toBeUndefined();
  });

  it('does not prevent a warning where it leaves days without a subscription', () => {
    expect(warned(6)).toBe('sub_0');
  });

  it('can follow another subscription that has not begun', () => {
    const [trial] = trialsLasting(5);
    const second = {
      ...trialFields,
      _id: 'sub_second',
      start_date: inDays(4),
      end_date: inDays(12),
    };
    const third = { ...trialFields, _id: 'sub_third', start_date: inDays(12) };
    expect(trial && endingSubscription([third, second, trial], noon)).toBeUndefined();
    expect(trial && endingSubscription([second, trial], noon)?._id).toBe('sub_second');
  });

  it('causes no warning by itself', () => {
    const next = { ...trialFields, _id: 'sub_next', start_date: inDays(3), end_date: inDays(9) };
    expect(endingSubscription([next], noon)).toBeUndefined();
  });
});

describe('the subscriptions of an organisation', () => {
  it('are listed without the id of the organisation, and not for others', async () => {
    const [ownScene, otherScene] = [openScene(world), openScene(world)];
    const trial = { _id: 'sub_1', subscription_type: 'trial', start_date: inDays(0) } as const;
    await subscriptionStore(world.db, ownScene.tenant_id).create({
      ...trial,
      end_date: inDays(14),
    });
    await subscriptionStore(world.db, otherScene.tenant_id).create(trial);
    const { items } = await ownScene.subscriptions.listSubscriptions(ownScene.root, {});
    expect(items).toEqual([{ ...trial, end_date: inDays(14) }]);
  });
});

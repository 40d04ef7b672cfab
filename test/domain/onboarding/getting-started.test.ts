import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import type { Progress } from '#lib/domain/onboarding/getting-started.schema.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { noon } from '../scene.ts';
import { openStaff, type Staff } from '../users/staff.ts';

const world = openTestDatabase();

const progressOf = async (staff: Staff, name = 'root'): Promise<Progress> => {
  const { status, body } = await staff.as(name)('getOnboarding');
  expect(status).toBe(200);
  return body as unknown as Progress;
};

const stepsWithStatus = (progress: Progress, expectedStatus: string) =>
  progress.steps.filter(({ status }) => status === expectedStatus).map(({ step }) => step);

const completedSteps = async (staff: Staff) =>
  stepsWithStatus(await progressOf(staff), 'completed');

const connect = ({ integrations, root }: Staff, cspName: string) => {
  const values = { webhook_url: 'https://hooks.example.com/1' };
  const input = { cspName, alias: `Own ${cspName.replace('_', ' ')}`, groups: ['Tests'], values };
  return integrations.createIntegration(root, newIntegration.parse(input));
};

const subscribe = ({ db, tenant_id }: Staff, subscription_type: 'trial' | 'enterprise') =>
  subscriptionStore(db, tenant_id).create({
    _id: `sub_${subscription_type}`,
    subscription_type,
    start_date: isoTime(noon),
  });

describe('the steps of Getting Started', () => {
  it('are completed as the organisation gets integrations, bots, users and a plan', async () => {
    const staff = await openStaff(world);
    const { bots, dashboards, inventory, root } = staff;
    // This organisation begins with a sub-user.
    expect(await completedSteps(staff)).toEqual([4]);
    await staff.people.delete('subuser@example.com');
    expect(await completedSteps(staff)).toEqual([]);
    await inventory.addSampleEstate(root, {});
    expect(await completedSteps(staff)).toEqual([1]);
    await connect(staff, 'discord');
    expect(await completedSteps(staff)).toEqual([1]);
    await connect(staff, 'google_chat');
    expect(await completedSteps(staff)).toEqual([1, 2]);
    await bots.createBot(root, drawBot('First'));
    expect(await completedSteps(staff)).toEqual([1, 2, 3]);
    await staff.hire('ada', { userType: 'SP_USER' });
    expect(await completedSteps(staff)).toEqual([1, 2, 3]);
    await staff.hire('grace');
    expect(await completedSteps(staff)).toEqual([1, 2, 3, 4]);
    await subscribe(staff, 'trial');
    expect(await completedSteps(staff)).toEqual([1, 2, 3, 4]);
    await subscribe(staff, 'enterprise');
    expect(await completedSteps(staff)).toEqual([1, 2, 3, 4, 5]);
    await dashboards.createDashboard(root, { widgets: [] });
    expect(await completedSteps(staff)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('can be skipped by each person separately, but only three of six', async () => {
    const staff = await openStaff(world);
    for (const skip of ['bot', 'subscription', 'bot']) {
      expect(await staff.as('root')('updateOnboarding', { skip })).toMatchObject({ status: 200 });
    }
    expect(stepsWithStatus(await progressOf(staff), 'skipped')).toEqual([3, 5]);
    expect(stepsWithStatus(await progressOf(staff, 'reader'), 'skipped')).toEqual([]);
    for (const skip of ['cloud', 'communication', 'dashboard', 'nonsense']) {
      expect(await staff.as('root')('updateOnboarding', { skip })).toMatchObject({
        status: 400,
        body: {
          field: 'skip',
          error: 'Only these steps can be skipped: bot, user, subscription.',
        },
      });
    }
    await staff.bots.createBot(staff.root, drawBot('After all'));
    expect(stepsWithStatus(await progressOf(staff), 'skipped')).toEqual([5]);
  });

  it('are both skipped when two tabs skip steps at once', async () => {
    const staff = await openStaff(world);
    const skips = ['bot', 'user', 'subscription'];
    await Promise.all(skips.map((skip) => staff.as('root')('updateOnboarding', { skip })));
    await staff.people.delete('subuser@example.com');
    expect(stepsWithStatus(await progressOf(staff), 'skipped')).toEqual([3, 4, 5]);
  });
});

describe('the card of Getting Started', () => {
  it('can be closed only when every step is done or skipped, and stays closed', async () => {
    const staff = await openStaff(world);
    const change = (input: object) => staff.as('root')('updateOnboarding', { ...input });
    expect(await change({})).toMatchObject({ status: 400, body: { field: 'skip' } });
    expect(await change({ closed: false })).toMatchObject({ status: 400 });
    expect(await change({ closed: true })).toMatchObject({
      status: 409,
      body: { field: 'closed', error: 'Complete or skip every step, then close the card.' },
    });
    await staff.inventory.addSampleEstate(staff.root, {});
    await connect(staff, 'ms_teams');
    await staff.dashboards.createDashboard(staff.root, { widgets: [] });
    await change({ skip: 'bot' });
    await change({ skip: 'subscription' });
    expect(await change({ closed: true })).toMatchObject({
      status: 200,
      body: { closed: true, shown: false },
    });
    await staff.inventory.removeSampleEstate(staff.root, {});
    expect(await progressOf(staff)).toMatchObject({ closed: true, shown: false });
    expect(await progressOf(staff, 'reader')).toMatchObject({ closed: false });
  });

  it('is shown to people who may take one of its steps', async () => {
    const staff = await openStaff(world);
    const role = await staff.role('Builder', 'bot', 'create_bot');
    await staff.hire('ada', { roles: [role] });
    const isShownTo = async (name: string) => (await progressOf(staff, name)).shown;
    expect(
      await Promise.all(['root', 'ada', 'reader', 'subuser', 'portal'].map(isShownTo)),
    ).toEqual([true, true, false, false, false]);
  });
});

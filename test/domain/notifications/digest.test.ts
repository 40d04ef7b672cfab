import { integrationTable } from '#lib/domain/integrations/integration.table.ts';
import { sendDigests } from '#lib/domain/notifications/digest.service.ts';
import { nextDigest } from '#lib/domain/users/mail.rules.ts';
import type { UserSettings } from '#lib/domain/users/user.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { asSettings, updateItem } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { storeApproval } from '../approvals/store-approval.ts';
import { connect } from '../integrations/api-integration.ts';
import { noon } from '../scene.ts';
import { storeUserInput } from '../user-inputs/store-user-input.ts';
import { openStaff, type Staff } from '../users/staff.ts';
import { createFailedRun, day, manualTrigger } from './notification-scene.ts';

const world = openTestDatabase();
const minute = 60_000;
const site = { url: 'https://cw.example' };

/** 07:00 UTC, some days after the first. */
const morning = (days = 1) => Date.parse('2026-09-01T07:00:00Z') + days * day;

/** A look sends the digests of every organisation, so earlier tests' users must not want any. */
const openedStaff: Staff[] = [];

afterEach(async () => {
  for (const { as } of openedStaff.splice(0)) {
    for (const name of ['root', 'subuser']) {
      await as(name)('updateCurrentUser', { settings: { daily_digest: false } });
    }
  }
});

/** An organisation whose ROOT has these settings. */
const open = async (settings: UserSettings = { daily_digest: true }) => {
  const staff = await openStaff(world);
  openedStaff.push(staff);
  const saveSettings = (changes: UserSettings) =>
    staff.as('root')('updateCurrentUser', { settings: changes });
  expect((await saveSettings(settings)).status).toBe(200);
  return { staff, saveSettings };
};

const laterExpiry = { expires_on: isoTime(noon + 30 * day) };

/** Looks at these times, twice each at once, as two servers do; returns the mails sent. */
const sendDigestsAt = async (staff: Staff, ...moments: number[]) => {
  const before = staff.mails.length;
  const log = { info() {}, warn() {}, error() {} };
  for (const now of moments) {
    staff.time.now = now;
    const send = sendDigests({ ...staff, log, site });
    await Promise.all([send(), send()]);
  }
  return staff.mails.slice(before);
};

describe('the daily digest', () => {
  it('is sent once a day and lists what waits and what failed, with links', async () => {
    const { staff } = await open();
    const approval = await storeApproval(staff, laterExpiry);
    const input = await storeUserInput(staff, laterExpiry);
    const { accountId } = await connect(staff);
    staff.time.now = noon + minute;
    const run = await createFailedRun(staff, { trigger: manualTrigger('root') });
    await updateItem(
      staff.db,
      integrationTable,
      { tenant_id: staff.tenant_id, _id: accountId },
      asSettings({ failed_at: isoTime(noon), integrationState: 'ERROR' }),
      { text: 'attribute_exists(#id)', names: { '#id': '_id' } },
    );
    const mails = await sendDigestsAt(staff, noon, morning() - 1, morning(), morning() + minute);
    expect(mails).toEqual([
      {
        to: ['root@example.com'],
        subject: 'Daily digest: 2 waiting, 2 failed',
        text: expect.any(String),
      },
    ]);
    const text = mails[0]?.text ?? '';
    for (const part of [
      'Waiting for you (2):',
      `https://cw.example/app#/approvals/${approval}`,
      `https://cw.example/app#/user-input/${input}`,
      'Failed (2):',
      `/executions/${run}`,
      `https://cw.example/app#/integrations/view/${accountId}`,
    ]) {
      expect(text).toContain(part);
    }
    expect(text.split('\n').at(-1)).toBe(
      'Choose which mails you get: https://cw.example/app#/account?tab=notifications',
    );
    // A day later the run is no longer listed; what still waits is.
    const [next] = await sendDigestsAt(staff, morning(2));
    expect(next?.subject).toBe('Daily digest: 2 waiting, 1 failed');
  });

  it('includes each failed run once, also after a late or missed digest', async () => {
    const { staff } = await open();
    const hour = 60 * minute;
    const subjects = async (now: number) =>
      (await sendDigestsAt(staff, now)).map(({ subject }) => subject);
    const failAt = async (now: number) => {
      staff.time.now = now;
      await createFailedRun(staff, { trigger: manualTrigger('root') });
    };
    await failAt(morning() + hour);
    expect(await subjects(morning() + 3 * hour)).toEqual([]);
    // The next digest includes it, although it is late as well and covers two days.
    await failAt(morning(2) + hour);
    expect(await subjects(morning(3) + 5 * hour)).toEqual(['Daily digest: 2 failed']);
    await failAt(morning(3) + 6 * hour);
    expect(await subjects(morning(4))).toEqual(['Daily digest: 1 failed']);
    expect(await subjects(morning(5))).toEqual([]);
  });

  it('covers all 25 hours of the day on which clocks go back', async () => {
    const { staff, saveSettings } = await open();
    staff.time.now = Date.parse('2026-10-24T12:00:00Z');
    await saveSettings({ daily_digest: true, time_zone: 'Europe/Berlin' });
    const dueTime = Date.parse('2026-10-25T06:00:00Z');
    staff.time.now = dueTime - day - 30 * minute;
    const first = await createFailedRun(staff, { trigger: manualTrigger('root') });
    const [mail] = await sendDigestsAt(staff, dueTime);
    expect(mail?.text).toContain(first);
  });

  it('is not sent where nothing waits and nothing failed', async () => {
    const { staff } = await open();
    expect(await sendDigestsAt(staff, morning(), morning(2))).toEqual([]);
    await storeApproval(staff, laterExpiry);
    expect(await sendDigestsAt(staff, morning(3))).toHaveLength(1);
  });

  it('lists ten entries of each part and counts the others', async () => {
    const { staff } = await open();
    for (let n = 0; n < 12; n += 1) {
      staff.time.now += 1;
      await storeApproval(staff, laterExpiry);
    }
    const [mail] = await sendDigestsAt(staff, morning());
    expect(mail?.text.match(/^- /gm)).toHaveLength(10);
    expect(mail?.text).toContain('and 2 more: https://cw.example/app#/notifications');
  });

  it.each([
    ['who has not asked for it', {}, {}],
    ['who turned it off again', { daily_digest: true }, { daily_digest: false }],
    ['who wants no mail at all', { daily_digest: true }, { notify_by: 'none' }],
  ] as const)('is not sent to a person %s', async (_what, first, then) => {
    const { staff, saveSettings } = await open(first);
    await saveSettings(then);
    await storeApproval(staff, laterExpiry);
    expect(await sendDigestsAt(staff, morning(), morning(2))).toEqual([]);
  });

  it('is sent to other people where one mail fails', async () => {
    const { staff } = await open();
    const { staff: otherStaff } = await open();
    await storeApproval(staff, laterExpiry);
    await storeApproval(otherStaff, laterExpiry);
    const sent: string[] = [];
    let calls = 0;
    const mail: Staff['mail'] = {
      send: async ({ subject }) => {
        calls += 1;
        if (calls === 1) throw new Error('The mail server is down.');
        sent.push(subject);
      },
    };
    const logged: string[] = [];
    const log = { info() {}, warn() {}, error: (text: string) => void logged.push(text) };
    staff.time.now = morning();
    await sendDigests({ ...staff, mail, log, site })();
    expect([logged, sent]).toEqual([
      ['A daily digest could not be sent.'],
      ['Daily digest: 1 waiting'],
    ]);
  });

  it('is sent only about entries that the person may read', async () => {
    const { staff } = await open();
    await staff.as('subuser')('updateCurrentUser', { settings: { daily_digest: true } });
    await storeApproval(staff, { ...laterExpiry, approvers: ['subuser@example.com'] });
    const mails = await sendDigestsAt(staff, morning());
    expect(mails.map(({ to }) => to)).toEqual([['root@example.com']]);
  });
});

describe('the time of the daily digest', () => {
  it.each([
    ['in UTC where the browser says the zone', 'browser', '2026-09-02T07:00:00.000Z'],
    ['in the zone of the settings', 'Asia/Tokyo', '2026-09-01T22:00:00.000Z'],
    ['west of Greenwich', 'America/New_York', '2026-09-02T11:00:00.000Z'],
  ])('is 07:00 %s', (_what, time_zone, at) => {
    expect(nextDigest({ time_zone }, noon)).toBe(at);
  });

  it('follows the time zone and ignores other settings', async () => {
    const { staff, saveSettings } = await open({ daily_digest: true, time_zone: 'Asia/Tokyo' });
    const readDueTime = async () => (await staff.people.get('root@example.com'))?.digest_at;
    expect(await readDueTime()).toBe('2026-09-01T22:00:00.000Z');
    staff.time.now = morning();
    await saveSettings({ theme: 'dark' });
    expect(await readDueTime()).toBe('2026-09-01T22:00:00.000Z');
    await saveSettings({ time_zone: 'UTC' });
    expect(await readDueTime()).toBe('2026-09-03T07:00:00.000Z');
    await saveSettings({ daily_digest: false });
    expect(await readDueTime()).toBeUndefined();
  });

  it.each([
    [{ notify_by: 'pigeon' }, 'Choose mail or none.'],
    [
      { not_mailed: ['weather'] },
      'Choose one of approval, user_input, agent_question, run_decided, run_failed, ' +
        'integration_failed.',
    ],
    [{ not_mailed: ['approval', 'approval'] }, 'List each kind only once.'],
    [{ daily_digest: 'yes' }, 'It has to be true or false.'],
  ])('is not changed by the invalid settings %j', async (settings, error) => {
    const { staff } = await open();
    expect(await staff.as('root')('updateCurrentUser', { settings })).toMatchObject({
      status: 400,
      body: { field: 'settings', error },
    });
  });
});

import { isoTime } from '#lib/kernel/clock.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import { nextRun, nextRuns } from '../schedules/cron-walk.rules.ts';
import { readTimetable, type WrittenTimetable } from '../schedules/timetable.rules.ts';
import { notInPortal, triggerKeys } from './bot.rules.ts';
import type { triggerOf } from './trigger.rules.ts';
import type { Bot } from './bot.schema.ts';

/** What was entered in the schedule dialog. */
type Entered = { cron_expression?: string | undefined; tz_info?: string | undefined };

type Timed = Pick<Bot, 'cron_expression' | 'tz_info'>;
type Publishable = Timed & Pick<Bot, 'service_portal_published' | 'published_version' | 'status'>;

const entered = ({ cron_expression = '', tz_info = 'UTC' }: Entered): WrittenTimetable => {
  if (cron_expression.trim() === '') {
    const required = 'Cron Expression is required to enable the bot';
    throw badRequest(required, { field: 'cron_expression' });
  }
  return { cron_expression, tz_info };
};

/** The next five runs of a timetable, as ISO times. */
export const preview = (written: Entered, now: number): string[] =>
  nextRuns(readTimetable(entered(written)), now, 5).map(isoTime);

/** Of a bot that is not on a schedule; the one that it leaves is remembered. */
const unscheduled = ({ cron_expression, tz_info }: Timed): Partial<Bot> => ({
  cron_expression: undefined,
  run_at: undefined,
  ...(cron_expression && tz_info && { last_schedule: { cron_expression, tz_info } }),
});

const schedule = ({ tz_info, trigger_type }: Bot, written: Entered, now: number) => {
  if (trigger_type !== 'scheduled') {
    if (written.cron_expression === undefined) return {};
    const sentence = 'Only a bot whose trigger is a schedule takes a cron expression.';
    throw badRequest(sentence, { field: 'cron_expression' });
  }
  const { cron, tz } = readTimetable(entered({ ...written, tz_info: written.tz_info ?? tz_info }));
  const run_at = isoTime(nextRun({ cron, tz }, now));
  return { cron_expression: cron.text, tz_info: tz, run_at, last_schedule: undefined };
};

/**
 * A change with the keys that follow from it. Where it touches the schedule the bot is marked in
 * the same write, until the schedule agrees with it.
 */
const settled = (before: Bot, change: Partial<Bot>): Partial<Bot> => {
  const after = { ...before, ...change };
  const touches = before.cron_expression !== undefined || after.cron_expression !== undefined;
  return { ...change, ...triggerKeys(after), ...(touches && { schedule_pending: true }) };
};

/** What changes in a bot that is enabled, or whose schedule is another from now on. */
export const enabling = (before: Bot, written: Entered, now: number): Partial<Bot> => {
  if (before.published_version === undefined) {
    throw badRequest('Publish a version of this bot first; then it can be enabled.');
  }
  return settled(before, { ...schedule(before, written, now), status: 'enabled' });
};

/** What changes in a bot that is disabled. */
export const disabling = (before: Bot): Partial<Bot> =>
  settled(before, { ...unscheduled(before), status: 'disabled' });

/** Whether somebody switched the bot off after a version of it was published. */
export const isSwitchedOff = ({ status, published_version }: Publishable): boolean =>
  status === 'disabled' && published_version !== undefined;

/** A version that is published; `enable` switches the bot on again. */
export type Publication = {
  trigger: ReturnType<typeof triggerOf>;
  version: number;
  enable?: boolean | undefined;
};

/**
 * What becomes of a bot of which a version is published: the first time it is enabled as soon as it
 * can run; one that was switched off stays so, unless told. The console tells it beforehand.
 */
export const published = (
  before: Publishable,
  { trigger, version, enable = !isSwitchedOff(before) }: Publication,
): Partial<Bot> & Pick<Bot, 'status'> => {
  const isScheduled = trigger.trigger_type === 'scheduled';
  const hasTimetable = isScheduled && before.cron_expression !== undefined;
  const canRun = hasTimetable || !isScheduled;
  const status = canRun && enable ? 'enabled' : 'disabled';
  const isBarred = notInPortal(trigger.trigger_type) !== undefined;
  const leavesPortal = isBarred && before.service_portal_published;
  return {
    ...trigger,
    published_version: version,
    status,
    ...(!hasTimetable && unscheduled(before)),
    ...(leavesPortal && { service_portal_published: false }),
  };
};

/** What changes in a bot of which a version is published, with the keys that follow from it. */
export const publishing = (before: Bot, publication: Publication): Partial<Bot> =>
  settled(before, published(before, publication));

/** What changes in a bot that is offered in the service portal or taken back. */
export const offering = (before: Bot, service_portal_published: boolean): Partial<Bot> => {
  if (service_portal_published && before.published_version === undefined) {
    throw badRequest('Publish a version of this bot first; then it can go to the service portal.');
  }
  const barred = notInPortal(before.trigger_type);
  if (service_portal_published && barred) throw badRequest(barred);
  return { service_portal_published };
};

import { isoTime } from '#lib/kernel/clock.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import { nextRun, nextRuns } from '../schedules/cron-walk.rules.ts';
import { readTimetable, type TimetableInput } from '../schedules/timetable.rules.ts';
import { triggerKeys, whyNotInPortal } from './bot.rules.ts';
import type { triggerOf } from './trigger.rules.ts';
import type { Bot } from './bot.schema.ts';

/** The values entered in the schedule dialog. */
type EnteredSchedule = { cron_expression?: string | undefined; tz_info?: string | undefined };

type Timed = Pick<Bot, 'cron_expression' | 'tz_info'>;
type Publishable = Timed & Pick<Bot, 'service_portal_published' | 'published_version' | 'status'>;

const requireSchedule = ({
  cron_expression = '',
  tz_info = 'UTC',
}: EnteredSchedule): TimetableInput => {
  if (cron_expression.trim() === '') {
    const required = 'Cron Expression is required to enable the bot';
    throw badRequest(required, { field: 'cron_expression' });
  }
  return { cron_expression, tz_info };
};

/** The next five runs of a timetable as ISO times; throws 400 if it is invalid. */
export const previewRuns = (schedule: EnteredSchedule, now: number): string[] =>
  nextRuns(readTimetable(requireSchedule(schedule)), now, 5).map(isoTime);

/** The change that removes a bot's schedule, and remembers it as `last_schedule`. */
const unscheduleChange = ({ cron_expression, tz_info }: Timed): Partial<Bot> => ({
  cron_expression: undefined,
  run_at: undefined,
  ...(cron_expression && tz_info && { last_schedule: { cron_expression, tz_info } }),
});

const scheduleChange = ({ tz_info, trigger_type }: Bot, schedule: EnteredSchedule, now: number) => {
  if (trigger_type !== 'scheduled') {
    if (schedule.cron_expression === undefined) return {};
    const message = 'Only a bot with a schedule as its trigger can have a cron expression.';
    throw badRequest(message, { field: 'cron_expression' });
  }
  const { cron, tz } = readTimetable(
    requireSchedule({ ...schedule, tz_info: schedule.tz_info ?? tz_info }),
  );
  const run_at = isoTime(nextRun({ cron, tz }, now));
  return { cron_expression: cron.text, tz_info: tz, run_at, last_schedule: undefined };
};

/**
 * A change with the derived index keys. If it affects the schedule, the bot is marked in the same
 * write until the scheduler matches.
 */
const withIndexKeys = (bot: Bot, change: Partial<Bot>): Partial<Bot> => {
  const after = { ...bot, ...change };
  const touchesSchedule = bot.cron_expression !== undefined || after.cron_expression !== undefined;
  return { ...change, ...triggerKeys(after), ...(touchesSchedule && { schedule_pending: true }) };
};

/** The change for a bot that is enabled or gets another schedule; throws 400 if it cannot be. */
export const enableChange = (bot: Bot, schedule: EnteredSchedule, now: number): Partial<Bot> => {
  if (bot.published_version === undefined) {
    throw badRequest('Publish a version of this bot first; then it can be enabled.');
  }
  return withIndexKeys(bot, { ...scheduleChange(bot, schedule, now), status: 'enabled' });
};

/** The change for a bot that is disabled. */
export const disableChange = (bot: Bot): Partial<Bot> =>
  withIndexKeys(bot, { ...unscheduleChange(bot), status: 'disabled' });

/** Whether the bot is disabled although it has a published version. */
export const isSwitchedOff = ({ status, published_version }: Publishable): boolean =>
  status === 'disabled' && published_version !== undefined;

/** A version to publish; `enable` enables or disables the bot. */
export type Publication = {
  trigger: ReturnType<typeof triggerOf>;
  version: number;
  enable?: boolean | undefined;
};

/**
 * The change for a bot of which a version is published. On first publication it is enabled if it
 * can run; later a disabled bot stays disabled by default. The console shows the result beforehand.
 */
export const publicationFields = (
  bot: Publishable,
  { trigger, version, enable = !isSwitchedOff(bot) }: Publication,
): Partial<Bot> & Pick<Bot, 'status'> => {
  const isScheduled = trigger.trigger_type === 'scheduled';
  const hasTimetable = isScheduled && bot.cron_expression !== undefined;
  const canRun = hasTimetable || !isScheduled;
  const status = canRun && enable ? 'enabled' : 'disabled';
  const isBarred = whyNotInPortal(trigger.trigger_type) !== undefined;
  const leavesPortal = isBarred && bot.service_portal_published;
  return {
    ...trigger,
    published_version: version,
    status,
    ...(!hasTimetable && unscheduleChange(bot)),
    ...(leavesPortal && { service_portal_published: false }),
  };
};

/** The change of the `publicationFields`, with the derived index keys. */
export const publishChange = (bot: Bot, publication: Publication): Partial<Bot> =>
  withIndexKeys(bot, publicationFields(bot, publication));

/** The change for a bot that enters or leaves the service portal; throws 400 if it cannot. */
export const portalChange = (bot: Bot, service_portal_published: boolean): Partial<Bot> => {
  if (service_portal_published && bot.published_version === undefined) {
    throw badRequest('Publish a version of this bot first; then it can be added to the portal.');
  }
  const reason = whyNotInPortal(bot.trigger_type);
  if (service_portal_published && reason) throw badRequest(reason);
  return { service_portal_published };
};

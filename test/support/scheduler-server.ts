import { minutesOf, naiveRuns } from './naive-runs.ts';
import { awsError, type Loopback, type LoopbackAnswer, openLoopback } from './loopback.ts';

/** Time zone names are case-sensitive. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const zoneSpellings = new Map(zones.map((zone) => [zone.toLowerCase(), zone]));

type ScheduleInput = {
  GroupName: string;
  ScheduleExpression: string;
  ScheduleExpressionTimezone: string;
  FlexibleTimeWindow: { Mode: string };
  Target: { Arn: string; RoleArn: string; Input: string };
};

type TimedInput = { at: number; value: string };

export type SchedulerServer = Loopback & {
  schedules: Map<string, ScheduleInput>;
  /** While true, every call is throttled. */
  refusing: boolean;
  /** The inputs of the calls due after `from`, up to `until`, in order. */
  callsBetween: (from: number, until: number) => TimedInput[];
};

const json = (body: unknown): LoopbackAnswer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** `cron(0 9 ? * MON *)` as five numeric fields; undefined if AWS would reject it. */
const plainCron = (expression: string): string | undefined => {
  const fields = /^cron\((.*) \*\)$/.exec(expression)?.[1]?.split(' ') ?? [];
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const isList = (field: string) => /^(\*|\?|\d+\/\d+|[\dA-Z]+(,[\dA-Z]+)*)$/.test(field);
  if (fields.length !== 5 || !fields.every(isList)) return undefined;
  if ((day === '?') === (weekday === '?') || expression.length > 256) return undefined;
  // In AWS `first/step` goes on to the end of the field.
  const steps = [minute, hour, day, month].map((field, index) =>
    field.replace(/^(\d+)\//, `$1-${[59, 23, 31, 12][index]}/`),
  );
  const weekdayNumbers = weekday.replace(/[A-Z]{3}/g, (name) => String(weekdays.indexOf(name)));
  return [...steps, weekdayNumbers].map((field) => (field === '?' ? '*' : field)).join(' ');
};

const pageSize = 100;

/**
 * Implements Create-, Update-, Delete- and ListSchedules of EventBridge Scheduler, and computes the
 * calls that it would make.
 */
export const openSchedulerServer = async (changedAt: number): Promise<SchedulerServer> => {
  const schedules = new Map<string, ScheduleInput>();

  const list = (group: string | null, token: string | null): LoopbackAnswer => {
    const names = [...schedules].filter(([, one]) => one.GroupName === group).map(([name]) => name);
    const from = Number(token ?? 0);
    const Schedules = names
      .slice(from, from + pageSize)
      .map((Name) => ({ Name, GroupName: group, LastModificationDate: changedAt / 1000 }));
    const nextPage = names.length > from + pageSize && { NextToken: String(from + pageSize) };
    return json({ Schedules, ...nextPage });
  };

  const write = (name: string, schedule: ScheduleInput): LoopbackAnswer => {
    if (!/^[\w.-]{1,64}$/.test(name)) return awsError('ValidationException');
    if (plainCron(schedule.ScheduleExpression) === undefined)
      return awsError('ValidationException');
    const zone = schedule.ScheduleExpressionTimezone;
    const canonicalZone = zoneSpellings.get(zone.toLowerCase()) ?? zone;
    if (zone !== canonicalZone) return awsError('ValidationException', `No time zone ${zone}`);
    schedules.set(name, schedule);
    return json({ ScheduleArn: `arn:aws:scheduler:eu-west-1:123456789012:schedule/x/${name}` });
  };

  const loopback = await openLoopback(({ method, path, query, body }) => {
    if (server.refusing) return awsError('ThrottlingException', 'Rate exceeded', 429);
    const name = path.replace(/^\/schedules\/?/, '');
    const exists = schedules.has(name);
    if (method === 'GET') return list(query.get('ScheduleGroup'), query.get('NextToken'));
    if (method === 'POST' && exists) return awsError('ConflictException', 'exists', 409);
    if (method !== 'POST' && !exists) return awsError('ResourceNotFoundException', 'none', 404);
    if (method !== 'DELETE') return write(name, JSON.parse(body.toString()));
    schedules.delete(name);
    return json({});
  });

  const callsBetween = (from: number, until: number): TimedInput[] => {
    const calls = [...schedules.values()].flatMap((one) => {
      const cron = plainCron(one.ScheduleExpression) ?? '';
      const minutes = minutesOf(one.ScheduleExpressionTimezone, from, until);
      return naiveRuns(cron, minutes).map((at) => {
        const time = new Date(at).toISOString().replace('.000', '');
        return { at, value: one.Target.Input.replace('<aws.scheduler.scheduled-time>', time) };
      });
    });
    return calls.sort((a, b) => a.at - b.at);
  };

  const server: SchedulerServer = { ...loopback, schedules, refusing: false, callsBetween };
  return server;
};

import Box from '@cloudscape-design/components/box';
import { nextRuns, type Timetable } from '#lib/domain/schedules/cron-walk.rules.ts';
import { wallTime } from '#lib/domain/schedules/time-zone.rules.ts';
import { localTime } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';
import { cronText } from './cron-text.ts';

const count = 5;

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format;

/** `Sat 2026-11-21 09:05`, in local time of the time zone. */
const zonedTimeText = (tz: string, at: number): string => {
  const wall = wallTime(tz, at);
  return `${weekday(wall)} ${new Date(wall).toISOString().slice(0, 16).replace('T', ' ')}`;
};

const isReadersTime = (tz: string, at: number): boolean =>
  wallTime(tz, at) - at === new Date(at).getTimezoneOffset() * -60_000;

/** An expression in words, if possible, and its next five runs. */
export const NextRuns = ({ timetable }: { timetable: Timetable }) => {
  const now = useNow(10_000);
  const { cron, tz } = timetable;
  return (
    <div>
      <Box variant="awsui-key-label">Next five runs</Box>
      <Box color="text-body-secondary">
        {cronText(cron)} Times are in {tz}.
      </Box>
      <ol>
        {nextRuns(timetable, now, count).map((at) => (
          <li key={at}>
            <time dateTime={new Date(at).toISOString()}>{zonedTimeText(tz, at)}</time>
            {!isReadersTime(tz, at) && (
              <Box variant="span" color="text-body-secondary">
                {` (${localTime(new Date(at).toISOString())})`}
              </Box>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
};

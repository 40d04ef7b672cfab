import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import type { TimetableInput } from '#lib/domain/schedules/timetable.rules.ts';
import { bots } from '#web/api/bots.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { PublishedCost } from '../cost/published-cost.tsx';
import { ScheduleFields } from '#web/components/schedule/schedule-fields.tsx';
import { useUserTimeZone } from '#web/components/schedule/time-zones.ts';
import { parseTimetableInput } from '#web/components/schedule/parse-written.ts';

/** The default for a bot that never had a schedule. */
const defaultCron = '5 * * * *';

type Props = {
  bot: BotSummary;
  onClose: () => void;
  onScheduled: (bot: BotSummary) => void;
};

/** The entered schedule, its errors from here or the server, and the function that sends it. */
const useSchedule = ({ bot, onClose, onScheduled }: Props) => {
  const zone = useUserTimeZone();
  const [timetableInput, setTimetableInput] = useState<TimetableInput>({
    cron_expression: bot.cron_expression ?? bot.last_schedule?.cron_expression ?? defaultCron,
    tz_info: bot.tz_info ?? bot.last_schedule?.tz_info ?? zone,
  });
  const { mutate, reset, error, isPending } = useAction(bots.setBotStatus);
  const parsed = parseTimetableInput(timetableInput);
  const problem = 'problem' in parsed ? parsed.problem : error;
  const schedule = () =>
    mutate(
      { bot_id: bot._id, status: 'enabled', ...timetableInput },
      {
        onSuccess: (scheduled) => {
          onScheduled(scheduled);
          onClose();
          flash.success('Bot enabled successfully', {
            content: `${bot.name} will run periodically ${scheduled.cron_expression}`,
          });
        },
      },
    );
  return {
    input: timetableInput,
    change: (patch: Partial<TimetableInput>) => {
      setTimetableInput({ ...timetableInput, ...patch });
      reset();
    },
    result: parsed,
    errorOf: (field: keyof TimetableInput) =>
      problem?.field === field ? problem.message : undefined,
    failure: error,
    schedule,
    isPending,
  };
};

/** Asks when a bot runs, and enables it with that schedule. */
export const ScheduleModal = (props: Props) => {
  const { bot, onClose } = props;
  const form = useSchedule(props);
  const { result: parsed, failure } = form;
  return (
    <Dialog
      title={bot.status === 'enabled' ? 'Change schedule' : 'Schedule bot'}
      actions={
        <Button
          variant="primary"
          disabled={'problem' in parsed}
          loading={form.isPending}
          onClick={form.schedule}
        >
          Schedule
        </Button>
      }
      busy={form.isPending}
      onClose={onClose}
    >
      <SpaceBetween size="l">
        {failure && (
          <Alert type="error" header="Error. An error occurred while enabling the bot.">
            {failureText(failure)}
          </Alert>
        )}
        <Box>
          While it is enabled, <Box variant="strong">{bot.name}</Box> runs by this schedule.
          {bot.last_schedule && ' The one it had last is filled in.'}
        </Box>
        <ScheduleFields {...form} subject="the bot" />
        <PublishedCost bot={bot} cron={'timetable' in parsed ? parsed.timetable.cron : undefined} />
      </SpaceBetween>
    </Dialog>
  );
};

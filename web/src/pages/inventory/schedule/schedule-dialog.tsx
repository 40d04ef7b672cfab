import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TimeInput from '@cloudscape-design/components/time-input';
import { benchmarksOf } from '#lib/domain/compliance/benchmark.schema.ts';
import type { ScannedIntegration } from '#lib/domain/inventory/schedules/scan-schedule.schema.ts';
import { inventory } from '#web/api/inventory.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { NextRuns } from '#web/components/schedule/next-runs.tsx';
import { useUserTimeZone } from '#web/components/schedule/time-zones.ts';
import { parseTimetableInput } from '#web/components/schedule/parse-written.ts';
import {
  type ChosenInterval,
  cronOf,
  days,
  intervalFromCron,
  intervals,
  timeNow,
} from './interval.ts';

const incompleteText = 'Choose an interval and a start time; for a week, also a day.';

type Props = { integration: ScannedIntegration; onClose: () => void; onScheduled: () => void };

type FieldsProps = {
  chosen: ChosenInterval;
  change: (patch: ChosenInterval) => void;
  tz_info: string;
};

const Fields = ({ chosen, change, tz_info }: FieldsProps) => {
  const { interval, day, time = '' } = chosen;
  const options = intervals.map(({ value, label }) => ({ value, label }));
  return (
    <SpaceBetween size="m">
      <FormField label="Interval">
        <Select
          placeholder="Choose an interval"
          options={options}
          selectedOption={options.find(({ value }) => value === interval) ?? null}
          onChange={({ detail }) => {
            const found = intervals.find(({ value }) => value === detail.selectedOption.value);
            const start = time === '' ? timeNow(new Date(), tz_info) : time;
            change({ time: start, ...(found && { interval: found.value }) });
          }}
        />
      </FormField>
      {interval === 'week' && (
        <FormField label="Day">
          <Select
            placeholder="Choose a day"
            options={days.map((value) => ({ value }))}
            selectedOption={day ? { value: day } : null}
            onChange={({ detail }) => {
              const found = days.find((one) => one === detail.selectedOption.value);
              change({ ...chosen, ...(found && { day: found }) });
            }}
          />
        </FormField>
      )}
      <FormField label="Start time" constraintText="Hours and minutes, such as 02:30.">
        <TimeInput
          value={time}
          format="hh:mm"
          placeholder="hh:mm"
          onChange={({ detail }) => change({ ...chosen, time: detail.value })}
        />
      </FormField>
    </SpaceBetween>
  );
};

type ChecksProps = {
  type: ScannedIntegration['cspName'];
  checks: readonly string[];
  onChange: (checks: string[]) => void;
};

const Checks = ({ type, checks, onChange }: ChecksProps) => (
  <FormField label="Compliance checks" description="Leave empty for all benchmarks.">
    <Multiselect
      placeholder={checks.length === 0 ? 'All benchmarks' : 'Benchmarks'}
      options={benchmarksOf(type).map((value) => ({ value }))}
      selectedOptions={checks.map((value) => ({ value }))}
      deselectAriaLabel={({ value }) => `Remove ${value}`}
      onChange={({ detail }) => onChange(detail.selectedOptions.map(({ value = '' }) => value))}
    />
  </FormField>
);

const useSchedule = ({ integration, onClose, onScheduled }: Props) => {
  const { accountId, alias, schedule } = integration;
  const [chosen, change] = useState<ChosenInterval>(
    intervalFromCron(schedule?.cron_expression ?? ''),
  );
  const [checks, setChecks] = useState<string[]>(schedule?.compliance_checks ?? []);
  const zone = useUserTimeZone();
  const tz_info = schedule?.tz_info ?? zone;
  const { mutate, error, isPending } = useAction(inventory.createInventorySchedule);
  const cron_expression = cronOf(chosen);
  const save = () =>
    mutate(
      {
        integration_id: accountId,
        cron_expression: cron_expression ?? '',
        tz_info,
        compliance_checks: checks,
      },
      {
        onSuccess: () => {
          onScheduled();
          onClose();
          const successText = schedule ? 'Schedule saved' : 'Schedule enabled';
          flash.success(successText, { content: `${alias} is now scanned automatically.` });
        },
      },
    );
  return { chosen, change, checks, setChecks, tz_info, cron_expression, save, error, isPending };
};

/** Shows or asks for the scan interval of an integration, and enables its schedule. */
export const ScheduleDialog = (props: Props) => {
  const { alias, cspName, schedule } = props.integration;
  const refusal = useRefusal(inventory.createInventorySchedule);
  const form = useSchedule(props);
  const { cron_expression, tz_info, error } = form;
  const parsed = cron_expression ? parseTimetableInput({ cron_expression, tz_info }) : undefined;
  return (
    <Dialog
      title="Schedule inventory"
      actions={
        <Button
          variant="primary"
          {...disabledBy(refusal ?? (cron_expression === undefined ? incompleteText : undefined))}
          loading={form.isPending}
          onClick={form.save}
        >
          {schedule ? 'Save' : 'Schedule'}
        </Button>
      }
      busy={form.isPending}
      onClose={props.onClose}
    >
      <SpaceBetween size="l">
        {error && (
          <Alert type="error" header="The schedule was not saved">
            {failureText(error)}
          </Alert>
        )}
        <Box>
          While the schedule is enabled, <Box variant="strong">{alias}</Box> is scanned
          automatically. Scan times are in {tz_info}.
        </Box>
        {schedule && cron_expression === undefined && (
          <Alert type="info">
            This form cannot show its cron expression: {schedule.cron_expression}. Choose an
            interval to replace it.
          </Alert>
        )}
        <Fields {...form} />
        {parsed && 'timetable' in parsed && <NextRuns timetable={parsed.timetable} />}
        <Checks type={cspName} checks={form.checks} onChange={form.setChecks} />
      </SpaceBetween>
    </Dialog>
  );
};

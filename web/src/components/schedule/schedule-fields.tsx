import { useState } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TimetableInput } from '#lib/domain/schedules/timetable.rules.ts';
import { NextRuns } from './next-runs.tsx';
import { timeZones } from './time-zones.ts';
import type { parseTimetableInput } from './parse-written.ts';

type FieldProps = {
  input: TimetableInput;
  change: (patch: Partial<TimetableInput>) => void;
  /** The error text to show below a field. */
  errorOf: (field: keyof TimetableInput) => string | undefined;
};

const CronField = ({ input, change, errorOf, subject }: FieldProps & { subject: string }) => (
  <FormField
    label="Cron expression"
    description={`When ${subject} runs: minute, hour, day of the month, month, weekday.`}
    constraintText="For example 5 * * * *, */15 8-17 * * MON-FRI, or 30 6 1 * *."
    errorText={errorOf('cron_expression')}
  >
    <Input
      value={input.cron_expression}
      disableBrowserAutocorrect
      autoComplete={false}
      onChange={({ detail }) => change({ cron_expression: detail.value })}
    />
  </FormField>
);

const ZoneField = ({ input, change, errorOf }: FieldProps) => {
  const [zones] = useState(() => timeZones(input.tz_info));
  return (
    <FormField
      label="Time zone"
      description="The time zone in which the expression is evaluated."
      errorText={errorOf('tz_info')}
    >
      <Select
        options={zones.map((value) => ({ value }))}
        selectedOption={{ value: input.tz_info }}
        filteringType="auto"
        filteringAriaLabel="Find a time zone"
        filteringPlaceholder="Find a time zone"
        empty="No time zone has this name."
        virtualScroll
        onChange={({ detail }) => change({ tz_info: detail.selectedOption.value ?? 'UTC' })}
      />
    </FormField>
  );
};

type Props = FieldProps & {
  /** The result of parsing `input`. */
  result: ReturnType<typeof parseTimetableInput>;
  /** What is scheduled: "the bot". */
  subject: string;
};

/** When something runs: a cron expression, its time zone, and the resulting times. */
export const ScheduleFields = ({ result, subject, ...fields }: Props) => (
  <SpaceBetween size="l">
    <CronField {...fields} subject={subject} />
    <ZoneField {...fields} />
    <div aria-live="polite">
      {'timetable' in result && <NextRuns timetable={result.timetable} />}
    </div>
  </SpaceBetween>
);

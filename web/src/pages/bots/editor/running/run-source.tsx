import './running.css';
import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { eventOf, eventOptions, eventText } from '../../trial/event-options.ts';
import { runText, type TriggerEventSource } from '../../trial/source.ts';
import type { TriggerEvents } from '../../trial/use-trigger-events.ts';
import { useRunsOf } from '../../trial/use-runs.ts';
import type { RunPlan } from './run-plan.ts';

type Props = {
  botId: string;
  /** The events that can start the bot; undefined if none are offered. */
  triggerEvents?: TriggerEvents | undefined;
  plan: RunPlan;
  onChange: (patch: Partial<RunPlan>) => void;
};

const customJsonOption = { value: '', label: 'Custom JSON' };

const selectedOptionOf = ({ part, run, event }: RunPlan): SelectProps.Option | undefined => {
  const chosen = part === 'from' ? run : (event ?? run);
  return chosen && { value: chosen.id, label: chosen.name };
};

const SourceSelect = ({
  botId,
  triggerEvents,
  plan,
  onChange,
  ...field
}: Props & { label: string; description?: string; errorText?: string | undefined }) => {
  const { runs, statusType, refetch } = useRunsOf(botId);
  const isFrom = plan.part === 'from';
  const offeredRuns: SelectProps.Option[] = runs
    .filter(({ state }) => !isFrom || isFinal(state))
    .map((run) => ({ value: run._id, label: runText(run) }));
  const otherOptions = isFrom ? [] : [customJsonOption, ...eventOptions(triggerEvents)];
  const runOptions = isFrom
    ? offeredRuns
    : [{ label: 'Input of an earlier run', options: offeredRuns }];
  const choose = ({ value = '', label = '' }: SelectProps.Option) => {
    const event = eventOf(triggerEvents, value);
    const run = value === '' || event ? undefined : { id: value, name: label };
    const text = value === '' && eventText(triggerEvents, plan.event?.id);
    onChange({ event, run, ...(text && { text }) });
  };
  return (
    <FormField stretch {...field}>
      <Select
        options={[...otherOptions, ...(offeredRuns.length > 0 ? runOptions : [])]}
        selectedOption={selectedOptionOf(plan) ?? (isFrom ? null : customJsonOption)}
        placeholder="Choose a run"
        statusType={statusType}
        loadingText="Loading runs"
        errorText="Could not load runs."
        recoveryText="Retry"
        empty="This bot has no run that has ended."
        onLoadItems={() => void refetch()}
        expandToViewport
        onChange={({ detail }) => choose(detail.selectedOption)}
      />
    </FormField>
  );
};

/** The run whose results are reused by a run that starts from a node. */
export const EarlierRun = ({ errorText, ...props }: Props & { errorText: string | undefined }) => (
  <SourceSelect
    {...props}
    label="Goes on from"
    description={
      'The new run reuses the results of the earlier nodes and does not run them again, even if ' +
      'they were changed since.'
    }
    errorText={errorText}
  />
);

type InputProps = Props & {
  /** The input of the chosen run, once loaded. */
  saved: { value: unknown } | undefined;
  errorText: string | undefined;
  onLeave: () => void;
};

type DataProps = { title: string; errorText?: string | undefined; children: ReactNode };

/** The chosen data, of any size. */
const Data = ({ title, errorText, children }: DataProps) => (
  <div>
    <Box variant="awsui-key-label">{title}</Box>
    <div className="bot-run-data">{children}</div>
    {errorText && <Box color="text-status-error">{errorText}</Box>}
  </div>
);

/** The chosen event, as received. */
const ReceivedEventView = ({
  event,
}: {
  event: Extract<TriggerEventSource, { kind: 'event' }>;
}) => {
  const { listener_id, id: event_id } = event;
  const { data, error, refetch } = useCall(listeners.getListenerEvent, { listener_id, event_id });
  if (error) return <LoadFailed error={error} subject="this event" onRetry={refetch} />;
  if (!data) return <Loading text="Loading event" />;
  if (data.payload_part) return <Box>It is too large to be shown here.</Box>;
  return <LazyJsonView value={data.payload ?? {}} subject="event" />;
};

const EventView = ({ event }: { event: TriggerEventSource }) =>
  event.kind === 'finding' ? (
    <LazyJsonView value={event.payload} subject="event" />
  ) : (
    <ReceivedEventView event={event} />
  );

/**
 * The data of a run: an event of the bot's listener or the input of an earlier run, shown; or an
 * input as text.
 */
export const RunSource = ({ saved, errorText, onLeave, ...props }: InputProps) => {
  const { plan, onChange } = props;
  return (
    <SpaceBetween size="m">
      <SourceSelect {...props} label="Starts with" />
      {plan.event && (
        <Data title="Event">
          <EventView event={plan.event} />
        </Data>
      )}
      {plan.run && (
        <Data title="Input of that run" errorText={errorText}>
          {saved && <LazyJsonView value={saved.value ?? {}} subject="input" />}
        </Data>
      )}
      {!plan.run && !plan.event && (
        <FormField
          stretch
          label="Input"
          description="A JSON object. Expressions read it as $event."
          constraintText="Up to 32 KB."
          errorText={errorText}
        >
          <Textarea
            value={plan.text}
            rows={8}
            spellcheck={false}
            onChange={({ detail }) => onChange({ text: detail.value })}
            onBlur={onLeave}
          />
        </FormField>
      )}
    </SpaceBetween>
  );
};

import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { useSelectableBots } from '#web/components/use-selectable-bots.ts';
import { type RunBounds, tidyBounds } from '../document/details.ts';

type Props = {
  bounds: RunBounds;
  onChange: (bounds: RunBounds) => void;
  /** The error of a setting, by its path: `concurrency.limit`. */
  errorOf: (path: string) => string | undefined;
  onLeave: (path: string) => void;
  /** Why the server rejected the settings. */
  problem: string | undefined;
  /** The bot itself, which cannot be its own error bot. */
  botId: string | undefined;
};

type NumberProps = Pick<Props, 'errorOf' | 'onLeave'> & {
  path: string;
  label: string;
  description: string;
  constraint: string;
  placeholder?: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
};

const NumberField = (props: NumberProps) => (
  <FormField
    label={`${props.label} - optional`}
    description={props.description}
    constraintText={props.constraint}
    errorText={props.errorOf(props.path)}
  >
    <Input
      type="number"
      step="any"
      value={props.value === undefined ? '' : String(props.value)}
      placeholder={props.placeholder ?? ''}
      onBlur={() => props.onLeave(props.path)}
      onChange={({ detail }) =>
        props.onChange(detail.value.trim() === '' ? undefined : Number(detail.value))
      }
    />
  </FormField>
);

const whenFull = [
  { value: 'queue', label: 'Queue', description: 'It starts when another run has ended.' },
  { value: 'drop', label: 'Drop', description: 'It does not run.' },
] as const;

const Concurrency = ({ bounds, onChange, errorOf, onLeave }: Props) => {
  const { concurrency } = bounds;
  const update = (change: Partial<NonNullable<RunBounds['concurrency']>>) =>
    onChange({ ...bounds, concurrency: { limit: 1, ...concurrency, ...change } });
  const chosen = whenFull.find(({ value }) => value === concurrency?.when_full) ?? whenFull[0];
  return (
    <SpaceBetween size="l">
      <NumberField
        {...{ errorOf, onLeave }}
        path="concurrency.limit"
        label="Runs at once"
        description={
          'A run counts until it ends, even while it waits for people or for the run of another ' +
          'bot. Further runs wait, at most until their deadline, or are dropped.'
        }
        constraint="A whole number from 1 to 1,000. Leave it empty for no limit."
        value={concurrency?.limit}
        onChange={(limit) =>
          limit === undefined ? onChange({ ...bounds, concurrency: undefined }) : update({ limit })
        }
      />
      {concurrency && (
        <FormField label="One more than that">
          <Select
            options={[...whenFull]}
            selectedOption={chosen}
            onChange={({ detail }) =>
              update({ when_full: detail.selectedOption.value === 'drop' ? 'drop' : 'queue' })
            }
          />
        </FormField>
      )}
      {concurrency && (
        <FormField
          label="Count together by - optional"
          description="An expression over $event: the limit applies to each value separately."
          errorText={errorOf('concurrency.key')}
        >
          <Input
            value={concurrency.key ?? ''}
            placeholder="{% $event.account %}"
            onBlur={() => onLeave('concurrency.key')}
            onChange={({ detail }) =>
              update({ key: detail.value === '' ? undefined : detail.value })
            }
          />
        </FormField>
      )}
    </SpaceBetween>
  );
};

const none = { value: '', label: 'None' };

const deletedBotText =
  'This bot was deleted: failed runs start nothing. Choose another bot, or none.';

type ErrorBotProps = Props & { choices: ReturnType<typeof useSelectableBots> };

const ErrorBot = ({ bounds, onChange, errorOf, botId, choices }: ErrorBotProps) => {
  const { found, search } = choices;
  const otherBots = (found.data?.items ?? []).filter(({ _id }) => _id !== botId);
  const options = [none, ...otherBots.map(({ _id, name }) => ({ value: _id, label: name }))];
  const { error_bot_id: id = '' } = bounds;
  const isGone = choices.gone.includes(id);
  const fallbackOption = { value: id, label: isGone ? 'A bot that was deleted' : id };
  return (
    <FormField
      label="Error bot - optional"
      description="Runs when a run of this bot has failed, with the failed run as its event."
      errorText={errorOf('error_bot_id')}
      warningText={isGone ? deletedBotText : undefined}
    >
      <Select
        options={options}
        selectedOption={options.find(({ value }) => value === id) ?? fallbackOption}
        filteringType={search ? 'manual' : 'auto'}
        statusType={found.statusType}
        loadingText="Loading bots"
        errorText="Could not load bots."
        recoveryText="Retry"
        onLoadItems={({ detail }) =>
          search && !detail.samePage ? search(detail.filteringText) : void found.refetch()
        }
        onChange={({ detail }) =>
          onChange({ ...bounds, error_bot_id: detail.selectedOption.value || undefined })
        }
      />
    </FormField>
  );
};

const MostResources = ({ bounds, onChange, errorOf, onLeave }: Props) => {
  const { max_resources: maxResources } = bounds;
  return (
    <SpaceBetween size="l">
      <NumberField
        {...{ errorOf, onLeave }}
        path="max_resources.count"
        label="Resources at most"
        description={
          'The run fails if an approval covers more resources than this. Changes made without an ' +
          'approval are not limited.'
        }
        constraint="A whole number from 1 to 1,000,000."
        value={maxResources?.count}
        onChange={(count) => onChange({ ...bounds, max_resources: { ...maxResources, count } })}
      />
      <NumberField
        {...{ errorOf, onLeave }}
        path="max_resources.percent"
        label="Share of resources at most"
        description={
          'As a percentage of the total that an approval states under Out of. It does not apply ' +
          'to an approval that states no total.'
        }
        constraint="A number from 0.1 to 100."
        value={maxResources?.percent}
        onChange={(percent) => onChange({ ...bounds, max_resources: { ...maxResources, percent } })}
      />
    </SpaceBetween>
  );
};

/** Limits of a bot's runs, all optional. */
export const RunBoundsSection = ({ onChange, ...props }: Props) => {
  const { bounds } = props;
  const change = (next: RunBounds) => onChange(tidyBounds(next));
  const errorBots = useSelectableBots({ chosen: bounds.error_bot_id ?? '' });
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <ExpandableSection
      headerText="Runs"
      headerDescription="Deadline, limits, errors"
      // Opened if the error bot was deleted, so that this is visible at once.
      expanded={isOpen ?? errorBots.gone.length > 0}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      <SpaceBetween size="l">
        {props.problem && <Alert type="error">{props.problem}</Alert>}
        <NumberField
          {...props}
          path="deadline_minutes"
          label="Deadline"
          description="A run fails after this many minutes. Time spent waiting does not count."
          constraint="A whole number from 1 to 525,600."
          placeholder="1440"
          value={bounds.deadline_minutes}
          onChange={(deadline_minutes) => change({ ...bounds, deadline_minutes })}
        />
        <NumberField
          {...props}
          path="minutes_saved"
          label="Time saved"
          description="Minutes that a run saves, compared with doing its work by hand."
          constraint="A number up to 100,000."
          value={bounds.minutes_saved}
          onChange={(minutes_saved) => change({ ...bounds, minutes_saved })}
        />
        <NumberField
          {...props}
          path="retention_days"
          label="Retention"
          description="Days to keep ended runs. Your plan sets the maximum."
          constraint="A whole number from 1 to 400."
          value={bounds.retention_days}
          onChange={(retention_days) => change({ ...bounds, retention_days })}
        />
        <Concurrency {...props} onChange={change} />
        <Toggle
          checked={bounds.allow_overlap ?? false}
          onChange={({ detail }) => change({ ...bounds, allow_overlap: detail.checked })}
        >
          A scheduled run may start while the one before is under way
        </Toggle>
        <ErrorBot
          {...props}
          choices={errorBots}
          onChange={(next) => {
            // The section was open because of the deleted bot: it must stay open when another one
            // is chosen.
            setOpen(true);
            change(next);
          }}
        />
        <MostResources {...props} onChange={change} />
      </SpaceBetween>
    </ExpandableSection>
  );
};

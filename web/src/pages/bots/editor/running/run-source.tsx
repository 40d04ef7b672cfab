import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { runText } from '../../trial/source.ts';
import { useRunsOf } from '../../trial/use-runs.ts';
import type { RunPlan } from './run-plan.ts';

type Props = {
  botId: string;
  plan: RunPlan;
  onChange: (patch: Partial<RunPlan>) => void;
};

const written = { value: '', label: 'What is written here' };

const ChooseRun = ({
  botId,
  plan,
  onChange,
  ...field
}: Props & { label: string; description?: string; errorText?: string | undefined }) => {
  const { runs, statusType, refetch } = useRunsOf(botId);
  const isFrom = plan.part === 'from';
  const offered: SelectProps.Option[] = runs
    .filter(({ state }) => !isFrom || isFinal(state))
    .map((run) => ({ value: run._id, label: runText(run) }));
  const none = isFrom ? [] : [written];
  const chosen = plan.run && { value: plan.run.id, label: plan.run.name };
  return (
    <FormField stretch {...field}>
      <Select
        options={[...none, ...offered]}
        selectedOption={chosen ?? none[0] ?? null}
        placeholder="Choose a run"
        statusType={statusType}
        loadingText="Loading runs"
        errorText="Could not load runs."
        recoveryText="Retry"
        empty="This bot has no run that has ended."
        onLoadItems={() => void refetch()}
        expandToViewport
        onChange={({
          detail: {
            selectedOption: { value = '', label = '' },
          },
        }) => onChange({ run: value === '' ? undefined : { id: value, name: label } })}
      />
    </FormField>
  );
};

/** The run that a run from a node on takes over from. */
export const EarlierRun = ({ errorText, ...props }: Props & { errorText: string | undefined }) => (
  <ChooseRun
    {...props}
    label="Goes on from"
    description="What its nodes gave before is taken over; none of them runs again."
    errorText={errorText}
  />
);

type InputProps = Props & {
  /** The input of the chosen run, once it is known. */
  saved: { value: unknown } | undefined;
  errorText: string | undefined;
  onLeave: () => void;
};

/** The input of a run: written, or that of a run that has been, which is shown. */
export const RunSource = ({ saved, errorText, onLeave, ...props }: InputProps) => {
  const { plan, onChange } = props;
  return (
    <SpaceBetween size="m">
      <ChooseRun {...props} label="Starts with" />
      {plan.run ? (
        <div>
          <Box variant="awsui-key-label">Input of that run</Box>
          {saved && <LazyJsonView value={saved.value ?? {}} what="input" />}
          {errorText && <Box color="text-status-error">{errorText}</Box>}
        </div>
      ) : (
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

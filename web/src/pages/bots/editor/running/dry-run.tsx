import Box from '@cloudscape-design/components/box';
import Icon from '@cloudscape-design/components/icon';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { RunPlan } from './run-plan.ts';

type Props = {
  plan: RunPlan;
  /** The run to resume was a dry run: its results are no basis for real actions. */
  wasDry: boolean;
  onChange: (patch: Partial<RunPlan>) => void;
};

/** Whether the run is a dry run, which is the default for trials. */
export const DryRun = ({ plan, wasDry, onChange }: Props) => {
  const isDry = plan.dryRun || wasDry;
  return (
    <SpaceBetween size="xxs">
      <Toggle
        checked={isDry}
        disabled={wasDry}
        description={
          wasDry
            ? 'The run that it continues was a dry run, so this one is a dry run too.'
            : 'Reads data, but only reports what it would change or send.'
        }
        onChange={({ detail }) => onChange({ dryRun: detail.checked })}
      >
        Dry run
      </Toggle>
      <div aria-live="polite">
        {!isDry && (
          <Box color="text-status-warning">
            <Icon name="status-warning" size="small" /> This run makes real changes and sends real
            messages.
          </Box>
        )}
      </div>
    </SpaceBetween>
  );
};

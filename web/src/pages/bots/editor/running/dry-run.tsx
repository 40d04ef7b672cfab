import Box from '@cloudscape-design/components/box';
import Icon from '@cloudscape-design/components/icon';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { RunPlan } from './run-plan.ts';

type Props = {
  plan: RunPlan;
  /** The run that this one goes on from was dry: what it told is nothing to act on. */
  wasDry: boolean;
  onChange: (patch: Partial<RunPlan>) => void;
};

/** Whether the run acts: a trial does not, unless somebody wants it to. */
export const DryRun = ({ plan, wasDry, onChange }: Props) => {
  const isDry = plan.dryRun || wasDry;
  return (
    <SpaceBetween size="xxs">
      <Toggle
        checked={isDry}
        disabled={wasDry}
        description={
          wasDry
            ? 'The run that it goes on from was dry, so this one is.'
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

import Checkbox from '@cloudscape-design/components/checkbox';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RunPlan } from './run-plan.ts';

type Option = 'usePins' | 'withoutCache' | 'force';

type Props = {
  plan: RunPlan;
  /** The number of nodes with pinned data. */
  pins: number;
  onChange: (patch: Partial<RunPlan>) => void;
};

const texts: Record<Option, { label: string; description: string }> = {
  usePins: { label: 'Use pinned data', description: '' },
  withoutCache: {
    label: 'Without cache',
    description: 'Every node runs again; cached results are ignored.',
  },
  force: {
    label: 'Start by force',
    description: 'The run starts even if the bot has reached its limit of concurrent runs.',
  },
};

const pinsText = (pins: number): string => {
  if (pins === 0) return 'No node of this bot holds pinned data.';
  const nodesText = pins === 1 ? '1 node is not run' : `${pins} nodes are not run`;
  return `${nodesText}: the pinned data is used instead.`;
};

const options: readonly Option[] = ['usePins', 'withoutCache', 'force'];

/** The options of a manual run. */
export const RunOptions = ({ plan, pins, onChange }: Props) => (
  <ExpandableSection headerText="Options" defaultExpanded={pins > 0}>
    <SpaceBetween size="xs">
      {options.map((option) => (
        <Checkbox
          key={option}
          checked={plan[option]}
          disabled={option === 'usePins' && pins === 0}
          description={option === 'usePins' ? pinsText(pins) : texts[option].description}
          onChange={({ detail }) => onChange({ [option]: detail.checked })}
        >
          {texts[option].label}
        </Checkbox>
      ))}
    </SpaceBetween>
  </ExpandableSection>
);

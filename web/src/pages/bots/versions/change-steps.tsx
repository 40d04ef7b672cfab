import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { VersionComparison } from '#lib/domain/bots/version.schema.ts';

/**
 * The nodes to step through, from the top: those that differ, and the source of each arrow that
 * differs if its nodes do not.
 */
export const stepsOf = ({ nodes }: Graph, found: VersionComparison): string[] => {
  const steps = new Set(found.nodes.map(({ node_id }) => node_id));
  for (const { source, target } of [...found.arrows_added, ...found.arrows_removed]) {
    if (!steps.has(source) && !steps.has(target)) steps.add(source);
  }
  return nodes
    .filter(({ id }) => steps.has(id))
    .sort((a, b) => a.position.y - b.position.y || a.position.x - b.position.x)
    .map(({ id }) => id);
};

export type StepBy = (by: 1 | -1) => void;

/** Moves from one change to the next one, and from the last to the first. */
export const createStepper =
  (steps: readonly string[], at: number, choose: (nodeId: string) => void): StepBy =>
  (by) => {
    const from = at < 0 && by < 0 ? 0 : at;
    const next = steps.at((from + by) % Math.max(1, steps.length));
    if (next !== undefined) choose(next);
  };

type Props = {
  steps: readonly string[];
  /** The index of the selected one; below zero if none is. */
  at: number;
  stepBy: StepBy;
};

export const ChangeSteps = ({ steps, at, stepBy }: Props) => {
  if (steps.length === 0) return null;
  return (
    <SpaceBetween size="xs" direction="horizontal" alignItems="center">
      <Button iconName="angle-up" onClick={() => stepBy(-1)}>
        Previous change
      </Button>
      <Button iconName="angle-down" onClick={() => stepBy(1)}>
        Next change
      </Button>
      <Box color="text-body-secondary">
        <span aria-live="polite">
          {at < 0 ? '' : `${at + 1} of `}
          {steps.length === 1 ? '1 change' : `${steps.length} changes`}
        </span>
      </Box>
    </SpaceBetween>
  );
};

import { useMemo, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotView, Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ArrowChange, VersionComparison } from '#lib/domain/bots/version.schema.ts';
import { compareGraphs } from '#lib/domain/bots/version.rules.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { Dialog } from '#web/components/dialog.tsx';
import type { GraphSelection } from '#web/components/graph/use-flow.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { tidyMergedGraph } from './merged-graph.ts';
import { ChangeSteps, createStepper, stepsOf } from './change-steps.tsx';
import { ComparedGraph } from './compared-graph.tsx';
import { Differences } from './differences.tsx';

type Props = { botId: string; from: number; to: number; onClose: () => void };

const emptySelection: GraphSelection = { nodes: [], edges: [] };

/** The differences in the selected nodes only, and in their arrows. */
const differencesAt = (found: VersionComparison, { nodes }: GraphSelection): VersionComparison => {
  const isEnd = ({ source, target }: ArrowChange) =>
    nodes.includes(source) || nodes.includes(target);
  return {
    nodes: found.nodes.filter(({ node_id }) => nodes.includes(node_id)),
    arrows_added: found.arrows_added.filter(isEnd),
    arrows_removed: found.arrows_removed.filter(isEnd),
    moved: 0,
  };
};

const ComparedVersions = ({ before, after }: { before: Graph; after: Graph }) => {
  const [selected, select] = useState<GraphSelection>(emptySelection);
  const found = useMemo(() => compareGraphs(before, after), [before, after]);
  const merged = useMemo(() => tidyMergedGraph(before, after, found), [before, after, found]);
  const steps = useMemo(() => stepsOf(merged.graph, found), [merged, found]);
  const at = steps.indexOf(selected.nodes.at(-1) ?? '');
  const stepBy = createStepper(steps, at, (id) => select({ nodes: [id], edges: [] }));
  const hasSelection = selected.nodes.length > 0;
  return (
    <SpaceBetween size="l">
      <ChangeSteps {...{ steps, at, stepBy }} />
      <ComparedGraph {...merged} {...{ selected, stepBy, opensAt: steps[0] }} onSelect={select} />
      {hasSelection && (
        <Button variant="inline-link" onClick={() => select(emptySelection)}>
          Show all differences
        </Button>
      )}
      {hasSelection ? (
        <Differences
          found={differencesAt(found, selected)}
          emptyText="This node is the same in both versions."
        />
      ) : (
        <Differences found={found} />
      )}
    </SpaceBetween>
  );
};

const graphOf = ({ data }: { data: BotView | undefined }): Graph | undefined => data?.graph;

/**
 * The differences of two versions of a bot, from the older to the newer one: drawn, and as text.
 */
export const Comparison = ({ botId, from, to, onClose }: Props) => {
  const older = useCall(bots.getBot, { bot_id: botId, version: from });
  const newer = useCall(bots.getBot, { bot_id: botId, version: to });
  const [before, after] = [graphOf(older), graphOf(newer)];
  const error = older.error ?? newer.error;
  const retry = () => {
    for (const call of [older, newer]) if (call.error) void call.refetch();
  };
  return (
    <Dialog
      title={`Compare version ${from} with version ${to}`}
      size="max"
      closeText="Close"
      onClose={onClose}
    >
      {before && after && <ComparedVersions before={before} after={after} />}
      {!(before && after) && error && (
        <LoadFailed error={error} subject="both versions" onRetry={retry} />
      )}
      {!(before && after) && !error && <Loading text="Comparing versions" />}
    </Dialog>
  );
};

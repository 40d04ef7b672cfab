import { useMemo, useState } from 'react';
import { ReactFlowProvider } from '@xyflow/react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { compareGraphs } from '#lib/domain/bots/version.rules.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Canvas } from '#web/components/graph/canvas.tsx';
import { CanvasTools } from '#web/components/graph/canvas-tools.tsx';
import type { GraphSelection } from '#web/components/graph/use-flow.ts';
import { useWalkKeys } from '#web/components/graph/use-walk-keys.ts';
import type { Edit } from '../editor/document/edit.ts';
import { type Proposal, useConversation } from './conversation.ts';
import { applyProposal, applyRefusal, discardProposal } from './proposal-decision.ts';
import { proposedGraph } from './proposed-graph.ts';

const emptySelection: GraphSelection = { nodes: [], edges: [] };

const changeKinds = ['added', 'changed', 'removed'] as const;

/** `3 nodes added, 1 changed`, or what else differs. */
export const changeText = (before: Graph, after: Graph): string => {
  const { nodes } = compareGraphs(before, after);
  const counts = changeKinds.flatMap((kind) => {
    const count = nodes.filter((node) => node.how === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  if (counts.length === 0) return 'Only connections differ.';
  const texts = counts.map(({ kind, count }, at) =>
    at === 0 ? `${formatCount(count, 'node', 'nodes')} ${kind}` : `${count} ${kind}`,
  );
  return `${texts.join(', ')}.`;
};

type DecisionProps = {
  builder: string;
  proposal: Proposal;
  draft: Graph;
  onEdit: (edit: Edit) => void;
};

/** Buttons that apply or discard a change. */
export const DecisionButtons = ({ builder, proposal, draft, onEdit }: DecisionProps) => (
  <SpaceBetween size="xs" direction="horizontal">
    <Button onClick={() => discardProposal(builder)}>Discard</Button>
    <Button
      variant="primary"
      {...disabledBy(applyRefusal(proposal, draft))}
      onClick={() => applyProposal(builder, draft, onEdit)}
    >
      Apply
    </Button>
  </SpaceBetween>
);

type Props = {
  builder: string;
  draft: Graph;
  name: string;
  onEdit: (edit: Edit) => void;
};

const Picture = ({ builder, draft, name, onEdit }: Props) => {
  const { proposal, working } = useConversation(builder);
  const before = proposal?.before ?? working?.before ?? draft;
  const after = proposal?.after ?? working?.graph ?? draft;
  const { graph, marks } = useMemo(() => proposedGraph(before, after), [before, after]);
  const [selected, select] = useState<GraphSelection>(emptySelection);
  const keys = useWalkKeys(graph, selected, select);
  const issues = proposal?.problems.length ?? 0;
  const messages = proposal ? (
    <Alert
      type="info"
      header="Proposed change"
      action={<DecisionButtons {...{ builder, proposal, draft, onEdit }} />}
    >
      {changeText(before, after)}{' '}
      {issues > 0 && `${formatCount(issues, 'issue keeps', 'issues keep')} the bot from running.`}
    </Alert>
  ) : (
    <Alert
      type="info"
      header="The AI builder is working"
      action={<Button onClick={() => working?.cancel()}>Cancel</Button>}
    >
      <LiveRegion tagName="span">
        It works on a copy. You review the change before it is applied.
      </LiveRegion>
    </Alert>
  );
  return (
    <Canvas
      {...{ graph, marks, selected, keys, messages }}
      onSelect={select}
      opensAt={undefined}
      label={`Graph of ${name} with the proposed change`}
    >
      <CanvasTools />
    </Canvas>
  );
};

/** Replaces the editor's canvas: the draft with the change that the builder proposes. */
export const BuilderCanvas = (props: Props) => {
  const isDone = useConversation(props.builder).proposal !== undefined;
  return (
    // The view is fitted to the whole change when it is complete.
    <ReactFlowProvider key={isDone ? 'proposal' : 'working'}>
      <div className="bot-drawing">
        <div className="bot-drawing-canvas">
          <Picture {...props} />
        </div>
      </div>
    </ReactFlowProvider>
  );
};

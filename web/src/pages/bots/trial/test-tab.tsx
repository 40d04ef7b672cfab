import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { actionIdsOf } from '#lib/domain/bots/integration.rules.ts';
import { skippableKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { actions } from '#web/api/actions.ts';
import { bots } from '#web/api/bots.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import type { RunPart } from '../editor/running/run-plan.ts';
import { EnclosingTurns } from '#web/components/run/enclosing-turns.tsx';
import { readJson } from '#web/components/json/read-json.ts';
import { createPinHandler } from './pin.ts';
import { PinnedData } from './pinned-data.tsx';
import type { Sample } from './sample.ts';
import type { DataSource } from './source.ts';
import type { ShownRunState } from './shown-run.tsx';
import { SourcePicker } from './source-picker.tsx';
import { TestResult } from './test-result.tsx';
import type { TriggerEvents } from './use-trigger-events.ts';
import { useNodeTest } from './use-node-test.ts';

/** The parts of a bot that are limited by a node. */
type NodePart = Exclude<RunPart, 'all'>;

export type TrialProps = {
  botId: string;
  /** The events of the bot's listener. */
  triggerEvents: TriggerEvents | undefined;
  source: DataSource;
  onSource: (source: DataSource) => void;
  /** The run that provides the data, as shown on the canvas; undefined until it is loaded. */
  shown?: ShownRunState | undefined;
  onShown: (shownRun: ShownRunState | undefined) => void;
  /** Whether nodes open on their result in that run. */
  wantsResult: boolean;
  onWantsResult: (wants: boolean) => void;
  /** The node that opens on its test. */
  testing: string | undefined;
  onTesting: (nodeId: string | undefined) => void;
  dryRun: boolean;
  onDryRun: (enabled: boolean) => void;
  /** Why a run of that part is not possible now. */
  runRefusal: Record<NodePart, string | undefined>;
  onRun: (part: NodePart) => void;
};

type Props = TrialProps & {
  graph: Graph;
  node: GraphNode;
  sample: Sample | undefined;
  onPin: (output: GraphNode['pinned']) => void;
};

const eventProblem = (source: DataSource): string | undefined => {
  const event = source.kind === 'json' ? readJson(source.text) : undefined;
  return event && 'problem' in event ? 'Correct the event first.' : undefined;
};

const RunButtons = ({ runRefusal, onRun }: Pick<TrialProps, 'runRefusal' | 'onRun'>) => (
  <SpaceBetween size="xs" direction="horizontal">
    <Button {...disabledBy(runRefusal.until)} onClick={() => onRun('until')}>
      Run up to here
    </Button>
    <Button {...disabledBy(runRefusal.from)} onClick={() => onRun('from')}>
      Run from here
    </Button>
  </SpaceBetween>
);

/** A test runs the node of the draft: it needs the permissions to edit it and to run its action. */
const calls = {
  test: executions.testNode,
  draw: bots.updateBot,
  act: actions.testAction,
};

const useTestRefusal = (node: GraphNode): string | undefined => {
  const { test, draw, act } = useRefusals(calls);
  const runsActions = actionIdsOf({ nodes: [node], edges: [] }).length > 0;
  return test ?? draw ?? (runsActions ? act : undefined);
};

const readsOnly = 'Reads data, but only reports what it would change or send.';
const asksNobody = 'A test does not ask anybody for approval: calls that need it are not made.';

const dryRunText = ({ type }: GraphNode): string =>
  type === 'ai_agent' ? `${readsOnly} ${asksNobody}` : readsOnly;

/** Tests only this node, with chosen data; or leads to a run of a part of the bot. */
export const TestTab = (props: Props) => {
  const { botId, graph, node, source, sample, shown, onSource, onPin, dryRun, onDryRun } = props;
  const { triggerEvents } = props;
  const view = source.kind === 'run' ? shown?.view : undefined;
  const refusal = useTestRefusal(node);
  const { run, isPending, tested, failure } = useNodeTest({ botId, graph, node, view });
  const pin = createPinHandler(onPin);
  const isPinnable = skippableKinds.has(node.type);
  return (
    <SpaceBetween size="l">
      <SourcePicker
        label="Take data from"
        description="No other node runs. Previews of expressions use the same data."
        {...{ botId, graph, triggerEvents, source }}
        onChange={onSource}
      />
      {view && <EnclosingTurns view={view} node={node} />}
      <Toggle
        checked={dryRun}
        onChange={({ detail }) => onDryRun(detail.checked)}
        description={dryRunText(node)}
      >
        Dry run
      </Toggle>
      <SpaceBetween size="s">
        <Button
          {...disabledBy(refusal ?? eventProblem(source))}
          loading={isPending}
          onClick={() => run(source, dryRun)}
        >
          Test this node only
        </Button>
        <div aria-live="polite">
          {failure && (
            <Alert type="error" header="The node was not tested.">
              {failure}
            </Alert>
          )}
          {tested && <TestResult tested={tested} onPin={isPinnable ? pin : undefined} />}
        </div>
      </SpaceBetween>
      {isPinnable ? (
        <PinnedData
          node={node}
          sample={source.kind === 'run' && sample ? { of: sample, name: 'that run' } : undefined}
          onPin={onPin}
        />
      ) : (
        <Box color="text-body-secondary">Data of this kind of node cannot be pinned.</Box>
      )}
      <RunButtons {...props} />
    </SpaceBetween>
  );
};

import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { BotSummary, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { useCall } from '#web/api/use-call.ts';
import { Dialog } from '#web/components/dialog.tsx';
import type { DataSource } from '../../trial/source.ts';
import type { TriggerEvents } from '../../trial/use-trigger-events.ts';
import { DryRun } from './dry-run.tsx';
import { RunOptions } from './run-options.tsx';
import {
  initialRunData,
  requestOf,
  type RunPart,
  runParts,
  type RunPlan,
  type RunRequest,
  usesPinsByDefault,
} from './run-plan.ts';
import { EarlierRun, RunSource } from './run-source.tsx';

type Props = {
  bot: Pick<BotSummary, '_id' | 'name' | 'draft_version' | 'published_version' | 'status'>;
  /** The selected node: a run can go up to it, or start from it. */
  node: GraphNode | undefined;
  part: RunPart;
  /** The data source for nodes: to resume a run, that run. */
  source: DataSource;
  triggerEvents: TriggerEvents | undefined;
  /** The number of nodes with pinned data. */
  pins: number;
  loading: boolean;
  /** Why the requested run was not started. */
  failure: string | undefined;
  onRun: (request: RunRequest) => void;
  onClose: () => void;
};

const partText = (part: RunPart, name: string): string => {
  if (part === 'all') return 'The whole bot';
  return part === 'until' ? `Up to ${name}` : `From ${name} on`;
};

const Parts = ({
  node,
  part,
  onChange,
}: {
  node: GraphNode;
  part: RunPart;
  onChange: (part: RunPart) => void;
}) => (
  <FormField label="What runs">
    <RadioGroup
      value={part}
      items={runParts.map((value) => ({ value, label: partText(value, node.name) }))}
      onChange={({ detail }) => onChange(runParts.find((one) => one === detail.value) ?? 'all')}
    />
  </FormField>
);

/** The version that runs: the draft, which may differ from the published one. */
const RunVersionText = ({ bot }: Pick<Props, 'bot'>) => {
  const { name, draft_version, published_version } = bot;
  return (
    <Box>
      Runs version {draft_version} of <Box variant="strong">{name}</Box>, as it is drawn here
      {published_version !== undefined && published_version !== draft_version
        ? `, and not version ${published_version}, which is published.`
        : '.'}
    </Box>
  );
};

const usePlan = ({ bot, part, pins, source, triggerEvents }: Props) => {
  const earlierRun = source.kind === 'run' ? { id: source.id, name: source.name } : undefined;
  const initialData = initialRunData(source, triggerEvents);
  const [plan, setPlan] = useState<RunPlan>({
    part,
    run: part === 'from' ? earlierRun : undefined,
    ...initialData,
    dryRun: true,
    withoutCache: false,
    usePins: usesPinsByDefault(bot, pins),
    force: false,
  });
  const change = (patch: Partial<RunPlan>) => setPlan({ ...plan, ...patch });
  const choosePart = (next: RunPart) =>
    change({ part: next, run: next === 'from' ? earlierRun : undefined });
  return { plan, change, choosePart };
};

const useChosenRun = ({ run }: RunPlan): ExecutionView | undefined =>
  useCall(executions.getExecution, { bot_exc_id: run?.id ?? '' }, { enabled: run !== undefined })
    .data;

/** Asks which part to run, with which data, and with which options. */
export const RunModal = (props: Props) => {
  const { bot, node, triggerEvents, pins, loading, failure, onRun, onClose } = props;
  const { plan, change, choosePart } = usePlan(props);
  const [showsErrors, setShowsErrors] = useState(false);
  const run = useChosenRun(plan);
  const saved = plan.run && run && { value: run.input };
  const request = requestOf(plan, node?.id, saved);
  const errorText = showsErrors && 'problem' in request ? request.problem : undefined;
  const submit = () => {
    setShowsErrors(true);
    if (!('problem' in request)) onRun(request);
  };
  const fields = { botId: bot._id, plan, onChange: change, errorText };
  const isResume = plan.part === 'from';
  const wasDry = isResume && run?.options.dry_run === true;
  return (
    <Dialog
      title="Run bot"
      actions={
        <Button variant="primary" loading={loading} onClick={submit}>
          {plan.dryRun || wasDry ? 'Start dry run' : 'Run'}
        </Button>
      }
      busy={loading}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        {failure && (
          <Alert type="error" header="Execution Error">
            {failure}
          </Alert>
        )}
        {node && <Parts node={node} part={plan.part} onChange={choosePart} />}
        <RunVersionText bot={bot} />
        {isResume ? (
          <EarlierRun {...fields} />
        ) : (
          <RunSource
            {...fields}
            {...{ triggerEvents, saved }}
            onLeave={() => setShowsErrors(true)}
          />
        )}
        <DryRun plan={plan} wasDry={wasDry} onChange={change} />
        {!isResume && <RunOptions plan={plan} pins={pins} onChange={change} />}
      </SpaceBetween>
    </Dialog>
  );
};

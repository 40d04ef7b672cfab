import { useState } from 'react';
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
import { RunOptions } from './run-options.tsx';
import {
  requestOf,
  type RunPart,
  runParts,
  type RunPlan,
  type RunRequest,
  takesPins,
} from './run-plan.ts';
import { EarlierRun, RunSource } from './run-source.tsx';

type Props = {
  bot: Pick<BotSummary, '_id' | 'name' | 'draft_version' | 'published_version' | 'status'>;
  /** The selected node: a run can go up to it, or on from it. */
  node: GraphNode | undefined;
  part: RunPart;
  /** The run whose data are looked at already: one that goes on goes on from it. */
  earlier: RunPlan['run'];
  /** How many nodes hold pinned data. */
  pins: number;
  loading: boolean;
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

/** Which version runs: a run that goes on has the version of the one before. */
const What = ({ bot, plan, ofRun }: { bot: Props['bot']; plan: RunPlan; ofRun: number }) => {
  const version = plan.part === 'from' ? ofRun : bot.draft_version;
  if (version === 0) return null;
  return (
    <Box>
      Runs version {version} of <Box variant="strong">{bot.name}</Box> now.
      {version !== bot.draft_version && ' What was changed since then is not in it.'}
    </Box>
  );
};

const usePlan = ({ bot, part, pins, earlier }: Props) => {
  const [plan, setPlan] = useState<RunPlan>({
    part,
    run: part === 'from' ? earlier : undefined,
    text: '{}',
    dryRun: false,
    withoutCache: false,
    usePins: takesPins(bot, pins),
    force: false,
  });
  return [plan, (patch: Partial<RunPlan>) => setPlan({ ...plan, ...patch })] as const;
};

const useChosenRun = ({ run }: RunPlan): ExecutionView | undefined =>
  useCall(executions.getExecution, { bot_exc_id: run?.id ?? '' }, { enabled: run !== undefined })
    .data;

/** Asks what runs, where its data come from, and how the run differs from a plain one. */
export const RunModal = (props: Props) => {
  const { bot, node, earlier, pins, loading, onRun, onClose } = props;
  const [plan, change] = usePlan(props);
  const [left, setLeft] = useState(false);
  const run = useChosenRun(plan);
  const saved = plan.run && run && { value: run.input };
  const request = requestOf(plan, node?.id, saved);
  const errorText = left && 'problem' in request ? request.problem : undefined;
  const submit = () => {
    setLeft(true);
    if (!('problem' in request)) onRun(request);
  };
  const fields = { botId: bot._id, plan, onChange: change, errorText };
  return (
    <Dialog
      title="Run bot"
      acts={
        <Button variant="primary" loading={loading} onClick={submit}>
          Run
        </Button>
      }
      onClose={onClose}
    >
      <SpaceBetween size="m">
        {node && (
          <Parts
            node={node}
            part={plan.part}
            onChange={(next) => change({ part: next, run: next === 'from' ? earlier : undefined })}
          />
        )}
        <What bot={bot} plan={plan} ofRun={plan.run && run ? run.version : 0} />
        {plan.part === 'from' ? (
          <EarlierRun {...fields} />
        ) : (
          <RunSource {...fields} saved={saved} onLeave={() => setLeft(true)} />
        )}
        {plan.part !== 'from' && <RunOptions plan={plan} pins={pins} onChange={change} />}
      </SpaceBetween>
    </Dialog>
  );
};

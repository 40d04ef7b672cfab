import { useCallback, useState } from 'react';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { draftRunRefusal, type Situation } from '../../acts/refusals.ts';
import type { ShownRunState } from '../../trial/shown-run.tsx';
import { type DataSource, firstSource, runText } from '../../trial/source.ts';
import type { TrialProps } from '../../trial/test-tab.tsx';
import { useTriggerEvents } from '../../trial/use-trigger-events.ts';

/**
 * The data source for trials, chosen once for all nodes, and the run shown on the canvas: the one
 * that provides the data. Undefined for a new bot.
 */
export const useTrial = (
  situation: Situation,
  onRun: TrialProps['onRun'],
): (TrialProps & { onStarted: (run: ExecutionView) => void }) | undefined => {
  const triggerEvents = useTriggerEvents(situation.graph);
  const [chosenSource, onSource] = useState<DataSource>();
  const source = chosenSource ?? firstSource(triggerEvents);
  const [shown, onShown] = useState<ShownRunState>();
  const [wantsResult, onWantsResult] = useState(false);
  const [testing, onTesting] = useState<string>();
  const [dryRun, onDryRun] = useState(true);
  const onStarted = useCallback((run: ExecutionView) => {
    onSource({ kind: 'run', id: run._id, name: runText(run) });
    onWantsResult(true);
  }, []);
  const { saved } = situation;
  if (!saved) return undefined;
  const refusal = draftRunRefusal(situation);
  const runRefusal = { until: refusal, from: refusal };
  const data = { triggerEvents, source, onSource, shown, onShown, wantsResult, onWantsResult };
  const tests = { testing, onTesting, dryRun, onDryRun };
  return { botId: saved._id, ...data, ...tests, runRefusal, onRun, onStarted };
};

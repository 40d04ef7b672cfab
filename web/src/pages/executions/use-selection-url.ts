import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { choiceParam, textParam } from '#web/components/use-url-state.ts';
import {
  choicesOf,
  choicesParam,
  formatChoices,
  type LaneChoices,
} from '#web/components/run/lane-map.ts';
import { questionsOf } from './questions.ts';

const urlState = z.object({
  /** `execute`: shows what the run waits for, while it waits. */
  mode: choiceParam(['view', 'execute']),
  node: textParam,
  turns: choicesParam,
});

/** The selected part of a run; changes replace the current history entry. */
export const useSelectionUrl = (run: ExecutionView) => {
  const [params, setParams] = useSearchParams();
  const url = useMemo(() => urlState.parse(Object.fromEntries(params)), [params]);
  const [followed] = url.mode === 'execute' && !url.node ? questionsOf(run) : [];
  const { only } = run.options;
  const choices = useMemo(
    (): LaneChoices => ({
      ...(only && { [only.node_id]: only.index }),
      ...url.turns,
      ...(followed && choicesOf(followed.lane)),
    }),
    [only, url.turns, followed],
  );
  const selectNode = useCallback(
    (nodeId: string | undefined, at: LaneChoices) =>
      setParams(
        (previous) => {
          const after = new URLSearchParams(previous);
          const turns = formatChoices(at);
          if (turns) after.set('turns', turns);
          else after.delete('turns');
          if (nodeId) after.set('node', nodeId);
          else after.delete('node');
          if (!nodeId && after.get('mode') === 'execute') after.set('mode', 'view');
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { nodeId: url.node ?? followed?.node_id, choices, selectNode };
};

import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { failedNodeId, findFailure } from './failure.ts';

/** Jumps to the step at which a failed run failed, in its iteration; nothing for other runs. */
export const ShowFailure = ({ view }: { view: RunViewState }) => {
  const { run, jump } = view;
  const [isLoading, setLoading] = useState(false);
  const id = run.state === 'FAILED' ? failedNodeId(run.results) : undefined;
  if (id === undefined) return null;
  const show = async () => {
    setLoading(true);
    const failure = await findFailure(run).catch(() => undefined);
    setLoading(false);
    jump(failure?.id ?? id, failure?.lane);
  };
  return (
    <Button loading={isLoading} onClick={() => void show()}>
      Show the failed step
    </Button>
  );
};

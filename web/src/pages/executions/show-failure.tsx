import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { failedNodeId, findFailure } from './failure.ts';

/** Jumps to the step at which a failed run failed, in its iteration; nothing for other runs. */
export const ShowFailure = ({ look }: { look: RunViewState }) => {
  const { run, jump } = look;
  const [looking, setLooking] = useState(false);
  const id = run.state === 'FAILED' ? failedNodeId(run.results) : undefined;
  if (id === undefined) return null;
  const show = async () => {
    setLooking(true);
    const place = await findFailure(run).catch(() => undefined);
    setLooking(false);
    jump(place?.id ?? id, place?.lane);
  };
  return (
    <Button loading={looking} onClick={() => void show()}>
      Show the failed step
    </Button>
  );
};

import Button from '@cloudscape-design/components/button';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import type { RunLook } from '#web/components/run/look.ts';

type Results = Readonly<Record<string, NodeResult>>;

/** The node that ended the run: it failed, and no policy led on from it. */
export const failedNode = (results: Results): string | undefined =>
  Object.keys(results)
    .filter((id) => results[id]?.status === 'FAILED' && results[id].handle === undefined)
    .sort((a, b) => ((results[a]?.ended_at ?? '') < (results[b]?.ended_at ?? '') ? -1 : 1))
    .at(-1);

/** Leads to the node that a failed run ended at; nothing where none failed. */
export const ShowFailure = ({ look }: { look: RunLook }) => {
  const id = look.run.state === 'FAILED' ? failedNode(look.run.results) : undefined;
  if (id === undefined) return null;
  return <Button onClick={() => look.jump(id)}>Show the failed step</Button>;
};

import { Suspense } from 'react';
import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';

// The code of the tables and forms is as large as the canvas: it is loaded when a question is open.
const LazyApproval = lazyPart(async () => (await import('./inline-approval.tsx')).InlineApproval);
const LazyInput = lazyPart(async () => (await import('./inline-input.tsx')).InlineInput);

/** The id of the approval or user input. */
export type AnswerProps = {
  id: string;
  /** Called after a decision or a submission: the run continues. */
  onDone: () => void;
};

type Props = { wait: WaitingFor; onDone: () => void };

/** The approval or form that a node waits for, to be answered in place. */
export const LazyInlineAnswer = ({ wait, onDone }: Props) => {
  const { approval_id, user_input_id } = wait;
  if (!approval_id && !user_input_id) return null;
  return (
    <Suspense fallback={<Loading text="Loading what is asked" />}>
      {approval_id && <LazyApproval key={approval_id} id={approval_id} onDone={onDone} />}
      {user_input_id && <LazyInput key={user_input_id} id={user_input_id} onDone={onDone} />}
    </Suspense>
  );
};

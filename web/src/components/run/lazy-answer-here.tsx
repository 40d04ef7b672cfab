import { Suspense } from 'react';
import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';

// Tables and forms are as much code as the canvas: they come when somebody is asked.
const ApprovalHere = lazyPart(async () => (await import('./approval-here.tsx')).ApprovalHere);
const InputHere = lazyPart(async () => (await import('./input-here.tsx')).InputHere);

/** What is asked, by its id. */
export type AnswerProps = {
  id: string;
  /** Something was decided or submitted: the run goes on. */
  onDone: () => void;
};

type Props = { wait: WaitingFor; onDone: () => void };

/** What a node waits for, to be answered in its place: an approval or a form. */
export const LazyAnswerHere = ({ wait, onDone }: Props) => {
  const { approval_id, user_input_id } = wait;
  if (!approval_id && !user_input_id) return null;
  return (
    <Suspense fallback={<Loading text="Loading what is asked" />}>
      {approval_id && <ApprovalHere key={approval_id} id={approval_id} onDone={onDone} />}
      {user_input_id && <InputHere key={user_input_id} id={user_input_id} onDone={onDone} />}
    </Suspense>
  );
};

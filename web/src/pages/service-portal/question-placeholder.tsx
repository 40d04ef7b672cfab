import Alert from '@cloudscape-design/components/alert';
import type { ApiError } from '#web/api/api-error.ts';
import { Expiry } from '#web/components/expiry.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

/** A question of a run: its id, and until when it is open. */
export type StepProps = { id: string; until: string; onAnswered: () => void };

type Props = {
  /** The noun for the question: `approval`. */
  subject: string;
  until: string;
  error: ApiError | null;
  /** Why it is not requested, if the user may not read it. */
  refused: string | undefined;
  onRetry: () => unknown;
};

/** Shown while a question is loading, or if it is for others. */
export const QuestionPlaceholder = ({ subject, until, error, refused, onRetry }: Props) => {
  if (refused === undefined && !error) return <Loading text={`Loading ${subject}`} />;
  if (error && error.status !== 403) {
    return <LoadFailed error={error} subject={`this ${subject}`} onRetry={onRetry} />;
  }
  return (
    <Alert type="info" header="Others are asked">
      The run continues once they have answered, and waits until <Expiry at={until} isOpen />.
    </Alert>
  );
};

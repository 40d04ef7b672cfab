import { ApiError } from '#web/api/api-error.ts';
import { usePage } from '#web/app/page.ts';
import { LoadFailed } from './load-failed.tsx';

type Props = {
  /** What the user may not see, as in a sentence: `listeners`. */
  subject: string;
  /** Why, and whom to ask for access. */
  refusal: string;
  /** A link to another page. */
  back?: { text: string; to: string };
};

/** Shown instead of a page that the user may not read. */
export const ForbiddenPage = ({ subject, refusal, back }: Props) => {
  usePage({ title: 'No access' });
  const error = new ApiError(403, refusal);
  return <LoadFailed error={error} subject={subject} wholePage {...(back && { back })} />;
};

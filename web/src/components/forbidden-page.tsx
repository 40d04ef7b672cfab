import { ApiError } from '#web/api/api-error.ts';
import { usePage } from '#web/app/page.ts';
import { LoadFailed } from './load-failed.tsx';

type Props = {
  /** What the person may not see, as in a sentence: `listeners`. */
  what: string;
  /** Why, and whom to ask. */
  refusal: string;
  /** Where to go instead. */
  back?: { text: string; to: string };
};

/** In place of a page that the person may not read. */
export const ForbiddenPage = ({ what, refusal, back }: Props) => {
  usePage({ title: 'No access' });
  const error = new ApiError(403, refusal);
  return <LoadFailed error={error} what={what} wholePage {...(back && { back })} />;
};

import { usePage } from '#web/app/page.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

export const crumbs = [{ text: 'Approvals', to: '/approvals' }];

const back = { text: 'Go to approvals', to: '/approvals' };

/** In place of an approval that is not there yet, or cannot be shown. */
export const NotShown = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  usePage({ title: 'Approval', crumbs });
  if (!error) return <Loading text="Loading approval" />;
  return <LoadFailed error={error} what="this approval" onRetry={onRetry} back={back} />;
};

import { pathTo } from '#lib/pages.ts';
import { useCurrentUser } from './session.ts';

/** The link to the user's first page, under the name that they know it by. */
export const useFirstPageLink = (): { text: string; to: string } => {
  const { data } = useCurrentUser();
  // Users of the self service portal have no dashboard.
  const text = data?.userType === 'SP_USER' ? 'Go to self service apps' : 'Go to Dashboard';
  return { text, to: pathTo('dashboards') };
};

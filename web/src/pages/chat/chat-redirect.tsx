import { Navigate, useLocation, useParams } from 'react-router';
import { pathTo } from '#lib/pages.ts';
import { usePage } from '#web/app/page.ts';
import { ChatPlaceholder } from './chat-placeholder.tsx';
import { useSession } from './use-session.ts';

/** The chat's former address, still used in links: redirects once it is known to lead to a chat. */
export const ChatRedirectPage = () => {
  const { bot_id = '', bot_exc_id = '' } = useParams();
  const { search } = useLocation();
  const { data, error, refetch } = useSession(bot_id, bot_exc_id);
  usePage({ page: 'oldChat' });
  if (data) return <Navigate to={pathTo('chat', { bot_id, bot_exc_id }) + search} replace />;
  return <ChatPlaceholder error={error} onRetry={refetch} />;
};

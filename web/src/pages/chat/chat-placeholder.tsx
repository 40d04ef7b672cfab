import { ApiError } from '#web/api/api-error.ts';
import { parentLinkOf } from '#web/app/page-links.ts';
import { ForbiddenPage } from '#web/components/forbidden-page.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { runGoneText } from '#web/components/run/run-gone.ts';

type Props = { error: unknown; onRetry: () => unknown };

/** Shown while a chat is loading, or if it cannot be shown. */
export const ChatPlaceholder = ({ error, onRetry }: Props) => {
  if (!error) return <Loading text="Loading chat..." />;
  const back = parentLinkOf('chat');
  if (error instanceof ApiError && error.status === 403) {
    return <ForbiddenPage subject="this chat" refusal={error.message} {...(back && { back })} />;
  }
  const failureProps = { ...(back && { back }), missing: runGoneText };
  return (
    <LoadFailed error={error} subject="this chat" onRetry={onRetry} {...failureProps} wholePage />
  );
};

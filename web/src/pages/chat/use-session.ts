import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { chat } from '#web/api/chat.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { pollEvery } from '#web/components/chat/use-messages.ts';

/** The chat of a run, updated while the run continues. */
export const useSession = (bot_id: string, bot_exc_id: string) => {
  const { answer, askAgain } = useRefetchableCall(
    chat.getChatSession,
    { bot_id, bot_exc_id },
    { poll: (session) => (session && isFinal(session.state) ? false : pollEvery) },
  );
  useChannel('bot_execution_updated', ({ bot_exc_id: run, node_name }) => {
    if (run === bot_exc_id && node_name === '') askAgain();
  });
  return answer;
};

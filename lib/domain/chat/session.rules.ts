import type { ChatSession } from './session.schema.ts';
import type { ChatThread } from './thread.schema.ts';

const prefixes = { run: 'exc_', session: 'chs_' } as const;

/** Id of the chat of a run, which contains all its AI agents. */
export const sessionIdOf = (runId: string): string =>
  `${prefixes.session}${runId.replace(prefixes.run, '')}`;

/** Id of the run of a chat; undefined if the id is not that of a chat. */
export const runIdOfSession = (sessionId: string): string | undefined =>
  sessionId.startsWith(prefixes.session)
    ? `${prefixes.run}${sessionId.slice(prefixes.session.length)}`
    : undefined;

/** The AI agents of a chat, and the latest run that one of them started (run ids sort by time). */
export const sessionAgentsOf = (
  threads: readonly ChatThread[],
): Pick<ChatSession, 'agents' | 'session_generated_bot_id' | 'session_generated_bot_exc_id'> => {
  const runOf = ({ session_generated_bot_exc_id: id = '' }: ChatThread) => id;
  const [last] = threads.toSorted((a, b) => runOf(b).localeCompare(runOf(a)));
  const { session_generated_bot_id, session_generated_bot_exc_id } = last ?? {};
  return {
    agents: threads.map(({ _id: resource_id, agent_node_id: name, status, loop_index }) => ({
      name,
      status,
      ...(loop_index !== undefined && { loop_index }),
      resource_id,
    })),
    ...(session_generated_bot_exc_id !== undefined && {
      session_generated_bot_id,
      session_generated_bot_exc_id,
    }),
  };
};

import type { ChatSession } from './session.schema.ts';
import type { ChatThread } from './thread.schema.ts';

const prefixes = { run: 'exc_', session: 'chs_' } as const;

/** The chat of a run: all its agents together. */
export const sessionIdOf = (runId: string): string =>
  `${prefixes.session}${runId.replace(prefixes.run, '')}`;

/** The run of a chat, by the chat's id; undefined where it is none. */
export const runOfSession = (sessionId: string): string | undefined =>
  sessionId.startsWith(prefixes.session)
    ? `${prefixes.run}${sessionId.slice(prefixes.session.length)}`
    : undefined;

/** What a chat tells of its agents; ids of runs sort by when they began. */
export const agentsOf = (
  threads: readonly ChatThread[],
): Pick<
  ChatSession,
  'agents' | 'session_generated_bot_id' | 'session_generated_bot_exc_id'
> => {
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

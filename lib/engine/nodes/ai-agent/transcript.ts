import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import type {
  ChatThread,
  ThreadRetry,
  ThreadStatus,
  ThreadUsage,
} from '#lib/domain/chat/thread.schema.ts';
import type { AgentUsage } from '#lib/domain/executions/runs/agent-use.store.ts';
import type { ModelTurn } from '#lib/ports/model.ts';

/** The state of an agent. */
export type AgentState = {
  status: ThreadStatus;
  /** Failed calls of the model since its last answer. */
  failures: number;
  /** When a model that did not answer is called again. */
  retry?: ThreadRetry | undefined;
  error?: string | undefined;
  failed_integration_id?: string | undefined;
};

/** The bot that the agent ran last, and its run. */
type Started = Pick<ChatThread, 'session_generated_bot_id' | 'session_generated_bot_exc_id'>;

/** What is recorded about an agent beside its conversation. */
export type Note = Partial<AgentState> &
  Partial<Started> &
  Pick<ChatThread, 'ended_by' | 'limit'> & { spent?: ThreadUsage; model?: string };

/** The stored conversation of an agent, independent of the process that works on it. */
export type Transcript = {
  /** The thread's id; undefined where a single node is tested and nothing is stored. */
  id?: string;
  /** Where its readers are shown output that is not stored yet. */
  shown?: Omit<NonNullable<ModelTurn['shown']>, 'sequence'>;
  /** Opens the thread if it is new. Returns its state and when it was opened (epoch ms). */
  open(
    context: ChatThread['agent_context_info'],
  ): Promise<AgentState & Started & { opened_at: number }>;
  /** The id of an approval requested in this place at this time; absent where `id` is. */
  approvalId?(sequence: number, at: number): string;
  entries(): Promise<ChatEntry[]>;
  /** Returns false where another process has written the entry in this place. */
  add(sequence: number, entry: ChatEntry): Promise<boolean>;
  note(change: Note): Promise<void>;
  /**
   * Adds to what all agents of the node have used in the run, and returns the sum; absent where
   * there is only this agent.
   */
  count?(usage: AgentUsage): Promise<AgentUsage>;
};

/** The conversation is temporarily out of reach; nothing that was said is lost. */
export class OutOfReach extends Error {
  constructor(cause: unknown) {
    super('The conversation of the agent could not be reached.', { cause });
  }
}

/** A transcript for a node that is tested alone: nothing is stored. */
export const inMemoryTranscript = (now: number): Transcript => {
  const entries: ChatEntry[] = [];
  return {
    open: async () => ({ status: 'ACTIVE', failures: 0, opened_at: now }),
    entries: async () => [...entries],
    add: async (_sequence, entry) => {
      entries.push(entry);
      return true;
    },
    note: async () => undefined,
  };
};

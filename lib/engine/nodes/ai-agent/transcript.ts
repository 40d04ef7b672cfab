import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import type {
  ChatThread,
  ThreadRetry,
  ThreadSpent,
  ThreadStatus,
} from '#lib/domain/chat/thread.schema.ts';
import type { AgentUse } from '#lib/domain/executions/runs/agent-use.store.ts';
import type { ModelTurn } from '#lib/ports/model.ts';

/** How an agent stands. */
export type Standing = {
  status: ThreadStatus;
  /** Attempts at the model that failed since it answered last. */
  failures: number;
  /** When a model that did not answer is asked again. */
  retry?: ThreadRetry | undefined;
  error?: string | undefined;
  failed_integration_id?: string | undefined;
};

/** The bot that the agent has run last, and its run. */
type Started = Pick<ChatThread, 'session_generated_bot_id' | 'session_generated_bot_exc_id'>;

/** What is noted of an agent beside what was said. */
export type Note = Partial<Standing> &
  Partial<Started> &
  Pick<ChatThread, 'ended_by' | 'limit'> & { spent?: ThreadSpent; model?: string };

/**
 * Where the conversation of an agent is kept: what is in it once was said, whoever goes on with it.
 */
export type Transcript = {
  /** The thread's id; undefined where nothing outlives the try of a node. */
  id?: string;
  /** Where those who read it are shown what is not kept yet. */
  shown?: Omit<NonNullable<ModelTurn['shown']>, 'sequence'>;
  /** Opens it where it is new; answers how it stands and when it was opened (epoch ms). */
  open(told: ChatThread['agent_context_info']): Promise<Standing & Started & { opened_at: number }>;
  /** The approval that is asked for in this place, at this time; absent as `id` is. */
  approvalId?(sequence: number, at: number): string;
  entries(): Promise<ChatEntry[]>;
  /** False where somebody else has written the entry in this place. */
  add(sequence: number, entry: ChatEntry): Promise<boolean>;
  note(change: Note): Promise<void>;
  /**
   * Adds to what all agents of the node used up in the run, and answers the sum; absent where there
   * is only this one.
   */
  count?(more: AgentUse): Promise<AgentUse>;
};

/** The conversation cannot be reached for the moment; what was said is not lost. */
export class OutOfReach extends Error {
  constructor(cause: unknown) {
    super('The conversation of the agent could not be reached.', { cause });
  }
}

/** For a node that is tried by itself: nothing outlives the try. */
export const unkept = (now: number): Transcript => {
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

import type { Execution } from '../executions/execution.schema.ts';
import { callerOf } from '../executions/history/history.rules.ts';

/** Who follows the chat of a run in the service portal: whoever has started it there. */
export const followerOf = ({ app, trigger }: Pick<Execution, 'app' | 'trigger'>) =>
  app ? callerOf(trigger) : undefined;

import { derivedId } from '#lib/kernel/ids.ts';
import type { Execution } from '../executions/execution.schema.ts';

/** The thread of an agent: the same for every attempt of its node in this lane of the run. */
export const threadIdOf = (
  { _id, created_at }: Pick<Execution, '_id' | 'created_at'>,
  lane: string,
  nodeId: string,
): string => derivedId('thr', Date.parse(created_at), _id, lane, nodeId);

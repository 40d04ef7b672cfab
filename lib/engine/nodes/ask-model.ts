import type { ModelAnswer, ModelTurn } from '#lib/ports/model.ts';
import { abortWhenOver } from '../models/abort-when-over.ts';
import type { EffectCall } from './node.ts';

/** Calls the model for a node of a run, and stops when the run or lane ends. */
export const askModel = (
  { deps, isOver = async () => false, bot_exc_id, longestQuestion = Infinity }: EffectCall,
  turn: ModelTurn,
): Promise<ModelAnswer> => {
  const limits = { ...turn.limits, time_ms: Math.min(turn.limits.time_ms, longestQuestion) };
  const limitedTurn = { ...turn, limits, ...(bot_exc_id !== undefined && { bot_exc_id }) };
  return abortWhenOver(isOver, (signal) => deps.models.turn(limitedTurn, { signal }));
};

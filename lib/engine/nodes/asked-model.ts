import type { ModelAnswer, ModelTurn } from '#lib/ports/model.ts';
import { untilOver } from '../models/until-over.ts';
import type { EffectCall } from './node.ts';

/** Asks the model for a node of a run, and no longer than that goes on. */
export const askedModel = (
  { deps, isOver = async () => false, bot_exc_id }: EffectCall,
  turn: ModelTurn,
): Promise<ModelAnswer> =>
  untilOver(isOver, (signal) =>
    deps.models.turn({ ...turn, ...(bot_exc_id !== undefined && { bot_exc_id }) }, { signal }),
  );

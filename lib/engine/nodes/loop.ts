import * as z from 'zod';
import { perTurnSettings } from '#lib/domain/bots/nodes/loop.schema.ts';
import { type Call, failed, type Failed, type Fork, type NodeRules } from './node.ts';

const count = z.coerce.number().int().min(0);

/** The value as a list: expressions yield a list of one entry without the list. */
export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : [value].flat();

type Turns = Pick<Fork, 'turns' | 'items'>;

const turnsOf = ({ settings }: Call): Turns | Failed => {
  if (settings.loop_type === 'while') return { turns: 'while' };
  if (settings.loop_type === 'list') {
    const items = listOf(settings.items_to_iterate);
    return { turns: items.length, items };
  }
  const parsed = count.safeParse(settings.count);
  if (parsed.success) return { turns: parsed.data };
  return failed('The number of iterations must be a whole number, 0 or more.');
};

export const loop: NodeRules = {
  perTurn: perTurnSettings,

  begin(call) {
    const { settings } = call;
    const found = turnsOf(call);
    if ('type' in found) return found;
    const maxIterations = Number(settings.max_iterations);
    if (typeof found.turns === 'number' && found.turns > maxIterations) {
      return failed(
        `It would take ${found.turns} iterations; at most ${maxIterations} are allowed.`,
      );
    }
    return {
      type: 'fork',
      ...found,
      atOnce: found.turns === 'while' ? 1 : Number(settings.max_concurrency),
      most: maxIterations,
    };
  },
};

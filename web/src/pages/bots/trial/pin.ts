import { graphNode, type GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { flash } from '#web/app/flash.tsx';

/** What is wrong with pinned data, which can only be its size. */
export const pinProblem = (output: unknown): string | undefined =>
  graphNode.shape.pinned.safeParse({ output }).error?.issues[0]?.message;

/** Pins a value, or reports why that is not possible. */
export const createPinHandler =
  (onPin: (pinned: GraphNode['pinned']) => void) =>
  (output: unknown): void => {
    const problem = pinProblem(output);
    if (problem) flash.error('The data was not pinned.', { id: 'pin', content: problem });
    else onPin({ output });
  };

import { type NodeHandle, Position } from '@xyflow/react';
import { isEntered } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kind.schema.ts';
import { nodeSize } from './node-size.ts';

/** As `graph.css` draws them with their borders, in pixels. */
const border = 2;
const size = { width: 16, height: 16 };

/**
 * Where a card's handles are, from its corner in pixels. As they are known before it is drawn,
 * nothing has to be measured before its arrows can be: one leads in at the left, the ways out share
 * the right side.
 */
export const handlesAt = (kind: NodeKind, ways: readonly string[]): NodeHandle[] => {
  const { width, height } = nodeSize(kind);
  const at = (x: number, part: number) => ({
    ...size,
    x: x - size.width / 2,
    y: border + (height - 2 * border) * part - size.height / 2,
  });
  const sources = ways.map((id, index) => ({
    ...at(width - border, (index + 1) / (ways.length + 1)),
    id,
    type: 'source' as const,
    position: Position.Right,
  }));
  const target = { ...at(border, 1 / 2), type: 'target' as const, position: Position.Left };
  return isEntered(kind) ? [target, ...sources] : sources;
};

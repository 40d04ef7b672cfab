import { type NodeHandle, Position } from '@xyflow/react';
import { canBeEntered } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { type Box, nodeSize } from './node-size.ts';
import type { Point } from './lines.ts';

/** Pixels, as drawn by `graph.css` including borders. */
const border = 2;
const size = { width: 16, height: 16 };

/** The fraction of a card's width at which a handle lies. */
export const shareOf = (index: number, count: number): number => (index + 0.5) / count;

/**
 * The positions of a card's handles, relative to its corner in pixels: one input at the top, the
 * outputs spread along the bottom. As they are known before rendering, arrows can be drawn without
 * measuring.
 */
export const handlesAt = (kind: NodeKind, handles: readonly string[]): NodeHandle[] => {
  const { width, height } = nodeSize(kind);
  const at = (share: number, y: number) => ({
    ...size,
    x: border + (width - 2 * border) * share - size.width / 2,
    y: y - size.height / 2,
  });
  const sources = handles.map((id, index) => ({
    ...at(shareOf(index, handles.length), height - border),
    id,
    type: 'source' as const,
    position: Position.Bottom,
  }));
  const target = { ...at(1 / 2, border), type: 'target' as const, position: Position.Top };
  return canBeEntered(kind) ? [target, ...sources] : sources;
};

/** The starting point of an arrow at one of a card's handles. */
export const arrowStartAt = (
  { x, y, width, height }: Box,
  index: number,
  count: number,
): Point => ({
  x: Math.round(x + border + (width - 2 * border) * shareOf(index, count)),
  y: y + height,
});

/** The end point of an arrow to a card: above its handle. */
export const arrowEndAt = ({ x, y, width }: Box): Point => ({
  x: Math.round(x + width / 2),
  y: y + border - size.height / 2,
});

import { type NodeHandle, Position } from '@xyflow/react';
import { isEntered } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kind.schema.ts';
import { type Box, nodeSize } from './node-size.ts';
import type { Point } from './lines.ts';

/** As `graph.css` draws them with their borders, in pixels. */
const border = 2;
const size = { width: 16, height: 16 };

/** At which share of a card's width a way out leaves. */
export const shareOf = (index: number, ways: number): number => (index + 0.5) / ways;

/**
 * Where a card's handles are, from its corner in pixels. As they are known before it is drawn,
 * nothing has to be measured before its arrows can be: one leads in at the top, the ways out share
 * the bottom.
 */
export const handlesAt = (kind: NodeKind, ways: readonly string[]): NodeHandle[] => {
  const { width, height } = nodeSize(kind);
  const at = (share: number, y: number) => ({
    ...size,
    x: border + (width - 2 * border) * share - size.width / 2,
    y: y - size.height / 2,
  });
  const sources = ways.map((id, index) => ({
    ...at(shareOf(index, ways.length), height - border),
    id,
    type: 'source' as const,
    position: Position.Bottom,
  }));
  const target = { ...at(1 / 2, border), type: 'target' as const, position: Position.Top };
  return isEntered(kind) ? [target, ...sources] : sources;
};

/** Where an arrow begins that leaves a card by one of its ways. */
export const leavesAt = ({ x, y, width, height }: Box, way: number, ways: number): Point => ({
  x: Math.round(x + border + (width - 2 * border) * shareOf(way, ways)),
  y: y + height,
});

/** Where an arrow to a card ends: above its handle. */
export const arrivesAt = ({ x, y, width }: Box): Point => ({
  x: Math.round(x + width / 2),
  y: y + border - size.height / 2,
});

import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';

/** Free space between columns and rows, in pixels. */
export const gap = { x: 40, y: 72 };

/** Free space between a frame and its content, more at the top for its title. */
export const framePadding = { side: 16, top: 28, bottom: 12 };

/** Width and height of a node on the canvas, in pixels: known before rendering. */
export const nodeSize = (kind: NodeKind): { width: number; height: number } =>
  kind === 'note' ? { width: 240, height: 120 } : { width: 220, height: 72 };

export type Box = { x: number; y: number; width: number; height: number };

/** The part of a node that its box on the canvas depends on. */
export type Placed = Pick<GraphNode, 'type' | 'position'>;

export const boxOf = ({ type, position }: Placed): Box => ({ ...position, ...nodeSize(type) });

/** Whether two boxes overlap or are too close. */
export const isTooClose = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + gap.x / 4 &&
  b.x < a.x + a.width + gap.x / 4 &&
  a.y < b.y + b.height + gap.y / 2 &&
  b.y < a.y + a.height + gap.y / 2;

/** The smallest box around others, of which there must be at least one. */
export const boundsOf = (boxes: readonly Box[]): Box => {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
};

/** Whether two boxes have any point in common. */
export const isIntersecting = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

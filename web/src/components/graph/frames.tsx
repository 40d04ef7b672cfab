import { memo } from 'react';
import { ViewportPortal } from '@xyflow/react';
import { type Body, framesOf } from './bodies.ts';
import type { FlowNode } from './flow.ts';
import { boxesOf } from './use-routes.ts';

type Props = { bodies: readonly Body[]; nodes: readonly FlowNode[] };

/**
 * Frames around the content of loops and parallels, below nodes and arrows. They follow dragged
 * nodes.
 */
export const Frames = memo(({ bodies, nodes }: Props) => {
  if (bodies.length === 0) return null;
  return (
    <ViewportPortal>
      {framesOf(bodies, boxesOf(nodes)).map(({ opener, text, x, y, width, height }) => (
        <div
          key={opener}
          className="bot-frame"
          data-text={text}
          style={{ transform: `translate(${x}px, ${y}px)`, inlineSize: width, blockSize: height }}
        />
      ))}
    </ViewportPortal>
  );
});
Frames.displayName = 'Frames';

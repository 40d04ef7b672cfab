import './picture.css';
import type { CSSProperties } from 'react';
import * as token from '@cloudscape-design/design-tokens';
import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf, nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { KindIcon } from '#web/components/kind-icon.tsx';

/** Pixels of a node, and of the space around the picture. */
const box = { width: 148, height: 84 };
const margin = 16;

/** What templates are drawn with, and what that becomes here: they run down, as pages do. */
const drawn = { column: 300, row: 120 };
const step = { row: 160, column: 128 };

const colors = {
  '--picture-card': token.colorBackgroundContainerContent,
  '--picture-ground': token.colorBackgroundLayoutMain,
  '--picture-border': token.colorBorderControlDefault,
  '--picture-text': token.colorTextBodyDefault,
  '--picture-faint': token.colorTextBodySecondary,
  '--picture-icon': token.colorTextAccent,
} as CSSProperties;

/** A node turned by a quarter: what followed to the right follows below. */
const turned = (node: GraphNode): GraphNode => ({
  ...node,
  position: {
    x: (node.position.y / drawn.row) * step.row,
    y: (node.position.x / drawn.column) * step.column,
  },
});

/** How small it may become: below that nobody reads it, and it is scrolled instead. */
const smallest = 0.8;

const boundsOf = (nodes: readonly GraphNode[]) => {
  const xs = nodes.map(({ position }) => position.x);
  const ys = nodes.map(({ position }) => position.y);
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return {
    x,
    y,
    width: Math.max(...xs) + box.width + margin - x,
    height: Math.max(...ys) + box.height + margin - y,
  };
};

const Card = ({ type, name, position: { x, y } }: GraphNode) => (
  <foreignObject x={x} y={y} {...box}>
    <div className="picture-card">
      <span className="picture-icon">
        <KindIcon kind={type} />
      </span>
      <span className="picture-title">
        <span className="picture-kind">{nodeFacts[type].label}</span>
        <span className="picture-name">{name}</span>
      </span>
    </div>
  </foreignObject>
);

type ArrowProps = { edge: GraphEdge; from: GraphNode; to: GraphNode };

const Arrow = ({ edge: { sourceHandle = 'next' }, from, to }: ArrowProps) => {
  const ways = handlesOf(from);
  const share = (ways.indexOf(sourceHandle) + 1) / (ways.length + 1);
  const x = from.position.x + box.width * share;
  const y = from.position.y + box.height;
  const [endX, endY] = [to.position.x + box.width / 2, to.position.y - 2];
  const bend = Math.max(16, (endY - y) / 2);
  return (
    <>
      <path
        className="picture-arrow"
        markerEnd="url(#picture-head)"
        d={`M${x},${y} C${x},${y + bend} ${endX},${endY - bend} ${endX},${endY}`}
      />
      {ways.length > 1 && (
        <text
          className="picture-way"
          x={x + (share < 0.5 ? -4 : 4)}
          y={y + 15}
          textAnchor={share < 0.5 ? 'end' : 'start'}
        >
          {sourceHandle}
        </text>
      )}
    </>
  );
};

const Head = () => (
  <defs>
    <marker id="picture-head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" orient="auto">
      <path d="M0,0 L10,5 L0,10 z" className="picture-head" />
    </marker>
  </defs>
);

/**
 * A graph to look at, from top to bottom: it shrinks to the width there is as long as it can be
 * read, and scrolls by itself beyond that.
 */
export const Picture = ({ graph, name }: { graph: Graph; name: string }) => {
  const nodes = graph.nodes.filter(({ type }) => type !== 'note').map(turned);
  const { x, y, width, height } = boundsOf(nodes);
  const find = (id: string) => nodes.find((node) => node.id === id);
  const arrows = graph.edges.flatMap((edge): ArrowProps[] => {
    const [from, to] = [find(edge.source), find(edge.target)];
    return from && to ? [{ edge, from, to }] : [];
  });
  return (
    // It may scroll by itself, so that keys must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="picture" style={colors} aria-label={`Graph of ${name}`} tabIndex={0}>
      <svg
        viewBox={`${x} ${y} ${width} ${height}`}
        style={{ maxInlineSize: width, minInlineSize: width * smallest }}
      >
        <Head />
        {arrows.map((arrow) => (
          <Arrow key={arrow.edge.id} {...arrow} />
        ))}
        {nodes.map((node) => (
          <Card key={node.id} {...node} />
        ))}
      </svg>
    </section>
  );
};

import './picture.css';
import type { CSSProperties } from 'react';
import * as token from '@cloudscape-design/design-tokens';
import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf, nodeCatalogue } from '#lib/domain/bots/node.schema.ts';
import { KindIcon } from '#web/components/kind-icon.tsx';

/** Pixels of a node, and of the space around the picture. */
const box = { width: 220, height: 72 };
const margin = 8;

/** Smaller than this nobody can read it. */
const readable = 0.6;

const colors = {
  '--picture-card': token.colorBackgroundContainerContent,
  '--picture-ground': token.colorBackgroundLayoutMain,
  '--picture-border': token.colorBorderControlDefault,
  '--picture-text': token.colorTextBodyDefault,
  '--picture-faint': token.colorTextBodySecondary,
  '--picture-icon': token.colorTextAccent,
} as CSSProperties;

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
        <span className="picture-kind">{nodeCatalogue[type].label}</span>
        <span className="picture-name">{name}</span>
      </span>
    </div>
  </foreignObject>
);

type ArrowProps = { edge: GraphEdge; from: GraphNode; to: GraphNode };

const Arrow = ({ edge: { sourceHandle = 'next' }, from, to }: ArrowProps) => {
  const ways = handlesOf(from);
  const index = ways.indexOf(sourceHandle);
  const share = (index + 1) / (ways.length + 1);
  const x = from.position.x + box.width;
  const y = from.position.y + box.height * share;
  const [endX, endY] = [to.position.x - 2, to.position.y + box.height / 2];
  const bend = Math.min(60, (endX - x) / 2);
  return (
    <>
      <path
        className="picture-arrow"
        markerEnd="url(#picture-head)"
        d={`M${x},${y} C${x + bend},${y} ${endX - bend},${endY} ${endX},${endY}`}
      />
      {ways.length > 1 && (
        <text className="picture-way" x={x + 6} y={index === 0 ? y - 6 : y + 16}>
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

/** A graph to look at, as a picture: fits where it can be read so, and scrolls where it cannot. */
export const Picture = ({ graph, name }: { graph: Graph; name: string }) => {
  const nodes = graph.nodes.filter(({ type }) => type !== 'note');
  const { x, y, width, height } = boundsOf(nodes);
  const find = (id: string) => nodes.find((node) => node.id === id);
  const arrows = graph.edges.flatMap((edge): ArrowProps[] => {
    const [from, to] = [find(edge.source), find(edge.target)];
    return from && to ? [{ edge, from, to }] : [];
  });
  return (
    // What scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="picture" style={colors} aria-label={`Graph of ${name}`} tabIndex={0}>
      <svg
        viewBox={`${x} ${y} ${width} ${height}`}
        style={{ minInlineSize: width * readable, maxInlineSize: width }}
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

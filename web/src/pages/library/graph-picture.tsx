import './picture.css';
import { type CSSProperties, useMemo } from 'react';
import * as token from '@cloudscape-design/design-tokens';
import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf, isInRuns, nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { bodiesOf, type Frame, framesOf, titleBoxOf } from '#web/components/graph/bodies.ts';
import type { Point } from '#web/components/graph/lines.ts';
import { boundsOf, boxOf } from '#web/components/graph/node-size.ts';
import { pathOf } from '#web/components/graph/path.ts';
import { routeArrows } from '#web/components/graph/arrow-ends.ts';
import { KindIcon } from '#web/components/kind-icon.tsx';

/** Pixels around the picture. */
const margin = 16;

const colors = {
  '--picture-card': token.colorBackgroundContainerContent,
  '--picture-ground': token.colorBackgroundLayoutMain,
  '--picture-border': token.colorBorderControlDefault,
  '--picture-text': token.colorTextBodyDefault,
  '--picture-faint': token.colorTextBodySecondary,
  '--picture-icon': token.colorTextAccent,
} as CSSProperties;

/** The smallest scale: below that it is not readable, and is scrolled instead. */
const minScale = 0.7;

const Card = ({ node }: { node: GraphNode }) => (
  <foreignObject {...boxOf(node)}>
    <div className="picture-card">
      <span className="picture-icon">
        <KindIcon kind={node.type} />
      </span>
      <span className="picture-title">
        <span className="picture-kind">{nodeFacts[node.type].label}</span>
        <span className="picture-name">{node.name}</span>
      </span>
    </div>
  </foreignObject>
);

const GraphFrame = ({ frame }: { frame: Frame }) => {
  const { x, y, width, height, text } = frame;
  const title = titleBoxOf(frame);
  return (
    <>
      <rect className="picture-frame" {...{ x, y, width, height }} rx={16} />
      <text className="picture-way" x={title.x + 4} y={title.y + 15}>
        {text}
      </text>
    </>
  );
};

/** The name of a handle, on its arrow. */
const HandleName = ({ name, at: { x, y } }: { name: string; at: Point }) => (
  <text className="picture-way" x={x} y={y + 16} textAnchor="middle">
    {name}
  </text>
);

type ArrowProps = { edge: GraphEdge; from: GraphNode; route: readonly Point[] };

const Arrow = ({ edge: { sourceHandle = 'next' }, from, route }: ArrowProps) => {
  const [start] = route;
  return (
    <>
      <path className="picture-arrow" markerEnd="url(#picture-head)" d={pathOf(route)} />
      {start && handlesOf(from).length > 1 && <HandleName name={sourceHandle} at={start} />}
    </>
  );
};

const ArrowHead = () => (
  <defs>
    <marker id="picture-head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" orient="auto">
      <path d="M0,0 L10,5 L0,10 z" className="picture-head" />
    </marker>
  </defs>
);

const graphLayoutOf = (graph: Graph) => {
  const nodes = graph.nodes.filter(isInRuns);
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(node)]));
  const frames = framesOf(bodiesOf(graph), boxes);
  const routes = routeArrows(graph, boxes, frames);
  const find = (id: string) => nodes.find((node) => node.id === id);
  const arrows = graph.edges.flatMap((edge): ArrowProps[] => {
    const [from, route] = [find(edge.source), routes.get(edge.id)];
    return from && route ? [{ edge, from, route }] : [];
  });
  return { nodes, frames, arrows, bounds: boundsOf([...boxes.values(), ...frames]) };
};

/**
 * A read-only graph in the editor's style: it shrinks to the available width as long as it is
 * readable, and scrolls otherwise.
 */
export const GraphPicture = ({ graph, name }: { graph: Graph; name: string }) => {
  const { nodes, frames, arrows, bounds } = useMemo(() => graphLayoutOf(graph), [graph]);
  const [width, height] = [bounds.width + 2 * margin, bounds.height + 2 * margin];
  return (
    // The region may be scrollable, so that it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="picture" style={colors} aria-label={`Graph of ${name}`} tabIndex={0}>
      <svg
        viewBox={`${bounds.x - margin} ${bounds.y - margin} ${width} ${height}`}
        style={{ maxInlineSize: width, minInlineSize: width * minScale }}
      >
        <ArrowHead />
        {frames.map((frame) => (
          <GraphFrame key={frame.opener} frame={frame} />
        ))}
        {arrows.map((arrow) => (
          <Arrow key={arrow.edge.id} {...arrow} />
        ))}
        {nodes.map((node) => (
          <Card key={node.id} node={node} />
        ))}
      </svg>
    </section>
  );
};

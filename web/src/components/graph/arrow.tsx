import { memo, useContext, useState } from 'react';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import Icon from '@cloudscape-design/components/icon';
import { EditContext } from './edit-context.ts';
import type { ArrowData, FlowEdge } from './flow.ts';

const classNameOf = ({ difference, isTaken }: ArrowData): string =>
  difference ? `bot-is-${difference}` : isTaken ? 'bot-taken' : '';

/** An arrow between nodes, with a button that inserts a node. */
export const Arrow = memo((props: EdgeProps<FlowEdge>) => {
  const edits = useContext(EditContext);
  const { id, data } = props;
  const { path = '', x = 0, y = 0 } = data ?? {};
  const [near, setNear] = useState(false);
  return (
    <g onPointerEnter={() => setNear(true)} onPointerLeave={() => setNear(false)}>
      <BaseEdge
        id={id}
        path={path}
        {...(props.markerEnd && { markerEnd: props.markerEnd })}
        className={data ? classNameOf(data) : ''}
        interactionWidth={24}
      />
      {edits && (
        <EdgeLabelRenderer>
          <button
            type="button"
            className={`bot-insert nodrag nopan${near ? ' bot-insert-shown' : ''}`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            tabIndex={-1}
            data-into={id}
            aria-label={`Add a node between ${data?.from} and ${data?.to}`}
            onClick={() => edits.addInto(id)}
          >
            <Icon name="add-plus" size="small" />
          </button>
        </EdgeLabelRenderer>
      )}
    </g>
  );
});
Arrow.displayName = 'Arrow';

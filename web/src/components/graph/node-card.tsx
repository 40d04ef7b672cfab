import { memo, useContext } from 'react';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import Badge from '@cloudscape-design/components/badge';
import Icon from '@cloudscape-design/components/icon';
import { canBeEntered, nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { isRefused } from '#lib/domain/executions/outcome/outcome.rules.ts';
import { EditContext } from './edit-context.ts';
import { type CardData, differenceLabels, type FlowNode } from './flow.ts';
import { shareOf } from './handles.ts';
import { KindIcon } from '#web/components/kind-icon.tsx';
import { RunState } from '#web/components/run-state.tsx';

const AddButton = ({ id, name, handle }: { id: string; name: string; handle: string }) => {
  const edits = useContext(EditContext);
  if (!edits) return null;
  const handleText = handle === 'next' ? '' : ` by ${handle}`;
  return (
    <button
      type="button"
      className="bot-add nodrag nopan"
      tabIndex={-1}
      data-after={id}
      data-handle={handle}
      aria-label={`Add a node after ${name}${handleText}`}
      onClick={(event) => {
        event.stopPropagation();
        edits.addAfter(id, handle);
      }}
    >
      <Icon name="add-plus" size="small" />
    </button>
  );
};

const Ways = ({ id, data }: { id: string; data: CardData }) => {
  const handles = data.handles.split(' ').filter(Boolean);
  const openHandles = data.openHandles.split(' ');
  return handles.map((handle, index) => (
    <div
      key={handle}
      className="bot-way"
      style={{ insetInlineStart: `${shareOf(index, handles.length) * 100}%` }}
    >
      {handles.length > 1 && <span className="bot-way-name">{handle}</span>}
      <Handle type="source" position={Position.Bottom} id={handle} />
      {openHandles.includes(handle) && <AddButton id={id} name={data.name} handle={handle} />}
    </div>
  ));
};

const Note = ({ text, name, difference }: CardData) => (
  <div className={`bot-note${difference ? ` bot-is-${difference}` : ''}`}>
    <strong>{name}</strong>
    <p>{text}</p>
  </div>
);

const Title = ({ kind, name, summary, issues, ...marks }: CardData) => {
  const { status, decided, would, difference, remark, pinned, changed } = marks;
  return (
    <>
      <span className="bot-icon">
        <KindIcon kind={kind} />
      </span>
      <span className="bot-title">
        <span className="bot-kind">
          {difference && <span className="bot-difference">{differenceLabels[difference]} · </span>}
          {status ? (
            <RunState state={status} outcome={decided} would={would} short />
          ) : (
            nodeFacts[kind].label
          )}
          {remark && ` · ${remark}`}
        </span>
        <span className="bot-name">{name}</span>
        {summary && (
          <span className="bot-summary" title={summary}>
            {summary}
          </span>
        )}
      </span>
      <span className="bot-corner">
        {changed && (
          <span className="bot-changed" title="Changed since this run">
            <Icon name="edit" size="small" />
          </span>
        )}
        {pinned && <Icon name="location-pin" size="small" />}
        {issues > 0 && <Badge color="red">{issues}</Badge>}
      </span>
    </>
  );
};

/**
 * A rejection has the colour of a failure, whatever the run did afterwards; a step skipped in a dry
 * run does not have the colour of a success.
 */
const colorOf = ({ status, decided, would }: CardData) => {
  if (would !== undefined) return 'NOT_DONE';
  return isRefused(decided && { kind: decided }) ? 'FAILED' : status;
};

const cardClass = (card: CardData): string =>
  [
    'bot-card',
    card.status && `bot-state-${colorOf(card)}`,
    card.difference && `bot-is-${card.difference}`,
    card.disabled && 'bot-card-off',
  ]
    .filter(Boolean)
    .join(' ');

/** A node on the canvas: icon and name, problems, state in a run, and handles. */
export const NodeCard = memo(({ id, data }: NodeProps<FlowNode>) => {
  if (data.kind === 'note') return <Note {...data} />;
  return (
    <div className={cardClass(data)} title={data.name}>
      {canBeEntered(data.kind) && <Handle type="target" position={Position.Top} />}
      <Title {...data} />
      <Ways id={id} data={data} />
    </div>
  );
});
NodeCard.displayName = 'NodeCard';

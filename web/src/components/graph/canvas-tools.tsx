import { Panel } from '@xyflow/react';
import ButtonGroup, { type ButtonGroupProps } from '@cloudscape-design/components/button-group';
import { useViewActions } from './use-view-actions.ts';

export type Tool = Pick<
  ButtonGroupProps.IconButton,
  'id' | 'text' | 'iconName' | 'disabled' | 'loading' | 'loadingText'
> & {
  run: () => void;
};

/** The tools for the view of the canvas; the editor's own tools come first. */
export const CanvasTools = ({ tools = [] }: { tools?: readonly Tool[] }) => {
  const { zoomIn, zoomOut, fit } = useViewActions();
  const all: Tool[] = [
    ...tools,
    { id: 'in', text: 'Zoom in', iconName: 'zoom-in', run: zoomIn },
    { id: 'out', text: 'Zoom out', iconName: 'zoom-out', run: zoomOut },
    { id: 'fit', text: 'Fit', iconName: 'zoom-to-fit', run: fit },
  ];
  return (
    <Panel position="bottom-left">
      <div className="bot-tools">
        <ButtonGroup
          variant="icon"
          ariaLabel="Canvas tools"
          items={all.map(({ run: _run, ...tool }) => ({ type: 'icon-button', ...tool }))}
          onItemClick={({ detail }) => all.find(({ id }) => id === detail.id)?.run()}
        />
      </div>
    </Panel>
  );
};

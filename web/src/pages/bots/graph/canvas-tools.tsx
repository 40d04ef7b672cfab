import { Panel, useReactFlow } from '@xyflow/react';
import ButtonGroup, { type ButtonGroupProps } from '@cloudscape-design/components/button-group';

export type Tool = Pick<
  ButtonGroupProps.IconButton,
  'id' | 'text' | 'iconName' | 'disabled' | 'loading' | 'loadingText'
> & {
  run: () => void;
};

/** How the canvas is looked at; the editor's own tools come before. */
export const CanvasTools = ({ tools = [] }: { tools?: readonly Tool[] }) => {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const all: Tool[] = [
    ...tools,
    { id: 'in', text: 'Zoom in', iconName: 'zoom-in', run: () => void zoomIn() },
    { id: 'out', text: 'Zoom out', iconName: 'zoom-out', run: () => void zoomOut() },
    {
      id: 'fit',
      text: 'Fit',
      iconName: 'zoom-to-fit',
      run: () => void fitView({ maxZoom: 1, padding: 0.15 }),
    },
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

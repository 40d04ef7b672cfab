import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Dialog } from '#web/components/dialog.tsx';

type Row = readonly [keys: string, what: string];

const groups: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  [
    'Draw',
    [
      ['Tab, / or double-click', 'Add a node'],
      ['Enter', 'Edit the settings of the selected node'],
      ['Esc in the settings', 'Back to the canvas'],
      ['F2', 'Rename the selected node'],
      ['Delete', 'Delete the selection'],
      ['D', 'Disable or enable the selected nodes: runs skip disabled nodes'],
      ['Ctrl+C, Ctrl+X, Ctrl+V', 'Copy, cut, paste, also into another bot or browser'],
      ['Ctrl+D', 'Duplicate the selection'],
      ['Ctrl+Z', 'Undo'],
      ['Ctrl+Y, Ctrl+Shift+Z', 'Redo'],
      ['Ctrl+S', 'Save'],
      ['Right click, Shift+F10', 'Open the menu of a node, an arrow or the canvas'],
    ],
  ],
  [
    'Select and find',
    [
      ['Arrow keys', 'Walk along the graph; with Shift the selection grows'],
      ['Ctrl+A, Esc', 'Select all, select nothing'],
      ['Ctrl+click, drag', 'Select several nodes'],
      ['Ctrl+F', 'Find in names and contents of nodes'],
    ],
  ],
  [
    'Look',
    [
      ['1, 0, +, -', 'Fit, 100 %, zoom in, zoom out'],
      ['Ctrl+wheel', 'Zoom; the wheel alone moves the canvas'],
      ['Space+drag, middle button', 'Move the canvas'],
      ['?', 'This list'],
    ],
  ],
];

/** The keyboard and mouse actions of the canvas. */
export const KeysModal = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys on the canvas" size="large" closeText="Close" onClose={onClose}>
    <SpaceBetween size="l">
      {groups.map(([title, rows]) => (
        <SpaceBetween key={title} size="xs">
          <Box variant="h3">{title}</Box>
          <KeyValuePairs columns={3} items={rows.map(([label, value]) => ({ label, value }))} />
        </SpaceBetween>
      ))}
    </SpaceBetween>
  </Dialog>
);

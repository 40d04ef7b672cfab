import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf, isInRuns, skippableKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { isTestable } from '../../trial/testable.ts';
import { selectionActionsOf } from '../document/selection-actions.ts';
import type { MenuContent, MenuItem } from './context-menu.tsx';
import type { Edit } from '../document/edit.ts';
import type { InsertPoint } from '../document/insert.ts';
import type { GraphWithSelection } from '../document/key-commands.ts';
import type { Position } from '../document/placement.ts';

/** The actions of the canvas's menu; all but edits of the graph are performed elsewhere. */
export type MenuActions = {
  edit: (edit: Edit) => void;
  add: (insertPoint: InsertPoint) => void;
  cut: () => void;
  copy: () => void;
  paste: (at: Position) => void;
  selectAll: () => void;
  inspect: () => void;
  rename: () => void;
  test: (node: GraphNode) => void;
  runUntil: () => void;
  /** Pins the node's output in the shown run, or an empty object to be filled in. */
  pin: (node: GraphNode) => void;
  undo: () => void;
  redo: () => void;
  find: () => void;
  tidy: () => void;
  fit: () => void;
  help: () => void;
};

/** The target of the menu; its nodes or arrows are selected. */
export type MenuTarget = { kind: 'nodes' | 'arrow' | 'canvas'; position: Position };

type Refusals = {
  /** Why the bot cannot be run up to a node, and why a node cannot be tested. */
  run: string | undefined;
  test: string | undefined;
  undo: string | undefined;
  redo: string | undefined;
};

type MenuContext = GraphWithSelection & {
  target: MenuTarget;
  actions: MenuActions;
  refusals: Refusals;
};

const pasteItem = ({ target, actions }: MenuContext): MenuItem => ({
  id: 'paste',
  text: 'Paste',
  keys: 'Ctrl+V',
  run: () => actions.paste(target.position),
});

/** Duplicate, disable and delete: the same as the buttons. */
const editItems = ({ actions, ...selection }: MenuContext): MenuItem[] =>
  selectionActionsOf(selection).map(({ id, text, keys, edit }) => ({
    id,
    text,
    keys,
    run: () => actions.edit(edit),
  }));

const selectionGroups = (context: MenuContext): MenuItem[][] => {
  const { actions } = context;
  const items = editItems(context);
  return [
    [
      { id: 'cut', text: 'Cut', keys: 'Ctrl+X', run: actions.cut },
      { id: 'copy', text: 'Copy', keys: 'Ctrl+C', run: actions.copy },
      pasteItem(context),
      ...items.filter(({ id }) => id === 'duplicate'),
    ],
    items.filter(({ id }) => id !== 'duplicate'),
  ];
};

const settingsItems = (node: GraphNode, { actions }: MenuContext): MenuItem[] => [
  { id: 'inspect', text: 'Settings', keys: 'Enter', run: actions.inspect },
  { id: 'rename', text: 'Rename', keys: 'F2', run: actions.rename },
  ...(handlesOf(node).length === 0
    ? []
    : [
        {
          id: 'add',
          text: 'Add a node after it',
          keys: 'Tab',
          run: () => actions.add({ after: node.id }),
        },
      ]),
];

const pinItem = (node: GraphNode, { actions, refusals }: MenuContext): MenuItem =>
  node.pinned
    ? {
        id: 'pin',
        text: 'Unpin data',
        run: () => actions.edit({ do: 'pin', id: node.id, pinned: undefined }),
      }
    : { id: 'pin', text: 'Pin data', refusal: refusals.test, run: () => actions.pin(node) };

const trialItems = (node: GraphNode, context: MenuContext): MenuItem[] => {
  const { actions, refusals } = context;
  if (!isInRuns(node)) return [];
  const test = {
    id: 'test',
    text: 'Test this node only',
    refusal: refusals.test,
    run: () => actions.test(node),
  };
  return [
    { id: 'until', text: 'Run up to here', refusal: refusals.run, run: actions.runUntil },
    ...(isTestable(node.type) ? [test] : []),
    ...(skippableKinds.has(node.type) ? [pinItem(node, context)] : []),
  ];
};

const nodeMenu = (context: MenuContext): MenuContent => {
  const { graph, selected } = context;
  const isSingleNode = selected.nodes.length === 1 && selected.edges.length === 0;
  const node = isSingleNode ? graph.nodes.find(({ id }) => id === selected.nodes[0]) : undefined;
  if (!node) return { label: 'Selection', groups: selectionGroups(context) };
  const groups = [
    settingsItems(node, context),
    trialItems(node, context),
    ...selectionGroups(context),
  ];
  return { label: node.name, groups };
};

const arrowMenu = (context: MenuContext): MenuContent => {
  const { selected, actions } = context;
  const into = selected.edges[0] ?? '';
  const add = { id: 'add', text: 'Add a node here', keys: 'Tab', run: () => actions.add({ into }) };
  return { label: 'Arrow', groups: [[add], editItems(context)] };
};

const canvasMenu = (context: MenuContext): MenuContent => {
  const { target, actions, refusals } = context;
  return {
    label: 'Canvas',
    groups: [
      [
        { id: 'add', text: 'Add a node here', run: () => actions.add({ at: target.position }) },
        pasteItem(context),
      ],
      [
        { id: 'undo', text: 'Undo', keys: 'Ctrl+Z', refusal: refusals.undo, run: actions.undo },
        { id: 'redo', text: 'Redo', keys: 'Ctrl+Y', refusal: refusals.redo, run: actions.redo },
        { id: 'all', text: 'Select all', keys: 'Ctrl+A', run: actions.selectAll },
      ],
      [
        { id: 'tidy', text: 'Tidy up', run: actions.tidy },
        { id: 'fit', text: 'Fit on the canvas', keys: '1', run: actions.fit },
        { id: 'find', text: 'Find a node', keys: 'Ctrl+F', run: actions.find },
        { id: 'keys', text: 'Keys', keys: '?', run: actions.help },
      ],
    ],
  };
};

/** The menu for the element under the pointer, with the same actions as keys and buttons. */
export const menuOf = (context: MenuContext): MenuContent => {
  const { target } = context;
  const menu =
    target.kind === 'canvas'
      ? canvasMenu(context)
      : target.kind === 'arrow'
        ? arrowMenu(context)
        : nodeMenu(context);
  return { ...menu, groups: menu.groups.filter(({ length }) => length > 0) };
};

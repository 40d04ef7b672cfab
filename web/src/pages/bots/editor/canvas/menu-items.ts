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
  add: (where: InsertPoint) => void;
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
export type MenuTarget = { on: 'nodes' | 'arrow' | 'canvas'; place: Position };

type Refusals = {
  /** Why the bot cannot be run up to a node, and why a node cannot be tested. */
  run: string | undefined;
  test: string | undefined;
  undo: string | undefined;
  redo: string | undefined;
};

type MenuContext = GraphWithSelection & {
  target: MenuTarget;
  does: MenuActions;
  refusals: Refusals;
};

const pasteItem = ({ target, does }: MenuContext): MenuItem => ({
  id: 'paste',
  text: 'Paste',
  keys: 'Ctrl+V',
  run: () => does.paste(target.place),
});

/** Duplicate, disable and delete: the same as the buttons. */
const editItems = ({ does, ...chosen }: MenuContext): MenuItem[] =>
  selectionActionsOf(chosen).map(({ id, text, keys, edit }) => ({
    id,
    text,
    keys,
    run: () => does.edit(edit),
  }));

const selectionGroups = (given: MenuContext): MenuItem[][] => {
  const { does } = given;
  const acts = editItems(given);
  return [
    [
      { id: 'cut', text: 'Cut', keys: 'Ctrl+X', run: does.cut },
      { id: 'copy', text: 'Copy', keys: 'Ctrl+C', run: does.copy },
      pasteItem(given),
      ...acts.filter(({ id }) => id === 'duplicate'),
    ],
    acts.filter(({ id }) => id !== 'duplicate'),
  ];
};

const settingsItems = (node: GraphNode, { does }: MenuContext): MenuItem[] => [
  { id: 'inspect', text: 'Settings', keys: 'Enter', run: does.inspect },
  { id: 'rename', text: 'Rename', keys: 'F2', run: does.rename },
  ...(handlesOf(node).length === 0
    ? []
    : [
        {
          id: 'add',
          text: 'Add a node after it',
          keys: 'Tab',
          run: () => does.add({ after: node.id }),
        },
      ]),
];

const pinItem = (node: GraphNode, { does, refusals }: MenuContext): MenuItem =>
  node.pinned
    ? {
        id: 'pin',
        text: 'Unpin data',
        run: () => does.edit({ do: 'pin', id: node.id, pinned: undefined }),
      }
    : { id: 'pin', text: 'Pin data', refusal: refusals.test, run: () => does.pin(node) };

const trialItems = (node: GraphNode, given: MenuContext): MenuItem[] => {
  const { does, refusals } = given;
  if (!isInRuns(node)) return [];
  const test = {
    id: 'test',
    text: 'Test this node only',
    refusal: refusals.test,
    run: () => does.test(node),
  };
  return [
    { id: 'until', text: 'Run up to here', refusal: refusals.run, run: does.runUntil },
    ...(isTestable(node.type) ? [test] : []),
    ...(skippableKinds.has(node.type) ? [pinItem(node, given)] : []),
  ];
};

const nodeMenu = (given: MenuContext): MenuContent => {
  const { graph, selected } = given;
  const only = selected.nodes.length === 1 && selected.edges.length === 0;
  const node = only ? graph.nodes.find(({ id }) => id === selected.nodes[0]) : undefined;
  if (!node) return { label: 'Selection', groups: selectionGroups(given) };
  const groups = [settingsItems(node, given), trialItems(node, given), ...selectionGroups(given)];
  return { label: node.name, groups };
};

const arrowMenu = (given: MenuContext): MenuContent => {
  const { selected, does } = given;
  const into = selected.edges[0] ?? '';
  const add = { id: 'add', text: 'Add a node here', keys: 'Tab', run: () => does.add({ into }) };
  return { label: 'Arrow', groups: [[add], editItems(given)] };
};

const canvasMenu = (given: MenuContext): MenuContent => {
  const { target, does, refusals } = given;
  return {
    label: 'Canvas',
    groups: [
      [
        { id: 'add', text: 'Add a node here', run: () => does.add({ at: target.place }) },
        pasteItem(given),
      ],
      [
        { id: 'undo', text: 'Undo', keys: 'Ctrl+Z', refusal: refusals.undo, run: does.undo },
        { id: 'redo', text: 'Redo', keys: 'Ctrl+Y', refusal: refusals.redo, run: does.redo },
        { id: 'all', text: 'Select all', keys: 'Ctrl+A', run: does.selectAll },
      ],
      [
        { id: 'tidy', text: 'Tidy up', run: does.tidy },
        { id: 'fit', text: 'Fit on the canvas', keys: '1', run: does.fit },
        { id: 'find', text: 'Find a node', keys: 'Ctrl+F', run: does.find },
        { id: 'keys', text: 'Keys', keys: '?', run: does.help },
      ],
    ],
  };
};

/** The menu for the element under the pointer, with the same actions as keys and buttons. */
export const menuOf = (given: MenuContext): MenuContent => {
  const { target } = given;
  const menu =
    target.on === 'canvas'
      ? canvasMenu(given)
      : target.on === 'arrow'
        ? arrowMenu(given)
        : nodeMenu(given);
  return { ...menu, groups: menu.groups.filter(({ length }) => length > 0) };
};

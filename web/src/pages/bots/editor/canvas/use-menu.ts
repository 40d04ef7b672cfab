import { type MouseEvent, useState } from 'react';
import { useReactFlow } from '@xyflow/react';
import type { Selection } from '../document/editor-state.ts';
import type { MenuTarget } from './menu-items.ts';
import { isTyping } from './typing.ts';
import type { Editor } from '../use-editor.ts';

type Point = { x: number; y: number };

export type OpenMenu = {
  /** In the window. */
  at: Point;
  target: MenuTarget;
  /** The element that gets the focus back. */
  from: HTMLElement;
};

type Hit = { kind: MenuTarget['kind']; element: Element; select?: Selection };

const targetOfSelection = ({ nodes, edges }: Selection): MenuTarget['kind'] => {
  if (nodes.length > 0) return 'nodes';
  return edges.length > 0 ? 'arrow' : 'canvas';
};

/**
 * The target under the pointer: a node, an arrow, or the canvas. For a key, it is the canvas, or
 * the focused node. Tools and panels have no such menu.
 */
const findHit = (target: Element, canvas: Element, selected: Selection): Hit | undefined => {
  const element = target.closest<HTMLElement | SVGElement>(
    '.react-flow__node, .react-flow__edge, [data-into]',
  );
  const id = element?.dataset['into'] ?? element?.dataset['id'];
  if (element && id !== undefined) {
    const isNode = element.matches('.react-flow__node');
    const isSelected = (isNode ? selected.nodes : selected.edges).includes(id);
    const select = isNode ? { nodes: [id], edges: [] } : { nodes: [], edges: [id] };
    const keepsSelection = isSelected && (isNode || selected.nodes.length === 0);
    return { kind: isNode ? 'nodes' : 'arrow', element, ...(!keepsSelection && { select }) };
  }
  if (target === canvas || target.closest('.react-flow__nodesselection')) {
    return { kind: targetOfSelection(selected), element: target };
  }
  return target.matches('.react-flow__pane') ? { kind: 'canvas', element: target } : undefined;
};

const isInside = ({ x, y }: Point, { left, right, top, bottom }: DOMRect): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** The pointer's position; for a key, a position beside the target. */
const pointOf = ({ clientX: x, clientY: y }: MouseEvent, element: Element): Point => {
  const box = element.getBoundingClientRect();
  return isInside({ x, y }, box) ? { x, y } : { x: box.left + 16, y: box.bottom };
};

/**
 * The context menu of the canvas: opened by the right button, a long press, Shift+F10 or the menu
 * key.
 */
export const useMenu = ({ selected, dispatch }: Editor) => {
  const { screenToFlowPosition } = useReactFlow();
  const [openMenu, setOpenMenu] = useState<OpenMenu>();
  return {
    openMenu,
    close: () => {
      openMenu?.from.focus({ preventScroll: true });
      setOpenMenu(undefined);
    },
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      const { target, currentTarget: canvas } = event;
      const hit =
        target instanceof Element && !isTyping(event)
          ? findHit(target, canvas, selected)
          : undefined;
      if (!hit) return;
      event.preventDefault();
      if (hit.select) dispatch({ do: 'select', ...hit.select });
      const at = pointOf(event, hit.element);
      const focused = document.activeElement;
      const from = focused instanceof HTMLElement && canvas.contains(focused) ? focused : canvas;
      setOpenMenu({ at, target: { kind: hit.kind, position: screenToFlowPosition(at) }, from });
    },
  };
};

import './workbench.css';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react';
import Button from '@cloudscape-design/components/button';
import { helpOpen, shownPage } from '#web/app/page.ts';
import { useStore } from '#web/app/store.ts';
import { useFreeHeight } from '#web/components/use-free-height.ts';
import { graphColors } from './graph-colors.ts';
import { PaneGrip } from './pane-grip.tsx';
import { usePaneWidth } from './use-pane-width.ts';

type Props = {
  header: ReactNode;
  canvas: ReactNode;
  /** The name of the pane, for screen readers. */
  paneLabel: string;
  /** The node that the pane shows, if any. */
  selectedId: string | undefined;
  pane: ReactNode;
};

const sizeStyle = (height: number | undefined, paneWidth: number): CSSProperties => {
  const variables: Record<`--${string}`, string> = {
    '--bot-block-size': height ? `${height}px` : '70vh',
    '--bot-pane-inline-size': `${paneWidth}px`,
  };
  return variables;
};

const bringIntoView = (element: Element | null, block: ScrollLogicalPosition): void =>
  element?.scrollIntoView?.({ block });

/** Scrolls to the pane if it is below the canvas, where it would not be visible. */
export const showPane = (): void => {
  const isBelow = window.matchMedia('(max-width: 912px)').matches;
  if (!isBelow) return;
  // On a page that was just opened, the header's height is not final yet.
  requestAnimationFrame(() =>
    bringIntoView(document.querySelector('.bot-workbench-side'), 'start'),
  );
};

/** Scrolls to the pane when a node is tapped, and back to the canvas where it was tapped. */
const usePaneScrolling = () => {
  const canvas = useRef<HTMLDivElement>(null);
  return {
    canvas,
    toPane: ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) => {
      const isNode =
        target instanceof Element &&
        target.closest('.react-flow__node') !== null &&
        target.closest('button') === null;
      if (isNode && !shiftKey && !ctrlKey && !metaKey) showPane();
    },
    toCanvas: () => {
      bringIntoView(canvas.current, 'center');
      canvas.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    },
  };
};

/** Scrolls the pane to its top when another node is shown. */
const usePaneScrollReset = (selectedId: string | undefined) => {
  const pane = useRef<HTMLDivElement>(null);
  const previousId = useRef(selectedId);
  useEffect(() => {
    if (pane.current && previousId.current !== selectedId) pane.current.scrollTop = 0;
    previousId.current = selectedId;
  }, [selectedId]);
  return pane;
};

/**
 * Whether another panel of the page (help, versions) replaces the pane: only one is shown. It
 * closes when a node is selected, so that its settings are visible.
 */
const useOtherPanel = (selectedId: string | undefined): boolean => {
  const showsHelp = useStore(helpOpen);
  const page = useStore(shownPage);
  useEffect(() => {
    if (selectedId === undefined) return;
    helpOpen.set(false);
    shownPage.get()?.drawer?.onClose();
  }, [selectedId]);
  return showsHelp || page?.drawer !== undefined;
};

/** A canvas with a header above and a pane beside it; on narrow screens the pane is below. */
export const Workbench = ({ header, canvas, paneLabel, selectedId, pane }: Props) => {
  const { element, height } = useFreeHeight();
  const size = usePaneWidth(element);
  const { canvas: canvasFrame, toPane, toCanvas } = usePaneScrolling();
  const paneId = useId();
  const isCovered = useOtherPanel(selectedId);
  const paneTop = usePaneScrollReset(selectedId);
  return (
    <div
      className={`bot-workbench${isCovered ? ' bot-workbench-covered' : ''}`}
      style={graphColors}
    >
      <div className="bot-workbench-header">{header}</div>
      <div ref={element} className="bot-workbench-body" style={sizeStyle(height, size.width)}>
        {/* Keyboard users get from a node to its settings by other keys. */}
        {/* oxlint-disable jsx-a11y/click-events-have-key-events */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div ref={canvasFrame} className="bot-workbench-canvas" onClick={toPane}>
          {canvas}
        </div>
        <PaneGrip size={size} label={paneLabel.toLowerCase()} paneId={paneId} />
        <aside id={paneId} className="bot-workbench-side" aria-label={paneLabel}>
          <div ref={paneTop} className="bot-workbench-pane">
            <div className="bot-workbench-back">
              <Button iconName="angle-up" onClick={toCanvas}>
                Back to the canvas
              </Button>
            </div>
            {pane}
          </div>
        </aside>
      </div>
    </div>
  );
};

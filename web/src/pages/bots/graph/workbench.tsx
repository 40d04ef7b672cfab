import './workbench.css';
import { useEffect, useId, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { graphColors } from './graph-colors.ts';
import { PaneGrip } from './pane-grip.tsx';
import { usePaneWidth } from './use-pane-width.ts';

type Props = {
  header: ReactNode;
  canvas: ReactNode;
  /** What the pane shows, for screen readers. */
  paneLabel: string;
  pane: ReactNode;
};

/**
 * Free height below the element's top; the canvas fills the window and the page does not scroll.
 */
const useFreeHeight = () => {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      setHeight(Math.max(420, Math.floor(window.innerHeight - top - window.scrollY)));
    };
    measure();
    // Messages above come and go: one of the elements around grows or shrinks with them.
    const observer = new ResizeObserver(measure);
    for (let outer = element.current?.parentElement; outer; outer = outer.parentElement) {
      observer.observe(outer);
    }
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, []);
  return { element, height };
};

const sized = (height: number | undefined, paneWidth: number): CSSProperties => {
  const variables: Record<`--${string}`, string> = {
    '--bot-block-size': height ? `${height}px` : '70vh',
    '--bot-pane-inline-size': `${paneWidth}px`,
  };
  return variables;
};

/** A canvas with a header above and a pane beside it; on narrow screens the pane comes below. */
export const Workbench = ({ header, canvas, paneLabel, pane }: Props) => {
  const { element, height } = useFreeHeight();
  const size = usePaneWidth(element);
  const paneId = useId();
  return (
    <div className="bot-workbench" style={graphColors}>
      <div className="bot-workbench-header">{header}</div>
      <div ref={element} className="bot-workbench-body" style={sized(height, size.width)}>
        <div className="bot-workbench-canvas">{canvas}</div>
        <PaneGrip size={size} label={paneLabel.toLowerCase()} paneId={paneId} />
        <aside id={paneId} className="bot-workbench-side" aria-label={paneLabel}>
          <div className="bot-workbench-pane">{pane}</div>
        </aside>
      </div>
    </div>
  );
};

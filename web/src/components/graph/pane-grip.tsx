import type { KeyboardEvent, PointerEvent } from 'react';
import { minPaneWidth, type PaneWidth } from './use-pane-width.ts';

/** In pixels. */
const step = 20;

/** The width after a key press; undefined for other keys. */
const widthByKey = (key: string, { width, widest }: PaneWidth): number | undefined => {
  if (key === 'ArrowLeft') return width + step;
  if (key === 'ArrowRight') return width - step;
  if (key === 'Home') return minPaneWidth;
  return key === 'End' ? widest : undefined;
};

type Props = {
  size: PaneWidth;
  /** The name of the pane, and the id of its element. */
  label: string;
  paneId: string;
};

/** Resizes the pane on its right: by dragging or arrow keys; a double click resets the width. */
export const PaneGrip = ({ size, label, paneId }: Props) => {
  const { width, widest } = size;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = widthByKey(event.key, size);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    size.set(next);
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const rightEdge = currentTarget.parentElement?.getBoundingClientRect().right;
    if (rightEdge === undefined || !currentTarget.hasPointerCapture(pointerId)) return;
    size.draw(rightEdge - clientX - currentTarget.offsetWidth / 2);
  };
  return (
    // A focusable separator is a control (ARIA, "window splitter").
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="bot-pane-grip"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-label={`Width of ${label}`}
      aria-orientation="vertical"
      aria-controls={paneId}
      aria-valuenow={width}
      aria-valuemin={minPaneWidth}
      aria-valuemax={widest}
      aria-valuetext={`${width} pixels`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onLostPointerCapture={size.drop}
      onDoubleClick={size.reset}
    />
  );
};

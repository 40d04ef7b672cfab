import type { KeyboardEvent, PointerEvent } from 'react';
import { narrowest, type PaneWidth } from './use-pane-width.ts';

/** In pixels. */
const step = 20;

/** What a key makes of the width; nothing for other keys. */
const widthByKey = (key: string, { width, widest }: PaneWidth): number | undefined => {
  if (key === 'ArrowLeft') return width + step;
  if (key === 'ArrowRight') return width - step;
  if (key === 'Home') return narrowest;
  return key === 'End' ? widest : undefined;
};

type Props = {
  size: PaneWidth;
  /** What the pane shows, and its element. */
  label: string;
  paneId: string;
};

/** Sets the width of the pane at its end: by dragging, by arrow keys; a double click resets it. */
export const PaneGrip = ({ size, label, paneId }: Props) => {
  const { width, widest } = size;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = widthByKey(event.key, size);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    size.set(next);
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const end = currentTarget.parentElement?.getBoundingClientRect().right;
    if (end === undefined || !currentTarget.hasPointerCapture(pointerId)) return;
    size.draw(end - clientX - currentTarget.offsetWidth / 2);
  };
  return (
    // A separator that has the focus is a control (ARIA, "window splitter").
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="bot-pane-grip"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-label={`Width of ${label}`}
      aria-orientation="vertical"
      aria-controls={paneId}
      aria-valuenow={width}
      aria-valuemin={narrowest}
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

import './context-menu.css';
import { Fragment, type KeyboardEvent, useLayoutEffect } from 'react';
import { graphColors } from '#web/components/graph/graph-colors.ts';
import { type Point, useFloating } from './use-floating.ts';

export type MenuItem = {
  id: string;
  text: string;
  /** The shortcut of the item. */
  keys?: string;
  /** Why the item is disabled. */
  refusal?: string | undefined;
  run: () => void;
};

/** Items in groups, and a label for screen readers. */
export type MenuContent = { label: string; groups: readonly (readonly MenuItem[])[] };

/** The index of the item that a key moves to; undefined for other keys. */
const nextItemIndex = (key: string, texts: readonly string[], from: number): number | undefined => {
  const last = texts.length - 1;
  if (key === 'ArrowDown') return from >= last ? 0 : from + 1;
  if (key === 'ArrowUp') return from <= 0 ? last : from - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key.length !== 1 || key === ' ') return undefined;
  const order = texts.map((_text, index) => (from + 1 + index) % texts.length);
  return order.find((index) => texts[index]?.toLowerCase().startsWith(key.toLowerCase()));
};

const Item = ({ text, keys, refusal, onRun }: MenuItem & { onRun: () => void }) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    aria-disabled={refusal !== undefined}
    {...(keys && { 'aria-keyshortcuts': keys.replaceAll('Ctrl', 'Control') })}
    onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
    onClick={refusal === undefined ? onRun : undefined}
  >
    <span>{text}</span>
    {keys && <kbd aria-hidden="true">{keys}</kbd>}
    {refusal !== undefined && <small>{refusal}</small>}
  </button>
);

type Props = MenuContent & {
  /** The pointer's position in the window. */
  at: Point;
  /** Also returns the focus; the chosen item runs after that, so that it may move the focus. */
  onClose: () => void;
};

/** A context menu: arrow keys, first letters, Home and End move in it, Esc and Tab close it. */
export const ContextMenu = ({ label, groups, at, onClose }: Props) => {
  const menu = useFloating<HTMLDivElement>(at, onClose);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  useLayoutEffect(() => {
    const first = menu.current?.querySelector<HTMLElement>('[role="menuitem"]');
    first?.focus({ preventScroll: true });
  }, [menu]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter' || event.key === ' ') return;
    event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    const all = items();
    const from = all.findIndex((item) => item === document.activeElement);
    const to = nextItemIndex(
      event.key,
      all.map((item) => item.textContent ?? ''),
      from,
    );
    if (to !== undefined) all[to]?.focus();
  };
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      popover="manual"
      className="bot-menu"
      style={graphColors}
      aria-label={label}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {groups.map((group, index) => (
        <Fragment key={group[0]?.id ?? index}>
          {index > 0 && <hr />}
          {group.map((item) => (
            <Item
              key={item.id}
              {...item}
              onRun={() => {
                onClose();
                item.run();
              }}
            />
          ))}
        </Fragment>
      ))}
    </div>
  );
};

import './context-menu.css';
import { Fragment, type KeyboardEvent, useLayoutEffect } from 'react';
import { graphColors } from '#web/components/graph/graph-colors.ts';
import { type Point, useFloating } from './use-floating.ts';

export type MenuItem = {
  id: string;
  text: string;
  /** The key that does the same. */
  keys?: string;
  /** Why it cannot be done now. */
  refusal?: string | undefined;
  run: () => void;
};

/** Items in groups, and what they are about, for screen readers. */
export type MenuContent = { label: string; groups: readonly (readonly MenuItem[])[] };

/** Which item a key leads to; undefined where it leads nowhere. */
const stepOf = (key: string, texts: readonly string[], from: number): number | undefined => {
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
  /** In the window, where the pointer is. */
  at: Point;
  /** Also gives the focus back; an item is run after that, which may move it on. */
  onClose: () => void;
};

/** A menu at the pointer: arrows, first letters, Home and End move in it, Esc and Tab close it. */
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
    const to = stepOf(
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

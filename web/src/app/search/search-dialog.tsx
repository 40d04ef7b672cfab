import './search.css';
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import * as token from '@cloudscape-design/design-tokens';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { errorText } from '#web/api/api-error.ts';
import { useFollow } from '#web/components/link.tsx';
import { type Option, type OptionGroup, useSearch } from './use-search.ts';

const colors = {
  '--search-chosen': token.colorBackgroundItemSelected,
  '--search-focus': token.colorBorderItemFocused,
  '--search-text': token.colorTextBodyDefault,
  '--search-faint': token.colorTextBodySecondary,
  '--search-font': token.fontFamilyBase,
} as CSSProperties;

/** Arrow keys change the active option without moving the focus: it is scrolled into view. */
const bringIntoView = (option: HTMLElement | null) =>
  option?.scrollIntoView?.({ block: 'nearest' });

type OptionProps = { domId: string; option: Option; active: boolean; onOpen: () => void };

const OptionRow = ({ domId, option, active, onOpen }: OptionProps) => (
  // The field keeps the focus and moves along the options, as a combobox does.
  // oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div
    id={domId}
    ref={active ? bringIntoView : null}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    role="option"
    aria-selected={active}
    className={`search-option${active ? ' search-option-active' : ''}`}
    onClick={onOpen}
  >
    <span>{option.title}</span>
    {option.subtitle && <small>{option.subtitle}</small>}
  </div>
);

type ListProps = {
  id: string;
  groups: readonly OptionGroup[];
  active: Option | undefined;
  domIdOf: (option: Option) => string;
  onOpen: (option: Option) => void;
};

const Options = ({ id, groups, active, domIdOf, onOpen }: ListProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  <div id={id} role="listbox" aria-label="Results" className="search-options">
    {groups.map(({ title, options, note }) => (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      <div key={title} role="group" aria-label={title} className="search-group">
        <div className="search-heading" aria-hidden="true">
          {title}
        </div>
        {options.map((option) => (
          <OptionRow
            key={option.id}
            domId={domIdOf(option)}
            option={option}
            active={option === active}
            onOpen={() => onOpen(option)}
          />
        ))}
        {note && <div className="search-note">{note}</div>}
      </div>
    ))}
  </div>
);

const hint =
  'Find bots, runs, listeners, integrations, actions, rules, users, resources, pages and commands.';

type StateProps = {
  text: string;
  count: number;
  isLate: boolean;
  failed: ReturnType<typeof useSearch>['failed'];
  /** The pressed button is removed: the focus must move to the field first. */
  focusField: () => void;
};

/** The status text besides the options; also announced by screen readers. */
const State = ({ text, count, isLate, failed, focusField }: StateProps) => {
  const retrySearch = (retry: () => unknown) => {
    focusField();
    retry();
  };
  const isEmpty = count === 0 && !isLate && failed.length === 0;
  const emptyText = text.trim() === '' ? hint : `Nothing is called "${text.trim()}".`;
  return (
    <SpaceBetween size="xs">
      <output className="search-state">
        {isLate && (
          <>
            <Spinner /> Searching
          </>
        )}
        {!isLate && count > 0 && formatCount(count, 'result')}
        {isEmpty && emptyText}
      </output>
      {failed.map(({ subject, error, retry }) => (
        <div key={subject} role="alert">
          <StatusIndicator type="error">
            The {subject} could not be searched. {errorText(error)}
          </StatusIndicator>{' '}
          <Button variant="inline-link" onClick={() => retrySearch(retry)}>
            Retry
          </Button>
        </div>
      ))}
    </SpaceBetween>
  );
};

/** The active option, for arrow keys and Enter: it stays the same while other options arrive. */
const useActive = (options: readonly Option[]) => {
  const [activeId, setActiveId] = useState<string>();
  const found = options.findIndex(({ id }) => id === activeId);
  const at = Math.max(found, 0);
  const choose = (next: number) => {
    const count = options.length;
    if (count > 0) setActiveId(options[(next + count) % count]?.id);
  };
  return { active: options[at], at, choose, reset: () => setActiveId(undefined) };
};

type Props = { user: CurrentUser; onClose: () => void };

/** The global search: the field has the focus, arrow keys choose, Enter opens. */
export const SearchDialog = ({ user, onClose }: Props) => {
  const [text, setText] = useState('');
  const input = useRef<InputProps.Ref>(null);
  const listId = useId();
  const follow = useFollow();
  const { groups, isLate, failed } = useSearch(user, text);
  const options = groups.flatMap((group) => group.options);
  const { active, at, choose, reset } = useActive(options);
  const domIdOf = (option: Option) => `${listId}-${options.indexOf(option)}`;
  // After the dialog has given the focus to its first button.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);
  const open = ({ link }: Option) => {
    onClose();
    follow({ preventDefault: () => {}, detail: { href: `#${link}` } });
  };
  const onKey: InputProps['onKeyDown'] = (event) => {
    const { key, isComposing } = event.detail;
    if (isComposing) return;
    if (key === 'ArrowDown') choose(at + 1);
    else if (key === 'ArrowUp') choose(at - 1);
    else if (key === 'Enter' && active) open(active);
    else if (key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  return (
    <Modal visible size="large" header="Search" onDismiss={onClose}>
      <div className="search-dialog" style={colors}>
        <Input
          ref={input}
          type="search"
          value={text}
          placeholder="Search everything"
          ariaLabel="Search everything"
          clearAriaLabel="Clear"
          nativeInputAttributes={{
            role: 'combobox',
            maxLength: 100,
            'aria-expanded': options.length > 0,
            'aria-autocomplete': 'list',
            'aria-controls': options.length > 0 ? listId : undefined,
            'aria-activedescendant': active ? domIdOf(active) : undefined,
          }}
          onChange={({ detail }) => {
            setText(detail.value);
            reset();
          }}
          onKeyDown={onKey}
        />
        {groups.length > 0 && (
          <Options id={listId} {...{ groups, active, domIdOf }} onOpen={open} />
        )}
        <State
          {...{ text, isLate, failed }}
          count={options.length}
          focusField={() => input.current?.focus()}
        />
        <Box variant="small" color="text-body-secondary">
          <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to
          close. <kbd>/</kbd> or <kbd>Ctrl</kbd>+<kbd>K</kbd> opens this search.
        </Box>
      </div>
    </Modal>
  );
};

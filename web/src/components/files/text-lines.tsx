import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import * as token from '@cloudscape-design/design-tokens';
import { linesOf, toDisplayLine } from './lines.ts';
import './text-lines.css';

/** Pixels, as in the style sheet. */
const lineHeight = 20;

/** A file may have many thousand lines: only those near the visible part are rendered. */
const renderedLines = 60;
const overscan = 20;

const colors = {
  '--file-background': token.colorBackgroundContainerContent,
  '--file-border': token.colorBorderDividerDefault,
  '--file-text': token.colorTextBodyDefault,
  '--file-number': token.colorTextBodySecondary,
  '--file-bad': token.colorBackgroundStatusError,
  '--file-bad-text': token.colorTextStatusError,
  '--file-radius': token.borderRadiusInput,
};

type Props = {
  text: string;
  /** A name for the text, for screen readers. */
  label: string;
  /** Numbers of the lines with problems. */
  markedLines?: readonly number[];
  /** The line to scroll to; a new object scrolls there again. */
  at?: { line: number } | undefined;
};

/** A read-only text with line numbers. */
export const TextLines = ({ text, label, markedLines = [], at }: Props) => {
  const lines = useMemo(() => linesOf(text), [text]);
  const [top, setTop] = useState(0);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (frame.current && at) frame.current.scrollTop = Math.max(0, at.line - 4) * lineHeight;
  }, [at]);
  const first = Math.max(0, Math.floor(top / lineHeight) - overscan);
  const digits = String(lines.length).length;
  const style = { ...colors, '--file-digits': `${digits + 2}ch` } as CSSProperties;
  return (
    <section
      ref={frame}
      className="file-lines"
      style={style}
      aria-label={`${label}, ${lines.length} lines`}
      // Focusable, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div className="file-whole" style={{ blockSize: lines.length * lineHeight }}>
        <div className="file-drawn" style={{ insetBlockStart: first * lineHeight }}>
          {lines.slice(first, first + renderedLines).map((line, index) => {
            const number = first + index + 1;
            const isMarked = markedLines.includes(number);
            return (
              <div key={number} className={isMarked ? 'file-line file-line-bad' : 'file-line'}>
                <span className="file-number">
                  {isMarked && <span className="file-cross">✕</span>}
                  {number}
                </span>
                <span className="file-text">{toDisplayLine(line)}</span>
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
};

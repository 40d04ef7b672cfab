import { useEffect, useState } from 'react';
import { readJson } from './read-json.ts';

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** A text that gave no valid value, and why. */
type Unfinished = { text: string; problem: string };

/** Keeps such a text outside of the field. */
export type UnfinishedStore = {
  unfinished: Unfinished | undefined;
  /**
   * Called with each such text, and with undefined once a text is accepted or discarded. Must be
   * stable.
   */
  onUnfinished: (unfinished: Unfinished | undefined) => void;
};

/**
 * A value edited as text. `applyValue` receives each value that the text parses to, and returns
 * what is wrong with it. The text stays as typed until the field is left; otherwise it follows the
 * value, for example after an undo, unless a text without a valid value is kept.
 */
export const useJsonText = (
  value: unknown,
  applyValue: (value: unknown) => string | undefined,
  unfinishedStore?: UnfinishedStore,
) => {
  const currentText = pretty(value);
  const [text, setText] = useState(unfinishedStore?.unfinished?.text ?? currentText);
  const [previousText, setPreviousText] = useState(currentText);
  const [isTyping, setTyping] = useState(false);
  const [problem, setProblem] = useState(unfinishedStore?.unfinished?.problem);
  const isUnfinished = unfinishedStore !== undefined && problem !== undefined;
  if (previousText !== currentText && !isTyping && !isUnfinished) {
    setPreviousText(currentText);
    setText(currentText);
    setProblem(undefined);
  }
  const onUnfinished = unfinishedStore?.onUnfinished;
  useEffect(
    () => onUnfinished?.(problem === undefined ? undefined : { text, problem }),
    [onUnfinished, text, problem],
  );
  const change = (next: string) => {
    setText(next);
    setTyping(true);
    const parsed = readJson(next);
    setProblem('value' in parsed ? applyValue(parsed.value) : parsed.problem);
  };
  const leave = () => {
    setTyping(false);
    // An invalid text stays, to be corrected.
    if (problem !== undefined) setPreviousText(currentText);
  };
  const discard = () => {
    setText(currentText);
    setProblem(undefined);
  };
  return { text, problem, change, leave, discard };
};

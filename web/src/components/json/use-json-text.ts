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
 * A value edited as text. `put` receives each value that the text parses to, and returns what is
 * wrong with it. The text stays as typed until the field is left; otherwise it follows the value,
 * for example after an undo, unless a text without a valid value is kept.
 */
export const useJsonText = (
  value: unknown,
  put: (value: unknown) => string | undefined,
  kept?: UnfinishedStore,
) => {
  const now = pretty(value);
  const [text, setText] = useState(kept?.unfinished?.text ?? now);
  const [known, setKnown] = useState(now);
  const [isTyping, setTyping] = useState(false);
  const [problem, setProblem] = useState(kept?.unfinished?.problem);
  const isKept = kept !== undefined && problem !== undefined;
  if (known !== now && !isTyping && !isKept) {
    setKnown(now);
    setText(now);
    setProblem(undefined);
  }
  const onUnfinished = kept?.onUnfinished;
  useEffect(
    () => onUnfinished?.(problem === undefined ? undefined : { text, problem }),
    [onUnfinished, text, problem],
  );
  const change = (next: string) => {
    setText(next);
    setTyping(true);
    const read = readJson(next);
    setProblem('value' in read ? put(read.value) : read.problem);
  };
  const leave = () => {
    setTyping(false);
    // An invalid text stays, to be corrected.
    if (problem !== undefined) setKnown(now);
  };
  const discard = () => {
    setText(now);
    setProblem(undefined);
  };
  return { text, problem, change, leave, discard };
};

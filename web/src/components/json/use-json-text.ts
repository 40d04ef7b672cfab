import { useEffect, useState } from 'react';
import { readJson } from './read-json.ts';

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** A text that no value was taken from, and why. */
type Unfinished = { text: string; problem: string };

/** Keeps such a text beyond the field. */
export type Kept = {
  unfinished: Unfinished | undefined;
  /** Hears of each; of nothing once the text was taken or discarded. Stays the same. */
  onUnfinished: (unfinished: Unfinished | undefined) => void;
};

/**
 * A value as a text that is edited. `put` takes each value that the text comes to, and answers what
 * is wrong with it. The text stays as it is typed until it is left; else it follows the value, when
 * that changes by undoing, say, unless it is kept and no value was taken from it.
 */
export const useJsonText = (
  value: unknown,
  put: (value: unknown) => string | undefined,
  kept?: Kept,
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
    // What is wrong stays to be corrected.
    if (problem !== undefined) setKnown(now);
  };
  const discard = () => {
    setText(now);
    setProblem(undefined);
  };
  return { text, problem, change, leave, discard };
};

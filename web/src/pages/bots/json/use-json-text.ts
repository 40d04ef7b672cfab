import { useState } from 'react';
import { readJson } from '../trial/source.ts';

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/**
 * A value as a text that is edited. `put` takes each value that the text comes to, and answers what
 * is wrong with it. The text stays as it is typed until it is left; else it follows the value, when
 * that changes by undoing, say.
 */
export const useJsonText = (value: unknown, put: (value: unknown) => string | undefined) => {
  const now = pretty(value);
  const [text, setText] = useState(now);
  const [known, setKnown] = useState(now);
  const [isTyping, setTyping] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (known !== now && !isTyping) {
    setKnown(now);
    setText(now);
    setProblem(undefined);
  }
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
  return { text, problem, change, leave };
};

import type { QueryClient } from '@tanstack/react-query';
import { clipboardText, type Fragment, readClipboard } from '../document/fragment.ts';

const key = ['copied nodes'];

type Copied = { text: string; fragment: Fragment };

/**
 * The text of copied nodes for the clipboard. The complete nodes, including what the text leaves
 * out, are kept in this window until the user signs out.
 */
export const copyNodes = (queries: QueryClient, fragment: Fragment): string => {
  const text = clipboardText(fragment);
  queries.setQueryDefaults(key, { gcTime: Infinity });
  queries.setQueryData<Copied>(key, { text, fragment });
  return text;
};

/** The nodes of a clipboard's text, complete if they were copied in this window. */
export const readCopiedNodes = (queries: QueryClient, text: string): Fragment | undefined => {
  const copied = queries.getQueryData<Copied>(key);
  // Clipboards change line endings.
  if (copied && text.replaceAll('\r\n', '\n') === copied.text) return copied.fragment;
  return readClipboard(text);
};

/** The text that was last copied in this window. */
export const lastCopiedText = (queries: QueryClient): string | undefined =>
  queries.getQueryData<Copied>(key)?.text;

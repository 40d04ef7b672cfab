import { limits } from '#lib/kernel/limits.ts';

const tooLarge = 'This is more than 1 MiB, the most that a file may have.';

/** Why a text cannot be sent to be read: what it takes on its way is what counts. */
export const textRefusal = (text: string): string | undefined => {
  const sent = new TextEncoder().encode(JSON.stringify({ text })).length;
  return sent > limits.apiBody ? tooLarge : undefined;
};

/** What is said of a file that is no text, and of one that this computer does not give out. */
export type FileSentences = { noText: string; unread: string };

const noText = 'This file is no text in UTF-8. Choose a JSON or YAML file that Export wrote.';
const usual: FileSentences = { noText, unread: noText };

/** The text of a file, or why it cannot be read. */
export const readFile = async (
  file: File,
  sentences: FileSentences = usual,
): Promise<{ text: string } | { refusal: string }> => {
  if (file.size > limits.apiBody) return { refusal: tooLarge };
  try {
    const bytes = await file.arrayBuffer();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const refusal = textRefusal(text);
    return refusal === undefined ? { text } : { refusal };
  } catch (error) {
    return { refusal: error instanceof TypeError ? sentences.noText : sentences.unread };
  }
};

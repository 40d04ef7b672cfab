import { limits } from '#lib/kernel/limits.ts';

const tooLarge = 'This file is larger than 1 MiB, the maximum size.';

/** Why a text is too large to be sent: its size in the request counts. */
export const textRefusal = (text: string): string | undefined => {
  const sent = new TextEncoder().encode(JSON.stringify({ text })).length;
  return sent > limits.apiBody ? tooLarge : undefined;
};

/** The messages for a file that is not text, and for one that cannot be read. */
export type FileErrorTexts = { noText: string; unread: string };

const noText = 'This file is not UTF-8 text. Choose a JSON or YAML file created by Export.';
const defaultErrorTexts: FileErrorTexts = { noText, unread: noText };

/** The text of a file, or why it cannot be read. */
export const readFile = async (
  file: File,
  sentences: FileErrorTexts = defaultErrorTexts,
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

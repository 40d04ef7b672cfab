import { limits } from '#lib/kernel/limits.ts';

const tooLarge = "This is more than 1 MiB. A bot's file has 1 MiB at most.";

/** Why a text cannot be sent to be read: what it takes on its way is what counts. */
export const textRefusal = (text: string): string | undefined => {
  const sent = new TextEncoder().encode(JSON.stringify({ text })).length;
  return sent > limits.apiBody ? tooLarge : undefined;
};

/** The text of a file, or why it cannot be read as a bot. */
export const readFile = async (file: File): Promise<{ text: string } | { refusal: string }> => {
  if (file.size > limits.apiBody) return { refusal: tooLarge };
  try {
    const bytes = await file.arrayBuffer();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const refusal = textRefusal(text);
    return refusal === undefined ? { text } : { refusal };
  } catch {
    return { refusal: 'This file is no text in UTF-8. Choose the JSON or YAML file of a bot.' };
  }
};

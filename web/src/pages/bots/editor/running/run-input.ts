import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';

const jsonObject = z.record(z.string(), z.unknown());

const example = 'Enter a JSON object, such as {"severity": "HIGH"}.';

/**
 * The input of a run from its text, or what is wrong with the text. A blank text is an empty input.
 */
export const readInput = (
  text: string,
): { input: Record<string, unknown> } | { problem: string } => {
  if (text.trim() === '') return { input: {} };
  if (new TextEncoder().encode(text).length > limits.inlineResult) {
    return { problem: 'The input is larger than 32 KB. Let the bot fetch it instead.' };
  }
  try {
    const result = jsonObject.safeParse(JSON.parse(text));
    return result.success && !Array.isArray(result.data)
      ? { input: result.data }
      : { problem: example };
  } catch (error) {
    const reason = error instanceof Error ? ` ${error.message}.` : '';
    return { problem: `This is not JSON.${reason} ${example}` };
  }
};

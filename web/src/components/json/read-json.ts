import * as z from 'zod';

const anything = z.unknown();

/** The value of a JSON text, or what is wrong with the text. */
export const readJson = (text: string): { value: unknown } | { problem: string } => {
  try {
    return { value: anything.parse(JSON.parse(text)) };
  } catch (error) {
    const reason = error instanceof Error ? ` ${error.message}.` : '';
    return { problem: `This is not JSON.${reason}` };
  }
};

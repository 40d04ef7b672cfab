import { limits } from './limits.ts';
import { badRequest } from './refusal.ts';

/** Whether brackets nest no deeper than the limit; texts are skipped. */
export const isShallow = (text: string): boolean => {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inText) {
      if (char === 0x5c) at += 1;
      else if (char === 0x22) inText = false;
    } else if (char === 0x22) inText = true;
    else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > limits.jsonDepth) return false;
    } else if (char === 0x5d || char === 0x7d) depth -= 1;
  }
  return true;
};

const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decode = (body: Uint8Array): string => {
  try {
    return strictText.decode(body);
  } catch {
    throw badRequest('The body is not valid UTF-8 text. Send JSON encoded as UTF-8.');
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = error instanceof Error ? error.message : 'it does not parse';
    throw badRequest(`The body is not valid JSON: ${cause}.`);
  }
};

type Source = { source: string };

/**
 * What TypeScript's library does not describe yet: the text of a number, and numbers made of text.
 */
const exactJson = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, at: Source) => unknown): unknown;
  rawJSON(text: string): unknown;
};

/**
 * Parses JSON so that writing it gives every number back as it was sent: `1e400` and integers above
 * 2^53 are kept as their text, and not as Infinity or a neighbour.
 */
export const parseExactly = (text: string): unknown =>
  exactJson.parse(text, (_, value, { source }) =>
    typeof value === 'number' && String(value) !== source ? exactJson.rawJSON(source) : value,
  );

/**
 * One JSON object in strict UTF-8, not nested deeper than 64; anything else is refused with 400.
 */
export const parseJsonObject = (
  body: Uint8Array,
): { text: string; value: Record<string, unknown> } => {
  const text = decode(body);
  if (!isShallow(text)) {
    throw badRequest(`The body is nested deeper than ${limits.jsonDepth} levels.`);
  }
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('The body must be one JSON object: { … }.');
  }
  return { text, value: { ...value } };
};

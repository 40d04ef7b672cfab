import { excessOf } from '#lib/kernel/json.ts';
import type { ModelPart } from '#lib/ports/model.ts';

/** The JSON that a model answers with, which some put into a code block; undefined: it is none. */
export const jsonIn = ({ parts }: { parts: readonly ModelPart[] }): unknown => {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (excessOf(text)) return undefined;
  try {
    return JSON.parse(text.trim().replace(/^```(?:json)?\s*|\s*```$/g, ''));
  } catch {
    return undefined;
  }
};

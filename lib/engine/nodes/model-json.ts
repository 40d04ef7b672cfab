import { jsonExcessReason } from '#lib/kernel/json.ts';
import type { ModelPart } from '#lib/ports/model.ts';

/** The JSON in a model's answer, with or without a code block; undefined where it is not JSON. */
export const jsonIn = ({ parts }: { parts: readonly ModelPart[] }): unknown => {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (jsonExcessReason(text)) return undefined;
  try {
    return JSON.parse(text.trim().replace(/^```(?:json)?|```$/g, ''));
  } catch {
    return undefined;
  }
};

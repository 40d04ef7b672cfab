import { excessOf } from '#lib/kernel/json.ts';
import type { OutgoingAnswer } from '../outgoing/request.ts';

const isJsonType = (type: string | undefined): boolean =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type ?? '');

/**
 * The body of an answer, read where it is JSON. More JSON than the product reads anywhere stays the
 * text that it is.
 */
export const readBody = ({ headers, body }: OutgoingAnswer): unknown => {
  if (!isJsonType(headers['content-type']) || body === '' || excessOf(body)) return body;
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return body;
  }
};

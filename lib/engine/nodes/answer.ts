import { excessOf, parseFaithfully } from '#lib/kernel/json.ts';
import type { OutgoingAnswer } from '../outgoing/request.ts';

const isJsonType = (type: string | undefined): boolean =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type ?? '');

/**
 * The body of an answer, read where it is JSON. More JSON than the product reads anywhere stays the
 * text that it is, and so does a number that no program would keep: an id of 19 digits.
 */
export const readBody = ({ headers, body }: OutgoingAnswer): unknown => {
  if (!isJsonType(headers['content-type']) || body === '' || excessOf(body)) return body;
  try {
    return parseFaithfully(body);
  } catch {
    return body;
  }
};

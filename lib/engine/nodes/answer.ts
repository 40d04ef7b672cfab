import { jsonExcessReason, parseLossyNumbersAsText } from '#lib/kernel/json.ts';
import type { OutgoingAnswer } from '../outgoing/request.ts';

const isJsonType = (type: string | undefined): boolean =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type ?? '');

/**
 * The body of an answer, parsed if it is JSON. It stays a text if it is larger than the product
 * parses anywhere, or if parsing would change a number, such as an id of 19 digits.
 */
export const parseAnswerBody = ({ headers, body }: OutgoingAnswer): unknown => {
  if (!isJsonType(headers['content-type']) || body === '' || jsonExcessReason(body)) return body;
  try {
    return parseLossyNumbersAsText(body);
  } catch {
    return body;
  }
};

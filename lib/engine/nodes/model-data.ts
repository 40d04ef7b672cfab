import { maxModelDataBytes } from '#lib/domain/bots/nodes/model-setting.schema.ts';
import { sha256 } from '#lib/kernel/ids.ts';

const textOf = (data: unknown): string =>
  typeof data === 'string' ? data : (JSON.stringify(data, undefined, 1) ?? '');

/** The beginning of a text that fits into so many bytes, without a partial character at its end. */
const cutToBytes = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });

/** Whether there is no data: an expression found nothing, or nothing was entered. */
export const isEmptyData = (data: unknown): boolean =>
  data === undefined || data === null || data === '';

/** Data as text for a model, and whether it was cut. */
export const modelData = (data: unknown): { text: string; cut: boolean } => {
  const fullText = textOf(data);
  const text = cutToBytes(fullText, maxModelDataBytes);
  return { text, cut: text.length < fullText.length };
};

/** Quotes data between two marker lines that it cannot predict, so that it cannot end the quote. */
export const quotedData = ({ text, cut }: { text: string; cut: boolean }, key: string): string => {
  const marker = `data-${sha256(key).slice(0, 16)}`;
  const note = cut ? '\nThis is only the beginning of the data; the rest was left out.' : '';
  return `${marker}\n${text}\n${marker}${note}`;
};

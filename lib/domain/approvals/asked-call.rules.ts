import { formatShortList } from '#lib/kernel/text.ts';
import type { AskedCall } from './approval.schema.ts';

const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The arguments of a call as text of at most 200 characters, for a row of a list; may be empty. */
export const argumentsText = ({ arguments: args }: Pick<AskedCall, 'arguments'>): string =>
  formatShortList(
    Object.entries(args).map(
      ([name, value]) => `${truncate(name, 40)}: ${truncate(valueText(value), 80)}`,
    ),
    200,
  );

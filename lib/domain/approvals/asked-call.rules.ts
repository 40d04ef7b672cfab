import { listWithin } from '#lib/kernel/text.ts';
import type { AskedCall } from './approval.schema.ts';

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The arguments of a call as text of at most 200 characters, for a row of a list; may be empty. */
export const givenText = ({ arguments: given }: Pick<AskedCall, 'arguments'>): string =>
  listWithin(
    Object.entries(given).map(([name, value]) => `${cut(name, 40)}: ${cut(valueText(value), 80)}`),
    200,
  );

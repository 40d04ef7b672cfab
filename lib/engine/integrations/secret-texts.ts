import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';

/** A shorter one is likely to be a word of the answer itself. */
const shortestHidden = 8;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The ways in which a peer may repeat a text that it was sent. */
const spellings = (text: string): string[] => [
  text,
  encodeURIComponent(text.toWellFormed()),
  new URLSearchParams([['', text]]).toString().slice(1),
  JSON.stringify(text).slice(1, -1),
  base64(text),
  Buffer.from(text).toString('base64url'),
];

export type Hide = <T>(value: T) => T;

/**
 * Takes the secrets of an integration out of data that a peer answered, and what else is as secret:
 * tokens that were fetched, and texts that were made of the secrets.
 */
export const hiding = (
  { secrets }: Pick<OpenedIntegration, 'secrets'>,
  further: readonly string[] = [],
): Hide => {
  const texts = [...new Set([...secrets, ...further].flatMap(spellings))]
    .filter((text) => text.length >= shortestHidden)
    .sort((a, b) => b.length - a.length);
  const hide = (text: string) =>
    texts.reduce((left, one) => left.replaceAll(one, '••••'), text);
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return hide(part);
    if (typeof part === 'number') return texts.includes(String(part)) ? '••••' : part;
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(walk);
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [hide(key), walk(one)]));
  };
  return <T>(value: T) => walk(value) as T;
};

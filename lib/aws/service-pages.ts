/** Pages of a list that are read, and letters of them as JSON. */
const mostPages = 50;
const mostLetters = 1024 * 1024;

type Members = Record<string, unknown>;

const isRecord = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** A body that is read while it arrives, such as an object of S3. */
type Streamed = { transformToString(): Promise<string> };

const isStreamed = (value: object): value is Streamed =>
  'transformToString' in value && typeof value.transformToString === 'function';

/** An answer as JSON: times as ISO, bytes as the text that they are. */
export const plain = async (value: unknown): Promise<unknown> => {
  if (typeof value === 'bigint') return String(value);
  if (!isRecord(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (isStreamed(value)) return (await value.transformToString()).slice(0, mostLetters);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Set) return plain([...value]);
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  const members = Object.entries(value).filter(([name]) => name !== '$metadata');
  const read = members.map(async ([name, one]) => [name, await plain(one)] as const);
  return Object.fromEntries(await Promise.all(read));
};

/** The next page of a list after those before: what is listed is one list. */
const joined = (before: Members, page: Members): Members =>
  Object.fromEntries(
    Object.entries({ ...before, ...page }).map(([name, value]) => {
      const known = before[name];
      const both = Array.isArray(known) && Array.isArray(page[name]);
      return [name, both ? [...known, ...(page[name] as unknown[])] : value];
    }),
  );

/** The pages of a list as one answer, as far as they are read. */
export const joinPages = async (
  pages: AsyncIterable<object>,
): Promise<{ value: unknown; truncated: boolean }> => {
  let value: Members = {};
  let count = 0;
  for await (const page of pages) {
    // One more than is kept tells that there are more.
    if (count === mostPages || JSON.stringify(value).length > mostLetters) {
      return { value, truncated: true };
    }
    const read = await plain(page);
    value = joined(value, isRecord(read) ? read : {});
    count += 1;
  }
  return { value, truncated: false };
};

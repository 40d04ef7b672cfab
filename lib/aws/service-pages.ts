/** The most pages of a list that are read, and the most characters of them as JSON. */
const mostPages = 50;
const mostLetters = 1024 * 1024;

type Members = Record<string, unknown>;

const isRecord = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** A streamed body, such as an object of S3. */
type Streamed = AsyncIterable<Uint8Array>;

const isStreamed = (value: object): value is Streamed =>
  'transformToString' in value && Symbol.asyncIterator in value;

/** Reads a body, which may be huge, only as far as it is kept; calls `onCut` if it is cut. */
const textOf = async (body: Streamed, onCut: () => void): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length <= mostLetters) continue;
    onCut();
    return text.slice(0, mostLetters);
  }
  return text + decoder.decode();
};

/** Converts a response to JSON: times as ISO, bytes as text. */
export const plain = async (value: unknown, onCut = () => {}): Promise<unknown> => {
  if (typeof value === 'bigint') return String(value);
  if (!isRecord(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (isStreamed(value)) return textOf(value, onCut);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Set) return plain([...value], onCut);
  if (Array.isArray(value)) return Promise.all(value.map((one) => plain(one, onCut)));
  const members = Object.entries(value).filter(([name]) => name !== '$metadata');
  const read = members.map(async ([name, one]) => [name, await plain(one, onCut)] as const);
  return Object.fromEntries(await Promise.all(read));
};

/** Appends a page to those before it: their lists are joined. */
const joined = (before: Members, page: Members): Members =>
  Object.fromEntries(
    Object.entries({ ...before, ...page }).map(([name, value]) => {
      const known = before[name];
      const both = Array.isArray(known) && Array.isArray(page[name]);
      return [name, both ? [...known, ...(page[name] as unknown[])] : value];
    }),
  );

/** Joins the pages of a list into one response, as far as they are read. */
export const joinPages = async (
  pages: AsyncIterable<object>,
): Promise<{ value: unknown; truncated: boolean }> => {
  let value: Members = {};
  let count = 0;
  let truncated = false;
  for await (const page of pages) {
    // One page more than is kept shows that there are more.
    if (count === mostPages || JSON.stringify(value).length > mostLetters) {
      return { value, truncated: true };
    }
    const read = await plain(page, () => (truncated = true));
    value = joined(value, isRecord(read) ? read : {});
    count += 1;
  }
  return { value, truncated };
};

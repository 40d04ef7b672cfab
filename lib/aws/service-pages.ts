/** The most pages of a list that are read, and the most characters of them as JSON. */
const maxPages = 50;
const maxCharacters = 1024 * 1024;

type Members = Record<string, unknown>;

const isRecord = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** A streamed body, such as an object of S3. */
type StreamedBody = AsyncIterable<Uint8Array>;

const isStreamedBody = (value: object): value is StreamedBody =>
  'transformToString' in value && Symbol.asyncIterator in value;

/** Reads a body, which may be huge, only as far as it is kept; calls `onCut` if it is cut. */
const readBodyText = async (body: StreamedBody, onCut: () => void): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length <= maxCharacters) continue;
    onCut();
    return text.slice(0, maxCharacters);
  }
  return text + decoder.decode();
};

/** Converts a response to JSON: times as ISO, bytes as text. */
export const toJsonValue = async (value: unknown, onCut = () => {}): Promise<unknown> => {
  if (typeof value === 'bigint') return String(value);
  if (!isRecord(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (isStreamedBody(value)) return readBodyText(value, onCut);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Set) return toJsonValue([...value], onCut);
  if (Array.isArray(value)) return Promise.all(value.map((one) => toJsonValue(one, onCut)));
  const members = Object.entries(value).filter(([name]) => name !== '$metadata');
  const entries = members.map(
    async ([name, one]) => [name, await toJsonValue(one, onCut)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
};

/** Appends a page to those before it: their lists are joined. */
const appendPage = (previous: Members, page: Members): Members =>
  Object.fromEntries(
    Object.entries({ ...previous, ...page }).map(([name, value]) => {
      const existing = previous[name];
      const areLists = Array.isArray(existing) && Array.isArray(page[name]);
      return [name, areLists ? [...existing, ...(page[name] as unknown[])] : value];
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
    if (count === maxPages || JSON.stringify(value).length > maxCharacters) {
      return { value, truncated: true };
    }
    const converted = await toJsonValue(page, () => (truncated = true));
    value = appendPage(value, isRecord(converted) ? converted : {});
    count += 1;
  }
  return { value, truncated };
};

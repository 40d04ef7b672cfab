/** Where a line ends: the first break of a blank one follows it. */
const oneBreak: ReadonlySet<string> = new Set(['\n', '\r', '\r\n']);

const isBreak = (token: string): boolean => token[0] === '\n' || token[0] === '\r';

/**
 * Reads a stream of server-sent events as it comes: the data of each event, whose lines are joined.
 * Runs of line breaks are passed over at once, however long they are.
 */
export const eventReader = () => {
  let line = '';
  let breaks = '';
  let data: string[] = [];
  let length = 0;

  const endLine = () => {
    if (line.startsWith('data:')) {
      const said = line.slice(line[5] === ' ' ? 6 : 5);
      data.push(said);
      length += said.length + 1;
    }
    line = '';
  };

  const endEvent = (): string => {
    const event = data.join('\n');
    data = [];
    length = 0;
    return event;
  };

  return {
    /** The events that this text ends. */
    *read(text: string): Generator<string> {
      for (const [token] of text.matchAll(/[\r\n]+|[^\r\n]+/g)) {
        if (!isBreak(token)) {
          line += token;
          breaks = '';
          continue;
        }
        if (breaks === '') endLine();
        breaks += token;
        if (oneBreak.has(breaks)) continue;
        // Further breaks are of the same run, and end nothing.
        breaks = '\n\n';
        if (data.length > 0) yield endEvent();
      }
    },

    /** Characters of the event that has begun. */
    held: (): number => length + line.length,

    /** The event that nothing ends, as its stream is over. */
    rest(): string | undefined {
      endLine();
      return data.length > 0 ? endEvent() : undefined;
    },
  };
};

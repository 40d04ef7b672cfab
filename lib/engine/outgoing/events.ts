/** The line breaks that end only a line; a further break ends the event. */
const singleLineBreaks: ReadonlySet<string> = new Set(['\n', '\r', '\r\n']);

const isBreak = (token: string): boolean => token[0] === '\n' || token[0] === '\r';

/**
 * Parses a stream of server-sent events as it arrives, into the data of each event with its lines
 * joined. A run of line breaks is skipped at once, however long it is.
 */
export const eventReader = () => {
  let line = '';
  let breaks = '';
  let data: string[] = [];
  let length = 0;

  const endLine = () => {
    if (line.startsWith('data:')) {
      const text = line.slice(line[5] === ' ' ? 6 : 5);
      data.push(text);
      length += text.length + 1;
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
    /** The data of the events that this text completes. */
    *read(text: string): Generator<string> {
      for (const [token] of text.matchAll(/[\r\n]+|[^\r\n]+/g)) {
        if (!isBreak(token)) {
          line += token;
          breaks = '';
          continue;
        }
        if (breaks === '') endLine();
        breaks += token;
        if (singleLineBreaks.has(breaks)) continue;
        // Further breaks belong to the same run and end nothing more.
        breaks = '\n\n';
        if (data.length > 0) yield endEvent();
      }
    },

    /** The number of characters held of the unfinished event. */
    held: (): number => length + line.length,

    /** The data of an unterminated event at the end of the stream, if any. */
    rest(): string | undefined {
      endLine();
      return data.length > 0 ? endEvent() : undefined;
    },
  };
};

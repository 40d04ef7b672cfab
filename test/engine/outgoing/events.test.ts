import { eventReader } from '#lib/engine/outgoing/events.ts';

const eventsIn = (...parts: string[]) => {
  const reader = eventReader();
  const events = parts.flatMap((part) => [...reader.read(part)]);
  return { events, rest: reader.rest() };
};

describe('a stream of events', () => {
  it.each([
    ['\n', 'data: a\ndata:b\n\ndata: c\n\n'],
    ['\r\n', 'data: a\r\ndata:b\r\n\r\ndata: c\r\n\r\n'],
    ['\r', 'data: a\rdata:b\r\rdata: c\r\r'],
  ])('is read with lines that end with %j, whole or letter by letter', (_, text) => {
    const expected = { events: ['a\nb', 'c'], rest: undefined };
    expect(eventsIn(text)).toEqual(expected);
    expect(eventsIn(...text.split(''))).toEqual(expected);
  });

  it('ignores comments, other fields and events without data', () => {
    expect(eventsIn(': hello\n\nevent: x\nid: 1\n\ndata: a\nretry: 5\n\n\n\n').events).toEqual([
      'a',
    ]);
  });

  it('returns the rest when it ends in the middle of an event', () => {
    expect(eventsIn('data: a\n\ndata: b\ndata: c')).toEqual({ events: ['a'], rest: 'b\nc' });
  });

  it('removes only the first blank after a colon', () => {
    expect(eventsIn('data:  a \n\n').events).toEqual([' a ']);
  });

  it('reports the size of an unfinished event', () => {
    const reader = eventReader();
    expect([...reader.read('data: abc\ndata: d')]).toEqual([]);
    expect(reader.held()).toBe('abc\n'.length + 'data: d'.length);
    expect([...reader.read('\n\n')]).toEqual(['abc\nd']);
    expect(reader.held()).toBe(0);
  });
});

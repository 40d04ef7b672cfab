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
  ])('is read by lines that end with %j, in one part or in letters', (_, text) => {
    const read = { events: ['a\nb', 'c'], rest: undefined };
    expect(eventsIn(text)).toEqual(read);
    expect(eventsIn(...text.split(''))).toEqual(read);
  });

  it('has events without data, comments and other fields: nobody is told of them', () => {
    expect(eventsIn(': hello\n\nevent: x\nid: 1\n\ndata: a\nretry: 5\n\n\n\n').events).toEqual(['a']);
  });

  it('ends in the middle of an event', () => {
    expect(eventsIn('data: a\n\ndata: b\ndata: c')).toEqual({ events: ['a'], rest: 'b\nc' });
  });

  it('keeps all but the first blank of a line', () => {
    expect(eventsIn('data:  a \n\n').events).toEqual([' a ']);
  });

  it('tells how much an event holds that has begun', () => {
    const reader = eventReader();
    expect([...reader.read('data: abc\ndata: d')]).toEqual([]);
    expect(reader.held()).toBe('abc\n'.length + 'data: d'.length);
    expect([...reader.read('\n\n')]).toEqual(['abc\nd']);
    expect(reader.held()).toBe(0);
  });
});

import { UnusableAnswer } from '#lib/engine/models/failure.ts';
import { readEvents, readPieces } from '#lib/engine/models/model-body.ts';
import { createPacer } from '#lib/engine/models/pacer.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function* streamOf(...parts: string[]) {
  for (const part of parts) yield bytes(part);
}

const piecesOf = async (stream: AsyncGenerator<Uint8Array>) => {
  const pieces: string[] = [];
  for await (const piece of stream) pieces.push(new TextDecoder().decode(piece));
  return pieces;
};

describe('the body of a streamed model answer', () => {
  it('is split into events, without comments and incomplete events', async () => {
    const parts = ['data: on', 'e\n\n: a com', 'ment\r\n\r\nid: 7\ndata:two\n', '\n', 'data: cut'];
    const body = streamOf(...parts);
    expect(await piecesOf(readEvents(body, ''))).toEqual(['data: one\n\n', 'data: two\n\n']);
  });

  it('keeps the lines of an event and characters that are split into two parts', async () => {
    const [first, second] = [bytes('data: é').slice(0, -1), bytes('data: é').slice(-1)];
    const body = async function* () {
      yield first;
      yield second;
      yield bytes('\ndata: b\n\n');
    };
    expect(await piecesOf(readEvents(body(), ''))).toEqual(['data: é\ndata: b\n\n']);
  });

  it('accepts the arguments of many calls in one event', async () => {
    const call = { index: 0, id: 'c', type: 'function', function: { name: 'x', arguments: '{}' } };
    const calls = JSON.stringify(Array.from({ length: 128 }, () => call));
    const long = JSON.stringify({ text: 'x'.repeat(250_000) });
    const body = streamOf(`data: ${calls}\n\n`, `data: ${long}\n\n`);
    expect(await piecesOf(readEvents(body, ''))).toHaveLength(2);
  });

  it.each([
    ['events', 'data:1\n\n'.repeat(30_000), 25_000],
    ['values', `data: [${'[],'.repeat(1800)}1]\n\n`.repeat(400), 280],
  ])('has a maximum number of %s', async (_, text, maxCount) => {
    const eventStream = readEvents(streamOf(text), '');
    let events = 0;
    const all = async () => {
      for await (const _event of eventStream) events += 1;
    };
    await expect(all()).rejects.toThrow(UnusableAnswer);
    expect(events).toBeLessThanOrEqual(maxCount);
    expect(events).toBeGreaterThan(maxCount * 0.9);
  });

  it('is not read further than an event that is too large', async () => {
    let yieldCount = 0;
    const body = async function* () {
      for (; yieldCount < 1000; yieldCount += 1) yield bytes(`data: ${'x'.repeat(10_000)}\n`);
    };
    await expect(piecesOf(readEvents(body(), ''))).rejects.toThrow(UnusableAnswer);
    expect(yieldCount).toBeLessThan(30);
  });
});

describe('the body of a model answer without events', () => {
  it('is passed on unchanged in pieces of at most 16 KB', async () => {
    const pieces = await piecesOf(readPieces(streamOf('x'.repeat(40_000), 'y'), ''));
    expect(pieces.join('')).toBe(`${'x'.repeat(40_000)}y`);
    expect(pieces.map(({ length }) => length)).toEqual([16_384, 16_384, 7232, 1]);
  });
});

describe('the pace of reading pieces', () => {
  it('lets other work run after each ten milliseconds', async () => {
    const time = { now: 0 };
    const turn = createPacer(() => time.now);
    let turns = 0;
    const countTurn = () => {
      turns += 1;
      immediate = setImmediate(countTurn);
    };
    let immediate = setImmediate(countTurn);
    for (let piece = 0; piece < 100; piece += 1) {
      await turn();
      time.now += 1;
    }
    clearImmediate(immediate);
    expect(turns).toBe(9);
  });
});

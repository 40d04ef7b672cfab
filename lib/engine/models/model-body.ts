import { measureJson } from '#lib/kernel/json.ts';
import { eventReader } from '../outgoing/events.ts';
import { invalidAnswer, tooLargeAnswer, Unfit, webPage } from './failure.ts';
import { pace } from './pace.ts';

/** What the body of a model's answer is read by, piece by piece. */
export type ReadBody = (
  body: AsyncIterable<Uint8Array>,
  type: string,
) => AsyncGenerator<Uint8Array>;

/**
 * Bounds of an answer in events. One event is parsed in one go: whole texts and the arguments of
 * many calls may come in one, though never thousands of values. Real answers hold some 30 values an
 * event, and no more events than tokens.
 */
const most = {
  event: 256 * 1024,
  valuesPerEvent: 4000,
  values: 1_000_000,
  events: 25_000,
} as const;

/** Bytes that are worked through at once. */
const slice = 16 * 1024;

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += slice) yield bytes.subarray(at, at + slice);
}

/** As it comes, but in pieces, between which others have a turn. */
export const inPieces: ReadBody = async function* (body) {
  const turn = pace();
  for await (const bytes of body) {
    for (const piece of slices(bytes)) {
      await turn();
      yield piece;
    }
  }
};

/** Throws where an event, or all of them so far, are more than any model sends. */
const counting = () => {
  let [events, values] = [0, 0];
  return {
    none: () => events === 0,
    count(data: string): void {
      if (data.length > most.event) throw new Unfit(tooLargeAnswer);
      const measured = measureJson(data, most.valuesPerEvent);
      events += 1;
      values += measured.values;
      const isTooMuch = measured.excess || events > most.events || values > most.values;
      if (isTooMuch) throw new Unfit(tooLargeAnswer);
    },
  };
};

/**
 * The events of an answer, each measured before anybody parses it, and in a piece of its own: who
 * reads asks for the next one when it is through, and others have a turn in between.
 */
export const inEvents: ReadBody = async function* (body, type) {
  const [reader, decoder, encoder] = [eventReader(), new TextDecoder(), new TextEncoder()];
  const [turn, counted] = [pace(), counting()];
  const isPage = type.startsWith('text/html');
  for await (const bytes of body) {
    if (isPage) throw new Unfit(webPage);
    for (const piece of slices(bytes)) {
      await turn();
      for (const data of reader.read(decoder.decode(piece, { stream: true }))) {
        counted.count(data);
        await turn();
        yield encoder.encode(`data: ${data.replaceAll('\n', '\ndata: ')}\n\n`);
      }
      if (reader.held() > most.event) throw new Unfit(tooLargeAnswer);
    }
  }
  if (counted.none() && !type.startsWith('text/event-stream')) throw new Unfit(invalidAnswer);
};

/** Bytes of what a server says where it does not answer: a sentence. */
const longestRefusal = 16 * 1024;

/** The beginning of a body; what is left is not read. */
export async function* beginning(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = longestRefusal;
  for await (const bytes of body) {
    yield bytes.subarray(0, left);
    left -= bytes.length;
    if (left <= 0) return;
  }
}

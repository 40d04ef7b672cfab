import { measureJson } from '#lib/kernel/json.ts';
import { eventReader } from '../outgoing/events.ts';
import {
  invalidAnswerFailure,
  tooLargeAnswerFailure,
  UnusableAnswer,
  webPageFailure,
} from './failure.ts';
import { createPacer } from './pacer.ts';

/** How the body of a model's answer is read, piece by piece. */
export type ReadBody = (
  body: AsyncIterable<Uint8Array>,
  type: string,
) => AsyncGenerator<Uint8Array>;

/**
 * Limits of an answer in events: `event` in characters, the others are counts. An event is parsed
 * at once: it may contain whole texts and the arguments of many calls, but never thousands of
 * values. Real answers have some 30 values in an event, and no more events than tokens.
 */
const eventLimits = {
  event: 256 * 1024,
  valuesPerEvent: 4000,
  values: 1_000_000,
  events: 25_000,
} as const;

/** Bytes that are processed at once. */
const sliceBytes = 16 * 1024;

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}

/** The body as it arrives, but in pieces, between which other work gets its turn. */
export const readPieces: ReadBody = async function* (body) {
  const pace = createPacer();
  for await (const bytes of body) {
    for (const piece of slices(bytes)) {
      await pace();
      yield piece;
    }
  }
};

/** Throws `UnusableAnswer` where an event, or all events so far, exceed the limits. */
const createEventCounter = () => {
  let [events, values] = [0, 0];
  return {
    none: () => events === 0,
    count(data: string): void {
      if (data.length > eventLimits.event) throw new UnusableAnswer(tooLargeAnswerFailure);
      const measured = measureJson(data, eventLimits.valuesPerEvent);
      events += 1;
      values += measured.values;
      const isTooMuch =
        measured.excessReason || events > eventLimits.events || values > eventLimits.values;
      if (isTooMuch) throw new UnusableAnswer(tooLargeAnswerFailure);
    },
  };
};

/**
 * The events of an answer, each measured before it is parsed, and in a piece of its own: the reader
 * requests the next one when it is done, and other work gets its turn in between. Throws
 * `UnusableAnswer` where the answer is not a stream of events, or is too large.
 */
export const readEvents: ReadBody = async function* (body, type) {
  const [reader, decoder, encoder] = [eventReader(), new TextDecoder(), new TextEncoder()];
  const [pace, eventCounter] = [createPacer(), createEventCounter()];
  const isPage = type.startsWith('text/html');
  for await (const bytes of body) {
    if (isPage) throw new UnusableAnswer(webPageFailure);
    for (const piece of slices(bytes)) {
      await pace();
      for (const data of reader.read(decoder.decode(piece, { stream: true }))) {
        eventCounter.count(data);
        await pace();
        yield encoder.encode(`data: ${data.replaceAll('\n', '\ndata: ')}\n\n`);
      }
      if (reader.held() > eventLimits.event) throw new UnusableAnswer(tooLargeAnswerFailure);
    }
  }
  if (eventCounter.none() && !type.startsWith('text/event-stream'))
    throw new UnusableAnswer(invalidAnswerFailure);
};

/** Bytes of an error answer that are read: it is a sentence. */
const maxErrorBytes = 16 * 1024;

/** The beginning of a body; the rest is not read. */
export async function* readBeginning(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let remainingBytes = maxErrorBytes;
  for await (const bytes of body) {
    yield bytes.subarray(0, remainingBytes);
    remainingBytes -= bytes.length;
    if (remainingBytes <= 0) return;
  }
}

import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { isTimed } from '#lib/domain/executions/execution.rules.ts';
import type { RunPosition } from '#lib/domain/pauses/pause.store.ts';
import { isQuestion, questions } from '#lib/domain/questions/question.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Wait } from '../nodes/node.ts';
import { derivedId } from '#lib/kernel/ids.ts';

/** Hands out lanes to state machines of their own; a failing one may stop the others. */
type HandOut = {
  next: 'fork';
  of: string;
  name: string;
  parts: string[];
  max_concurrency: number;
  fails_all: boolean;
};

/** What the state machine does next with a run (`bot-run.asl.json`, state `Next?`). */
export type Step =
  | { next: 'delay'; until: string }
  | { next: 'pause'; node_id: string; timeout_seconds: number }
  | HandOut
  | { next: 'again' }
  | { next: 'done' }
  | { next: 'failed'; error: string; cause: string };

/** The stored form of a wait. A question's id is derived from its place: it is asked only once. */
export const toWaitingFor = (
  position: RunPosition,
  { kind, until }: Wait,
  now: number,
): WaitingFor => {
  const { bot_exc_id, lane, node_id } = position;
  const waiting = { node_id, kind, until: isoTime(until) };
  if (!isQuestion(kind)) return waiting;
  const { id, prefix } = questions[kind];
  return { ...waiting, [id]: derivedId(prefix, now, bot_exc_id, lane, node_id) };
};

/** The step of a waiting lane. A pause lasts a second longer: then the wait is surely over. */
export const waitStep = (waiting: WaitingFor, now: number): Step => {
  const { until, node_id } = waiting;
  if (isTimed(waiting)) return { next: 'delay', until };
  const seconds = Math.ceil((Date.parse(until) - now) / 1000) + 1;
  return { next: 'pause', node_id, timeout_seconds: Math.max(1, seconds) };
};

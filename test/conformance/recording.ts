import { readFileSync } from 'node:fs';
import * as z from 'zod';

const outcome = z.looseObject({
  output: z.unknown().optional(),
  error: z.string().optional(),
  cause: z.unknown().optional(),
});

const state = z.looseObject({ name: z.string() }).optional();
const iteration = z.looseObject({ name: z.string(), index: z.number() }).optional();

const event = z.looseObject({
  type: z.string(),
  stateEnteredEventDetails: state,
  stateExitedEventDetails: state,
  mapStateStartedEventDetails: z.looseObject({ length: z.number() }).optional(),
  mapIterationStartedEventDetails: iteration,
  mapIterationSucceededEventDetails: iteration,
  mapIterationFailedEventDetails: iteration,
  mapIterationAbortedEventDetails: iteration,
  executionSucceededEventDetails: outcome.optional(),
  executionFailedEventDetails: outcome.optional(),
});

const recording = z.array(
  z.looseObject({
    test: z.string(),
    definition: z.record(z.string(), z.unknown()),
    input: z.unknown(),
    lambdas: z.array(z.tuple([z.string(), z.string()])),
    events: z.array(event),
    jsonata: z.boolean(),
  }),
);

export type Recording = z.infer<typeof recording>[number];

/** Executions recorded on AWS: definition, input, functions and event history. */
export const readRecordings = (path: string): Recording[] =>
  recording.parse(JSON.parse(readFileSync(path, 'utf8')));

/** An event in the form to compare: `PassStateEntered Start`, `MapIterationStarted Each 2`. */
export const eventText = (type: string, details: object = {}): string => {
  const { name, index, length } = Object(details);
  return [type, name, index, length].filter((part) => part !== undefined).join(' ');
};

/** The events in order. */
export const recordedOrder = ({ events }: Recording): string[] =>
  events.map((event) =>
    eventText(
      event.type,
      event.stateEnteredEventDetails ??
        event.stateExitedEventDetails ??
        event.mapStateStartedEventDetails ??
        event.mapIterationStartedEventDetails ??
        event.mapIterationSucceededEventDetails ??
        event.mapIterationFailedEventDetails ??
        event.mapIterationAbortedEventDetails,
    ),
  );

/** How the recorded execution ended. */
export function recordedOutcome({ events }: Recording) {
  const last = events.at(-1);
  const { output, error, cause } =
    last?.executionSucceededEventDetails ?? last?.executionFailedEventDetails ?? {};
  const status = last?.type.replace('Execution', '').toUpperCase();
  return { status, output, error, cause };
}

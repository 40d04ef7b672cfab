import { readFileSync } from 'node:fs';
import * as z from 'zod';

const outcome = z.looseObject({
  output: z.unknown().optional(),
  error: z.string().optional(),
  cause: z.unknown().optional(),
});

const event = z.looseObject({
  type: z.string(),
  stateEnteredEventDetails: z.looseObject({ name: z.string() }).optional(),
  stateExitedEventDetails: z.looseObject({ name: z.string() }).optional(),
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

export type Recorded = z.infer<typeof recording>[number];

/** Executions recorded on AWS: definition, input, functions and event history. */
export const readRecordings = (path: string): Recorded[] =>
  recording.parse(JSON.parse(readFileSync(path, 'utf8')));

/** `PassStateEntered State0`, in order. */
export const recordedOrder = ({ events }: Recorded): string[] =>
  events.map((event) => {
    const at = event.stateEnteredEventDetails ?? event.stateExitedEventDetails;
    return at ? `${event.type} ${at.name}` : event.type;
  });

/** How the recorded execution ended. */
export function recordedEnd({ events }: Recorded) {
  const last = events.at(-1);
  const { output, error, cause } =
    last?.executionSucceededEventDetails ?? last?.executionFailedEventDetails ?? {};
  const status = last?.type.replace('Execution', '').toUpperCase();
  return { status, output, error, cause };
}

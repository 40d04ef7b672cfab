import { DatabaseSync } from 'node:sqlite';
import { openRunner } from '#lib/local/runner/runner.ts';
import type { TaskFunction } from '#lib/local/runner/states/state.ts';
import { UnsupportedDefinition } from '#lib/local/runner/unsupported.ts';
import { matchesRecorded } from './compare.ts';
import { eventText, readRecordings, recordedOrder, recordedOutcome } from './recording.ts';
import type { Recording } from './recording.ts';

/**
 * Runs every recorded JSONata execution whose features the interpreter has, and compares status,
 * output or error, and the order of events. Usage: node test/conformance/asl.ts [recordings.json]
 */
type Verdict =
  | { kind: 'equal' }
  | { kind: 'skipped'; feature: string }
  | { kind: 'differs'; difference: string };

class RecordedException extends Error {
  override name = 'Exception';
}

/** The functions that the recordings call, as far as they can run without AWS. */
const handlers: Record<string, TaskFunction> = {
  'id_function.py': async (payload) => payload,
  'raise_exception.py': async () => {
    throw new RecordedException('Some exception was raised.');
  },
};

function functionsOf({ lambdas }: Recording): Record<string, TaskFunction> {
  return Object.fromEntries(
    lambdas.flatMap(([name, source]) => {
      const handler = handlers[source];
      if (!handler) throw new UnsupportedDefinition(source, `the function ${source} is not here.`);
      const arn = `arn:aws:lambda:us-east-1:111111111111:function:${name}`;
      return [[name, handler] as const, [arn, handler] as const];
    }),
  );
}

async function replayRecording(recorded: Recording) {
  const order: string[] = [];
  const time = { now: Date.now() };
  const runner = openRunner({
    database: new DatabaseSync(':memory:'),
    definition: recorded.definition,
    functions: functionsOf(recorded),
    clock: () => time.now,
    trace: ({ type, details }) => order.push(eventText(type, details)),
  });
  await runner.start('recorded', Object(recorded.input));
  for (await runner.idle(); runner.countOpen() > 0; await runner.idle()) {
    time.now += 1000;
    runner.wake();
  }
  return { ...runner.status('recorded'), order };
}

async function compareRecording(recorded: Recording): Promise<Verdict> {
  try {
    const { order, ...outcome } = await replayRecording(recorded);
    const pairs = { ...recordedOutcome(recorded), order: recordedOrder(recorded) };
    const ours: Record<string, unknown> = { ...outcome, order };
    for (const [field, expected] of Object.entries(pairs)) {
      if (matchesRecorded(expected, ours[field])) continue;
      const [recordedText, ownText] = [expected, ours[field]].map((value) => JSON.stringify(value));
      return { kind: 'differs', difference: `${field}: recorded ${recordedText}, ours ${ownText}` };
    }
    return { kind: 'equal' };
  } catch (error) {
    if (!(error instanceof UnsupportedDefinition)) throw error;
    return { kind: 'skipped', feature: error.feature.replace(/:function:.+/, ':function') };
  }
}

const path = process.argv[2] ?? '../shared/conformance/asl-executions.json';
const cases = readRecordings(path).filter(({ jsonata }) => jsonata);
const skipped = new Map<string, number>();
const different: string[] = [];
let equal = 0;
for (const recorded of cases) {
  const name = recorded.test.split('::').at(-1) ?? recorded.test;
  const verdict = await compareRecording(recorded);
  if (verdict.kind === 'equal') equal += 1;
  else if (verdict.kind === 'skipped') {
    skipped.set(verdict.feature, (skipped.get(verdict.feature) ?? 0) + 1);
  } else different.push(`${name}: ${verdict.difference}`);
}
const skips = [...skipped].sort((one, other) => other[1] - one[1]);
const count = skips.reduce((sum, [, times]) => sum + times, 0);
console.log(`ran ${cases.length - count}, equal ${equal}, skipped ${count}`);
for (const [feature, times] of skips) console.log(`  skipped ${times}: ${feature}`);
for (const line of different) console.log(`  DIFFERS ${line}`);
process.exitCode = different.length > 0 ? 1 : 0;

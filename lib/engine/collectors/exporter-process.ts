import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { parseLossyNumbersAsText } from '#lib/kernel/json.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { isObject } from '#lib/kernel/value-kinds.ts';

/** One call of an exporter; `environment` is all of its environment variables. */
export type ExporterCall = {
  program: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
};

/** The outcome of an exporter: whether it wrote rows, and why it failed, for people. */
export type ExporterOutcome = { hasRows?: boolean; reason?: string };

/** The most characters of a row, of the messages that are kept, and of a reason shown to people. */
const maxRowLength = 16 * 1024 * 1024;
const maxMessagesLength = 8000;
const maxReasonLength = 300;

const secretPair =
  /((?:secret|password|token|api_?key|access_?key|credential)\w*"?\s*[=:]\s*)\S+/gi;

/** The last relevant line of its messages, without anything that looks like a secret. */
const reasonIn = (messages: string): string => {
  const lines = messages.split('\n').filter((line) => line.trim() !== '');
  const error = lines.findLast((line) => /error|panic|denied|fail/i.test(line)) ?? lines.at(-1);
  return (error ?? '')
    .replaceAll(secretPair, '$1***')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxReasonLength);
};

class TooLong extends Error {}

/** The lines that a program writes; only the incomplete last line is held in memory. */
async function* linesOf(output: Readable): AsyncGenerator<string> {
  let partialLine = '';
  for await (const chunk of output) {
    const lines = (partialLine + String(chunk)).split('\n');
    partialLine = lines.pop() ?? '';
    yield* lines;
    if (partialLine.length > maxRowLength) throw new TooLong();
  }
  yield partialLine;
}

/** Ids of Google Cloud have 64 bits: a number that would lose digits is kept as a text. */
const rowOf = (line: string): Row | undefined => {
  try {
    const value = parseLossyNumbersAsText(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const startFailure = (error: unknown): string =>
  `it could not be started (${String(Object(error).code ?? 'unknown')}).`;

/** Starts it without a shell, in a process group of its own, so that its children end with it. */
const start = ({ program, args, environment }: ExporterCall) => {
  const child = spawn(program, args, {
    env: environment,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let messages = '';
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-maxMessagesLength);
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(startFailure(error)));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : reasonIn(messages) || `it ended with ${code ?? signal}.`),
    );
  });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  return { output: child.stdout, ended, kill };
};

/**
 * The rows of an exporter as it writes them; it blocks while nobody reads them. Some releases write
 * errors between the rows and exit with status 0, so a line that is not a row counts as an error.
 * The process is killed when the signal is aborted or the consumer stops.
 */
export async function* runExporter(
  call: ExporterCall,
  signal: AbortSignal,
  result: ExporterOutcome,
): AsyncGenerator<Row> {
  signal.throwIfAborted();
  const { output, ended, kill } = start(call);
  signal.addEventListener('abort', kill, { once: true });
  let messages = '';
  try {
    for await (const line of linesOf(output)) {
      const row = rowOf(line);
      if (row) {
        result.hasRows = true;
        yield row;
      } else {
        messages = `${messages}${line}\n`.slice(0, maxMessagesLength);
      }
    }
    const exitReason = await ended;
    signal.throwIfAborted();
    const reason = reasonIn(messages) || exitReason;
    if (reason !== undefined) result.reason = reason;
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    result.reason = 'one of its rows is longer than 16 MB.';
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

import { isNativeError } from 'node:util/types';
import type { Clock } from './clock.ts';
import { isoTime } from './clock.ts';

/**
 * The fields that an entry may have besides its message: names, ids and numbers, never content or
 * credentials.
 */
export type LogFields = {
  area?: string;
  /** The route's key or path pattern, never the requested address. */
  route?: string;
  method?: string;
  status?: number;
  tenant_id?: string;
  user_id?: string;
  request_id?: string;
  /** The IP address of a caller whose authentication failed. */
  address?: string;
  listener_id?: string;
  event_id?: string;
  bot_id?: string;
  bot_exc_id?: string;
  /** The path of a branch or iteration within its run. */
  lane?: string;
  approval_id?: string;
  user_input_id?: string;
  connection_id?: string;
  scan_id?: string;
  /** A table of the inventory, under the product's own name. */
  table?: string;
  /** A widget template of the catalogue. */
  widget?: string;
  count?: number;
  duration_ms?: number;
  /** Logged as name, code and stack frames; its message may quote what a caller sent. */
  error?: unknown;
};

/** Messages are fixed sentences of the product; everything variable goes into the fields. */
export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

type Field = keyof LogFields;

/** A Record, so that the compiler reports a field that is missing here. */
const allowedFields: Record<Field, true> = {
  area: true,
  route: true,
  method: true,
  status: true,
  tenant_id: true,
  user_id: true,
  request_id: true,
  address: true,
  listener_id: true,
  event_id: true,
  bot_id: true,
  bot_exc_id: true,
  lane: true,
  approval_id: true,
  user_input_id: true,
  connection_id: true,
  scan_id: true,
  table: true,
  widget: true,
  count: true,
  duration_ms: true,
  error: true,
};

const isField = (name: string): name is Field => Object.hasOwn(allowedFields, name);

const maxTextLength = 500;

/** The stack frames of an error, without its message; empty if the two cannot be told apart. */
const stackFramesOf = ({ stack = '', message }: Error): string[] => {
  const start = stack.indexOf(message);
  if (message === '' || !/^\w+( \[\w+\])?: $/.test(stack.slice(0, start))) return [];
  const frames = stack.slice(start + message.length).split('\n');
  return frames.filter((frame) => frame.startsWith('    at ')).slice(0, 5);
};

const safeIdentifier = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value) ? value : undefined;

/** Also true for errors of another realm, and for non-native errors that extend Error. */
const isError = (value: unknown): value is Error => value instanceof Error || isNativeError(value);

const describeError = (error: unknown): Record<string, unknown> => {
  if (!isError(error)) return { error: typeof error };
  const code = 'code' in error ? safeIdentifier(error.code) : undefined;
  const at = stackFramesOf(error).map((frame) => frame.slice('    at '.length, maxTextLength));
  return { error: safeIdentifier(error.name) ?? 'Error', code, at };
};

const describe = (name: Field, value: unknown): Record<string, unknown> => {
  if (name === 'error') return describeError(value);
  if (typeof value === 'number') return { [name]: value };
  if (typeof value !== 'string') return {};
  const text = name === 'route' ? value.replace(/\?.*/s, '') : value;
  return { [name]: text.slice(0, maxTextLength) };
};

const toUnicodeEscape = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * JSON itself escapes the C0 control characters; the other control and invisible format characters
 * could hide text, so they are escaped here.
 */
const formatLine = (entry: Record<string, unknown>): string =>
  JSON.stringify(entry).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (found) =>
    found.replace(/[^]/g, toUnicodeEscape),
  );

/**
 * Creates a log with one JSON line per entry, passed to `write` without a line break. Fields that
 * are not in `LogFields` are left out, whatever the caller passes.
 */
export const createLog = (sink: { write: (line: string) => void; clock: Clock }): Log => {
  const entry =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      const described = Object.entries(fields).flatMap(([name, value]) =>
        isField(name) ? [describe(name, value)] : [],
      );
      const head = { time: isoTime(sink.clock()), level, message: message.slice(0, maxTextLength) };
      sink.write(formatLine(Object.assign(head, ...described)));
    };
  return { info: entry('info'), warn: entry('warn'), error: entry('error') };
};

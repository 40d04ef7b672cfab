import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Refusal } from '#lib/kernel/refusal.ts';
import { auditActionOf, isWrite, pathVariables, type Route } from '#lib/kernel/route.ts';
import { textsIn } from '#lib/kernel/value-kinds.ts';
import type { AuditRecord } from './audit.schema.ts';
import { changesOf, type ShownFields } from './change.rules.ts';

/** A user's call of a route; `variables` are those of its path, as sent. */
export type AuditedCall = {
  key: string;
  route: Route;
  caller: Caller;
  variables: Record<string, string>;
  /** The IP address that the call came from, where it is known. */
  address?: string | undefined;
};

/** How a call ended. */
export type AuditEnd = Pick<
  AuditRecord,
  | 'outcome'
  | 'status'
  | 'reason'
  | 'object_id'
  | 'object_name'
  | 'evidence'
  | 'changes'
  | 'more_changes'
>;

/** A record at its beginning: what was called by whom, before the outcome is known. */
export type AuditEntry = Omit<AuditRecord, 'tenant_id' | Exclude<keyof AuditEnd, 'object_id'>>;

/** The longest texts stored, in characters. */
const lengthLimits = {
  address: 60,
  variable: 300,
  url: 1000,
  reason: 500,
  evidence: limits.evidence,
};

/** Shorter texts are not treated as secrets: they may be part of any word. */
const minSecretLength = 4;

/** Whether a call refused before it began is recorded: all writes, and statuses 403 and 429. */
export const recordsRefusal = (route: Route, status: number): boolean =>
  isWrite(route) || status === 403 || status === 429;

/** An id or a name as stored: shortened and without invisible characters. */
const storedTextOf = (text: unknown): string | undefined => {
  if (typeof text !== 'string') return undefined;
  return text.slice(0, lengthLimits.variable).replace(/\p{C}/gu, '') || undefined;
};

const encodeVariable = (text: string): string =>
  encodeURIComponent(text.slice(0, lengthLimits.variable).toWellFormed()).replaceAll('%40', '@');

const urlOf = ({ path }: Route, variables: Record<string, string>): string => {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeVariable(variables[name] ?? ''),
  );
  return `/api/${filledPath}`.slice(0, lengthLimits.url);
};

/** The record of a call that begins now (epoch milliseconds). */
export const entryOf = (
  { key, route, caller, variables, address }: AuditedCall,
  now: number,
): AuditEntry => {
  const object_id = storedTextOf(variables[pathVariables(route.path).at(-1) ?? '']);
  return {
    _id: timedId('aud', now),
    user_id: caller.user_id,
    ...(caller.key_id !== undefined && { key_id: caller.key_id }),
    ...(address && { address: address.slice(0, lengthLimits.address) }),
    action_type: auditActionOf(key),
    created_at: isoTime(now),
    method: route.method,
    url: urlOf(route, variables),
    object_type: route.resource,
    ...(object_id !== undefined && { object_id }),
  };
};

const shortenText = (text: string): string =>
  text.length > lengthLimits.evidence ? `${text.slice(0, lengthLimits.evidence)}…` : text;

type ServedCall = {
  route: Route;
  input: unknown;
  status: number;
  output: unknown;
  /** The resource as shown before and after; both are absent if it could not be read. */
  before?: ShownFields | undefined;
  after?: ShownFields | undefined;
};

/** The parts of the input and output that the route names as evidence. */
const evidenceOf = ({ route, input, output }: ServedCall): Pick<AuditEnd, 'evidence'> => {
  const entries = Object.entries(route.evidence?.(input, output) ?? {});
  if (entries.length === 0) return {};
  return { evidence: Object.fromEntries(entries.map(([name, text]) => [name, shortenText(text)])) };
};

/** A created resource has no `before`, a deleted one no `after`; otherwise both must be known. */
const changesIn = ({ route, input, output, before, after }: ServedCall) => {
  const oldFields = route.status === 201 ? {} : before;
  const newFields = route.method === 'DELETE' ? {} : after;
  if (!route.changes || !oldFields || !newFields) return {};
  const { hide = [], skip = [] } = route.changes;
  const sent = [input, output];
  const result = changesOf({ before: oldFields, after: newFields, sent, hide, skip });
  return {
    ...(result.changes.length > 0 && { changes: result.changes }),
    ...(result.omittedCount > 0 && { more_changes: result.omittedCount }),
  };
};

/** The resource's name now, or before its deletion, if the route records changes. */
const nameIn = ({ route, before, after }: ServedCall): string | undefined => {
  if (!route.changes) return undefined;
  const { name, alias = name, title = alias } = Object(after ?? before);
  return storedTextOf(title);
};

/** The id of a created resource comes from the output, unless the path already names an object. */
export const endOfServed = (entry: AuditEntry, served: ServedCall): AuditEnd => {
  const { status, output } = served;
  const { _id, accountId = _id } = Object(output);
  const createdId = entry.object_id === undefined ? storedTextOf(accountId) : undefined;
  const object_name = nameIn(served);
  return {
    outcome: 'done',
    status,
    ...(createdId !== undefined && { object_id: createdId }),
    ...(object_name !== undefined && { object_name }),
    ...evidenceOf(served),
    ...changesIn(served),
  };
};

/** Whether the name is a field of the route's input; other names are the caller's own words. */
const isFieldOf = ({ input }: Route, name: string): boolean =>
  'shape' in input && Object.hasOwn(Object(input.shape), name);

/** A sentence without the values that the caller sent outside the path, which it may quote. */
const removeInputValues = (sentence: string, { path }: Route, input: unknown): string => {
  const sent = new Map(Object.entries(Object(input)));
  for (const name of pathVariables(path)) sent.delete(name);
  return textsIn([...sent.values()])
    .filter((text) => text.length >= minSecretLength)
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, text) => redacted.replaceAll(text, '…'), sentence);
};

/**
 * Why a call was refused, for a record that must contain nothing of what was sent. A sentence about
 * invalid input may quote it in any form, so that only the field is named.
 */
export const endOfRefused = (refusal: Refusal, route: Route, input?: unknown): AuditEnd => {
  const { status, message, extra } = refusal;
  const field = extra.field !== undefined && isFieldOf(route, extra.field) ? extra.field : '';
  const short = field === '' ? 'The input was refused.' : `The input was refused: ${field}.`;
  const reason =
    status === 400 ? short : removeInputValues(message, route, input).slice(0, lengthLimits.reason);
  return { outcome: 'refused', status, reason };
};

/** The end of a call that failed by a defect or an outage, whose error text is not recorded. */
export const endOfFailed = (status = 500): AuditEnd => ({ outcome: 'failed', status });

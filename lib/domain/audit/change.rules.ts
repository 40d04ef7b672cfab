import { isoTime } from '#lib/kernel/clock.ts';
import type { AuditChange } from './audit.schema.ts';

/** What somebody sees of a thing; nothing before it was made, and after it was deleted. */
export type Shown = Readonly<Record<string, unknown>>;

const most = { changes: 30, text: 300 };

/** Written by every change, or told by the record itself. */
const ofEveryChange = new Set([
  '_id',
  'accountId',
  'created_at',
  'createdAt',
  'created_by',
  'revision',
  'updated_at',
  'updatedAt',
]);

/** It says what becomes of a secret, and is none. */
const aboutSecret = 'previous_secret';

/** Its change is told, and never its text: secrets, and what must come with one. */
const isSecret = (field: string): boolean =>
  field !== aboutSecret &&
  /(^|[._])(password|secret|token|external_id)$|additional_headers\.\d+\.value$/i.test(field);

/** Whole milliseconds from 2001 to 2286. */
const isTime = (number: number): boolean => /^\d{13}$/.test(String(number));

/** The rows of a role for one resource: what people may do is told whole, however much it is. */
const areRows = (field: string): boolean => /^policies\.(ALLOW|DENY)\../.test(field);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

const textOf = (value: unknown): string => {
  if (typeof value === 'number' && isTime(value)) return isoTime(value);
  return Array.isArray(value) ? value.map(textOf).join(', ') : String(value);
};

/**
 * Each field with its text, inner ones as `auth_configs.headers`; what is empty has none. The rows
 * of a role are one field a resource, with the names of the permissions.
 */
const fieldsIn = (value: unknown, field: string): [field: string, text: string][] => {
  if (value === undefined || value === null || value === '') return [];
  if (isPlain(value) || (Array.isArray(value) && value.every(isPlain))) {
    const text = textOf(value);
    return text === '' ? [] : [[field, text]];
  }
  if (areRows(field)) return [[field, Object.keys(Object(value)).toSorted().join(', ')]];
  return Object.entries(Object(value)).flatMap(([name, inner]) =>
    fieldsIn(inner, `${field}.${name}`),
  );
};

const tellable = (shown: Shown, hidden: ReadonlySet<string>): Map<string, string> =>
  new Map(
    Object.entries(shown)
      .filter(([name]) => !ofEveryChange.has(name) && !hidden.has(name))
      .flatMap(([name, value]) => fieldsIn(value, name)),
  );

const shortened = (text: string, field: string): string =>
  text.length > most.text && !areRows(field) ? `${text.slice(0, most.text)}…` : text;

const changeOf = (
  field: string,
  before: string | undefined,
  after: string | undefined,
): AuditChange => {
  if (isSecret(field) || isMask(before) || isMask(after)) return { field, hidden: true };
  return {
    field,
    ...(before !== undefined && { before: shortened(before, field) }),
    ...(after !== undefined && { after: shortened(after, field) }),
  };
};

const isMask = (text: string | undefined): boolean => text !== undefined && /^•+$/.test(text);

/** A field's last name: a secret is sent as `values.api_key`, shown as `credentials.api_key`. */
const lastName = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

/** The names of what is answered as a mask: whatever they are called, they are secrets. */
const maskedIn = (...shown: ReadonlyMap<string, string>[]): Set<string> =>
  new Set(
    shown.flatMap((one) =>
      [...one].filter(([, text]) => isMask(text)).map(([field]) => lastName(field)),
    ),
  );

/** What of a call is looked through for secrets. */
type Looking = { hidden: ReadonlySet<string>; masked: ReadonlySet<string> };

/** Secrets that were sent show nowhere else: that they were says that they changed. */
const secretsIn = (sent: unknown, looking: Looking, inside = ''): string[] =>
  Object.entries(Object(sent)).flatMap(([name, value]) => {
    const field = `${inside}${name}`;
    if (typeof value === 'string') {
      const isOne = isSecret(field) || looking.masked.has(name);
      return isOne && !/^[•\s]*$/.test(value) ? [field] : [];
    }
    const isLeft = isPlain(value) || looking.hidden.has(field);
    return isLeft ? [] : secretsIn(value, looking, `${field}.`);
  });

export type ChangeSource = {
  before: Shown;
  after: Shown;
  /** What came with the call and what it answered. */
  sent: readonly unknown[];
  /** Fields of which is told that they changed, and not how. */
  hide: readonly string[];
  /** Fields that follow from others. */
  skip: readonly string[];
};

/**
 * The fields that a call has changed, each with its text before and after; secrets, and what is
 * hidden, by name only. `more` counts those that are left off.
 */
export const changesOf = ({
  before,
  after,
  sent,
  hide,
  skip,
}: ChangeSource): { changes: AuditChange[]; more: number } => {
  const hidden = new Set([...hide, ...skip]);
  const [was, is] = [tellable(before, hidden), tellable(after, hidden)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => was.get(field) !== is.get(field),
  );
  const unseen = hide.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const looking = { hidden, masked: maskedIn(was, is) };
  const names = [...new Set([...unseen, ...sent.flatMap((one) => secretsIn(one, looking))])];
  const named = new Set(names.map(lastName));
  const isTold = (field: string) =>
    names.includes(field) || (looking.masked.has(lastName(field)) && named.has(lastName(field)));
  const all = [
    ...changed
      .filter((field) => !isTold(field))
      .map((field) => changeOf(field, was.get(field), is.get(field))),
    ...names.map((field) => ({ field, hidden: true as const })),
  ];
  const others = all.filter(({ field }) => !areRows(field));
  const leftOff = new Set(others.slice(most.changes));
  return { changes: all.filter((one) => !leftOff.has(one)), more: leftOff.size };
};

import { isoTime } from '#lib/kernel/clock.ts';
import type { AuditChange } from './audit.schema.ts';

/** The fields of a resource as shown; empty before its creation and after its deletion. */
export type Shown = Readonly<Record<string, unknown>>;

const most = { changes: 30, text: 300 };

/** Fields that every change writes, or that the record itself contains. */
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

/** This field says what happens to the old secret; it is not a secret itself. */
const aboutSecret = 'previous_secret';

/** Fields of which only the fact of a change is recorded: secrets, and what belongs to them. */
const isSecret = (field: string): boolean =>
  field !== aboutSecret &&
  /(^|[._])(password|secret|token|external_id)$|additional_headers\.\d+\.value$/i.test(field);

/** Whole milliseconds between the years 2001 and 2286. */
const isTime = (number: number): boolean => /^\d{13}$/.test(String(number));

/** A role's permissions for one resource, which are recorded in full, however long they are. */
const areRows = (field: string): boolean => /^policies\.(ALLOW|DENY)\../.test(field);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

const textOf = (value: unknown): string => {
  if (typeof value === 'number' && isTime(value)) return isoTime(value);
  return Array.isArray(value) ? value.map(textOf).join(', ') : String(value);
};

/**
 * Each field with its text; nested ones are named like `auth_configs.headers`; empty values are
 * left out. A role's permissions for one resource are one field, which lists their names.
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

/** The names of fields returned as a mask: whatever they are called, they hold secrets. */
const maskedIn = (...shown: ReadonlyMap<string, string>[]): Set<string> =>
  new Set(
    shown.flatMap((one) =>
      [...one].filter(([, text]) => isMask(text)).map(([field]) => lastName(field)),
    ),
  );

/** What to regard when a call is searched for secrets. */
type Looking = { hidden: ReadonlySet<string>; masked: ReadonlySet<string> };

/** Names of the secrets that were sent. They show nowhere else; being sent, they have changed. */
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
  /** The call's input and output. */
  sent: readonly unknown[];
  /** Fields of which only the fact of a change is recorded. */
  hide: readonly string[];
  /** Fields that follow from others and are not recorded. */
  skip: readonly string[];
};

/**
 * The fields that a call has changed, each with its text before and after; secrets and hidden
 * fields by name only. `more` is the number of changes left out.
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

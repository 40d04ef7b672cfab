import { isoTime } from '#lib/kernel/clock.ts';
import type { AuditChange } from './audit.schema.ts';

/** The fields of a resource as shown; empty before its creation and after its deletion. */
export type ShownFields = Readonly<Record<string, unknown>>;

const recordLimits = { changes: 30, text: 300 };

/** Fields that every change writes, or that the record itself contains. */
const unrecordedFields = new Set([
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
const notASecret = 'previous_secret';

/** Fields of which only the fact of a change is recorded: secrets, and what belongs to them. */
const isSecret = (field: string): boolean =>
  field !== notASecret &&
  /(^|[._])(password|secret|token|external_id)$|additional_headers\.\d+\.value$/i.test(field);

/** Whole milliseconds between the years 2001 and 2286. */
const isTime = (number: number): boolean => /^\d{13}$/.test(String(number));

/** A role's permissions for one resource, which are recorded in full, however long they are. */
const isPermissionList = (field: string): boolean => /^policies\.(ALLOW|DENY)\../.test(field);

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
  if (isPermissionList(field)) return [[field, Object.keys(Object(value)).toSorted().join(', ')]];
  return Object.entries(Object(value)).flatMap(([name, inner]) =>
    fieldsIn(inner, `${field}.${name}`),
  );
};

const recordableFields = (fields: ShownFields, hidden: ReadonlySet<string>): Map<string, string> =>
  new Map(
    Object.entries(fields)
      .filter(([name]) => !unrecordedFields.has(name) && !hidden.has(name))
      .flatMap(([name, value]) => fieldsIn(value, name)),
  );

const shortenText = (text: string, field: string): string =>
  text.length > recordLimits.text && !isPermissionList(field)
    ? `${text.slice(0, recordLimits.text)}…`
    : text;

const changeOf = (
  field: string,
  before: string | undefined,
  after: string | undefined,
): AuditChange => {
  if (isSecret(field) || isMask(before) || isMask(after)) return { field, hidden: true };
  return {
    field,
    ...(before !== undefined && { before: shortenText(before, field) }),
    ...(after !== undefined && { after: shortenText(after, field) }),
  };
};

const isMask = (text: string | undefined): boolean => text !== undefined && /^•+$/.test(text);

/** A field's last name: a secret is sent as `values.api_key`, shown as `credentials.api_key`. */
const lastName = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

/** The names of fields returned as a mask: whatever they are called, they hold secrets. */
const maskedNamesIn = (...fieldMaps: ReadonlyMap<string, string>[]): Set<string> =>
  new Set(
    fieldMaps.flatMap((one) =>
      [...one].filter(([, text]) => isMask(text)).map(([field]) => lastName(field)),
    ),
  );

/** What to regard when a call is searched for secrets. */
type SecretSearch = { hidden: ReadonlySet<string>; masked: ReadonlySet<string> };

/** Names of the secrets that were sent. They show nowhere else; being sent, they have changed. */
const secretsIn = (sent: unknown, search: SecretSearch, prefix = ''): string[] =>
  Object.entries(Object(sent)).flatMap(([name, value]) => {
    const field = `${prefix}${name}`;
    if (typeof value === 'string') {
      const isSecretField = isSecret(field) || search.masked.has(name);
      return isSecretField && !/^[•\s]*$/.test(value) ? [field] : [];
    }
    const isSkipped = isPlain(value) || search.hidden.has(field);
    return isSkipped ? [] : secretsIn(value, search, `${field}.`);
  });

export type ChangeSource = {
  before: ShownFields;
  after: ShownFields;
  /** The call's input and output. */
  sent: readonly unknown[];
  /** Fields of which only the fact of a change is recorded. */
  hide: readonly string[];
  /** Fields that follow from others and are not recorded. */
  skip: readonly string[];
};

/**
 * The fields that a call has changed, each with its text before and after; secrets and hidden
 * fields by name only. `omittedCount` is the number of changes left out.
 */
export const changesOf = ({
  before,
  after,
  sent,
  hide,
  skip,
}: ChangeSource): { changes: AuditChange[]; omittedCount: number } => {
  const hidden = new Set([...hide, ...skip]);
  const [oldFields, newFields] = [
    recordableFields(before, hidden),
    recordableFields(after, hidden),
  ];
  const changedFields = [...new Set([...oldFields.keys(), ...newFields.keys()])].filter(
    (field) => oldFields.get(field) !== newFields.get(field),
  );
  const changedHidden = hide.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const search = { hidden, masked: maskedNamesIn(oldFields, newFields) };
  const names = [...new Set([...changedHidden, ...sent.flatMap((one) => secretsIn(one, search))])];
  const secretNames = new Set(names.map(lastName));
  const isRedacted = (field: string) =>
    names.includes(field) ||
    (search.masked.has(lastName(field)) && secretNames.has(lastName(field)));
  const all = [
    ...changedFields
      .filter((field) => !isRedacted(field))
      .map((field) => changeOf(field, oldFields.get(field), newFields.get(field))),
    ...names.map((field) => ({ field, hidden: true as const })),
  ];
  const otherChanges = all.filter(({ field }) => !isPermissionList(field));
  const omittedChanges = new Set(otherChanges.slice(recordLimits.changes));
  return {
    changes: all.filter((one) => !omittedChanges.has(one)),
    omittedCount: omittedChanges.size,
  };
};

import { kindOf } from '#lib/kernel/value-words.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A name as an expression has it; what is no plain word stands in backticks. */
export const codeOfName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``;

const most = 12;

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, most).map(codeOfName).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
};

/** The objects of a value: itself, or those in a list, whose fields expressions read at once. */
const objectsIn = (value: unknown): Fields[] => [value].flat(3).filter(isFields);

/** The names of a value's fields. */
const fieldNames = (value: unknown): string[] => [
  ...new Set(objectsIn(value).slice(0, 20).flatMap(Object.keys)),
];

/** Why a path of names leads to nothing, where that is because of its spelling. */
export const misspelt = (
  code: string,
  value: unknown,
  path: readonly string[],
): string | undefined => {
  const [name, ...rest] = path;
  if (name === undefined || value === undefined || value === null) return undefined;
  const objects = objectsIn(value);
  const holders = objects.filter((one) => Object.hasOwn(one, name));
  if (holders.length > 0) {
    const found: unknown[] = holders.map((one) => one[name]);
    const next: unknown = found.length === 1 ? found[0] : found;
    return misspelt(`${code}.${codeOfName(name)}`, next, rest);
  }
  const said = `"${name}" has no value:`;
  if (Array.isArray(value) && value.length === 0) return `${said} ${code} is an empty list.`;
  if (objects.length === 0) return `${said} ${code} is ${kindOf(value)}.`;
  const names = fieldNames(value);
  if (names.length === 0) return `${said} ${code} has no fields.`;
  return `${said} the fields of ${code} are ${listed(names)}.`;
};

const longest = 80;

/** A value in one line; the end of a long one is left out. */
export const shortText = (value: unknown): string => {
  if (value === undefined) return '(nothing)';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

type Path = { path: string; value: unknown };

const deepest = 4;
const mostPaths = 60;

/** What lies inside of a value: its fields, and those of the first entry of a list. */
const inside = ({ path, value }: Path): Path[] => {
  if (Array.isArray(value)) {
    return value.length > 0 ? [{ path: `${path}[0]`, value: value[0] as unknown }] : [];
  }
  if (!isFields(value)) return [];
  return Object.entries(value).map(([name, part]) => ({
    path: `${path}.${codeOfName(name)}`,
    value: part,
  }));
};

/** The paths into a value, outer ones first; a large value's are not all named. */
export const pathsBelow = (code: string, value: unknown): Path[] => {
  let level: Path[] = [{ path: code, value }];
  const found: Path[] = [];
  for (let depth = 0; depth < deepest && found.length < mostPaths; depth += 1) {
    level = level.flatMap(inside).slice(0, mostPaths);
    found.push(...level);
  }
  return found.slice(0, mostPaths);
};

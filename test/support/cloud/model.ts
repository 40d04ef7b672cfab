import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A shape of AWS's own model, as the SDK packages contain it. */
export type Shape = number | readonly unknown[];
export type Member = { name: string; shape: Shape; traits: Record<string, unknown> };

const isPair = (value: unknown): value is [unknown, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[1] !== 'string';

const shapeOf = (value: unknown): Shape => {
  if (typeof value === 'function') return shapeOf((value as () => unknown)());
  return isPair(value) ? shapeOf(value[0]) : (value as Shape);
};

const traitsOf = (value: unknown): Record<string, unknown> => {
  const traits: unknown = isPair(value) ? value[1] : Array.isArray(value) ? value[3] : 0;
  return Object(typeof traits === 'object' ? traits : {}) as Record<string, unknown>;
};

const kindOf = (shape: Shape): unknown => (Array.isArray(shape) ? shape[0] : shape);

export const isStructure = (shape: Shape): shape is readonly unknown[] => kindOf(shape) === 3;

export const membersOf = (shape: Shape): readonly Member[] => {
  if (!isStructure(shape)) return [];
  const [names, shapes] = [shape[4] as string[], shape[5] as unknown[]];
  return names.map((name, index) => {
    const one = shapes[index];
    return { name, shape: shapeOf(one), traits: traitsOf(one) };
  });
};

/** The members of a list, and their XML names; undefined if the shape is not a list. */
export const listMemberOf = (shape: Shape): Omit<Member, 'name'> | undefined => {
  if (typeof shape === 'number') {
    return (shape & 192) === 64 ? { shape: shape & ~64, traits: {} } : undefined;
  }
  return shape[0] === 1 ? { shape: shapeOf(shape[4]), traits: traitsOf(shape[4]) } : undefined;
};

/** The shape of a map's values; undefined if the shape is not a map. */
export const mapValueShapeOf = (shape: Shape): Shape | undefined => {
  if (typeof shape === 'number') return (shape & 192) === 128 ? shape & ~128 : undefined;
  return shape[0] === 2 ? shapeOf(shape[5]) : undefined;
};

/** The number of a simple shape's kind; a named shape is resolved to its own. */
export const simpleKindOf = (shape: Shape): unknown => {
  const kind = kindOf(shape);
  return kind === 0 && Array.isArray(shape) ? simpleKindOf(shapeOf(shape[4])) : kind;
};
export const isTime = (shape: Shape): boolean => [4, 5, 6, 7].includes(Number(simpleKindOf(shape)));
export const isBytes = (shape: Shape): boolean => [21, 42].includes(Number(simpleKindOf(shape)));

export type Operation = {
  name: string;
  /** Method and path, for services that are called by path. */
  http: readonly [string, string] | undefined;
  output: Shape;
  outputTraits: Record<string, unknown>;
};

/** An operation of an SDK package; undefined if it has none of that name. */
export const operationOf = (sdk: string, name: string): Operation | undefined => {
  const found = (require(sdk) as Record<string, unknown>)[`${name}$`];
  if (!Array.isArray(found)) return undefined;
  const output = shapeOf(found[5]);
  const { http } = traitsOf(found) as { http?: [string, string] };
  return { name, http, output, outputTraits: traitsOf(output) };
};

/** Members that refer to a next page, which samples leave out. */
const pagingMembers = /token|marker|^position$|truncated|hasmore|lastevaluated|nextpage/i;

/** A value that AWS could return: every member is present, and lists have one entry. */
export const sampleOf = (shape: Shape, name = 'value', depth = 0): unknown => {
  if (depth > 6) return undefined;
  const list = listMemberOf(shape);
  if (list) {
    const one = sampleOf(list.shape, name, depth + 1);
    return one === undefined ? [] : [one];
  }
  const map = mapValueShapeOf(shape);
  if (map !== undefined) return { [name]: sampleOf(map, name, depth + 1) };
  if (isStructure(shape)) {
    const members = membersOf(shape).filter((one) => !pagingMembers.test(one.name));
    return Object.fromEntries(
      members.map((one) => [one.name, sampleOf(one.shape, one.name, depth + 1)]),
    );
  }
  if (isTime(shape)) return '2026-01-02T03:04:05Z';
  if (simpleKindOf(shape) === 2) return true;
  return simpleKindOf(shape) === 1 ? 1 : `a-${name.toLowerCase()}`;
};

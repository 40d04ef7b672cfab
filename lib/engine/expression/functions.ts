import jsonata from 'jsonata';
import { bounds, type Budget } from './budget.ts';
import { Overrun } from './errors.ts';
import { budgetOf, entryHook, type Frame } from './hooks.ts';
import { distinct, sort, spread } from './lists.ts';

type Focus = { environment: Frame };
type Native = (this: Focus, ...args: unknown[]) => unknown;

/** A function as JSONata stores it; the signature checks the arguments of each call. */
type Definition = { _jsonata_function: true; implementation: Native; signature: unknown };

/** Every function that expressions may call; `$eval` is not among them. */
export const functionNames =
  `sum count max min average string substring substringBefore substringAfter lowercase uppercase
  length trim pad match contains replace split join formatNumber formatBase formatInteger
  parseInteger number floor ceil round abs sqrt power random boolean not map zip filter single
  reduce sift keys lookup append exists spread merge reverse each error assert type sort shuffle
  distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl
  toMillis fromMillis clone now millis`.split(/\s+/);

/** JSONata's own definitions, read from the frame that it passes to the hook of an evaluation. */
const standard: ReadonlyMap<string, Definition> = (() => {
  const found = new Map<string, Definition>();
  const probe = jsonata('1');
  const readFrame = (_node: unknown, _input: unknown, frame: Frame) => {
    for (const name of functionNames) found.set(name, frame.lookup(name) as Definition);
  };
  probe.assign(entryHook as unknown as string, readFrame);
  void probe.evaluate(undefined);
  return found;
})();

const standardOf = (name: string): Definition => {
  const definition = standard.get(name);
  if (!definition) throw new Error(`JSONata has no function $${name}.`);
  return definition;
};

const fromMillis: Native = standardOf('fromMillis').implementation;

/** Replacements for functions of JSONata that take quadratic time or expose a function's inside. */
const replaced: Record<string, Native> = {
  sort,
  distinct,
  spread,
  now(picture, zone) {
    return fromMillis.call(this, this.environment.timestamp.getTime(), picture, zone);
  },
  millis() {
    return this.environment.timestamp.getTime();
  },
};

const refuse = (bad: boolean, why: string): void => {
  if (bad) throw new Overrun(why);
};

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

const boundedPicture = (picture: unknown, zone?: unknown): void => {
  if (typeof picture !== 'string') return;
  const isWide = /,[^\]]*\d{3}/.test(picture);
  const isLong = picture.length > 100 || lengthOf(zone) > 20;
  refuse(isWide || isLong, 'its format picture is too long or too wide.');
};

/** A time is parsed with a pattern made from the picture; more parts allow more ways to match. */
const readablePicture = (picture: unknown): void => {
  if (typeof picture !== 'string') return;
  const parts = picture.replace(/\s/g, '').match(/\[[^[]/g) ?? [];
  const isComplex = parts.length > 8 || new Set(parts).size < parts.length;
  refuse(isComplex, 'its format picture has too many parts, or the same part twice.');
};

type Check = (args: readonly unknown[], budget: Budget) => void;

/** Checks that reject calls whose cost is out of proportion to the size of their arguments. */
const checks: Record<string, Check> = {
  pad: ([, width]) =>
    refuse(Math.abs(Number(width)) > bounds.output, 'it pads a text beyond 1 MB.'),
  join([list, separator]) {
    const gaps = Array.isArray(list) ? list.length * lengthOf(separator) : 0;
    refuse(gaps > bounds.value, 'it joins a text that is too long.');
  },
  string([value, prettify], budget) {
    const { bytes, depth } = budget.measure(value);
    const indented = prettify === true ? bytes * (1 + depth) : bytes;
    refuse(indented > 2 * bounds.value, 'it makes a text that is too long.');
  },
  formatNumber([, picture, options], budget) {
    const isLong = lengthOf(picture) > 100 || budget.measure(options).bytes > 1000;
    refuse(isLong, 'its format picture is too long.');
  },
  formatInteger: ([, picture]) => boundedPicture(picture),
  parseInteger: ([text, picture]) => {
    refuse(lengthOf(text) > 1000, 'it reads a number from a text that is too long.');
    boundedPicture(picture);
  },
  fromMillis: ([, picture, zone]) => boundedPicture(picture, zone),
  now: ([picture, zone]) => boundedPicture(picture, zone),
  toMillis([text, picture]) {
    refuse(lengthOf(text) > 40, 'it reads a time from a text that is too long.');
    boundedPicture(picture);
    readablePicture(picture);
  },
};

const ignored = { get: () => undefined, set: () => undefined };

/**
 * The definition, with its calls reported to the budget. All evaluations share it, so it is frozen:
 * otherwise JSONata would store on it the name that the last caller used.
 */
const guarded = (name: string): Definition => {
  const { implementation: original, signature } = standardOf(name);
  const body = replaced[name] ?? original;
  const implementation: Native = function call(...args) {
    const budget = budgetOf(this.environment);
    budget.tick();
    checks[name]?.(args, budget);
    const result = body.apply(this, args);
    return result instanceof Promise
      ? result.then((value: unknown) => budget.made(value))
      : budget.made(result);
  };
  // JSONata reads the number of arguments, and their names for `f(?, 2)`, from the function.
  Object.defineProperty(implementation, 'length', { value: original.length });
  implementation.toString = () => String(original);
  const definition: Definition = { _jsonata_function: true, implementation, signature };
  return Object.freeze(Object.defineProperties(definition, { token: ignored, position: ignored }));
};

/** The functions that expressions may call, by name. */
export const functions: Readonly<Record<string, unknown>> = Object.fromEntries([
  ...functionNames.map((name) => [name, guarded(name)] as const),
  ['eval', undefined],
]);

import jsonata from 'jsonata';
import { type Budget, evaluationLimits } from './budget.ts';
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

const refuseIf = (condition: boolean, reason: string): void => {
  if (condition) throw new Overrun(reason);
};

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

const checkPictureSize = (picture: unknown, zone?: unknown): void => {
  if (typeof picture !== 'string') return;
  const isLong = picture.length > 100 || lengthOf(zone) > 20;
  refuseIf(isLong || /,[^\]]*\d{3}/.test(picture), 'its format picture is too long or too wide.');
};

/** A time is parsed with a pattern made from the picture; more parts allow more ways to match. */
const checkParsePicture = (picture: unknown): void => {
  if (typeof picture !== 'string') return;
  const parts = picture.replace(/\s/g, '').match(/\[[^[]/g) ?? [];
  const isComplex = parts.length > 8 || new Set(parts).size < parts.length;
  refuseIf(isComplex, 'its format picture has too many parts, or the same part twice.');
};

type Check = (args: readonly unknown[], budget: Budget) => void;

/** Checks that reject calls whose cost is out of proportion to the size of their arguments. */
const checks: Record<string, Check> = {
  pad: ([, width]) =>
    refuseIf(Math.abs(Number(width)) > evaluationLimits.output, 'it pads text beyond 1 MB.'),
  join([list, separator]) {
    const gaps = Array.isArray(list) ? list.length * lengthOf(separator) : 0;
    refuseIf(gaps > evaluationLimits.value, 'it joins text that is too long.');
  },
  string([value, prettify], budget) {
    const { bytes, depth } = budget.measure(value);
    const indented = prettify === true ? bytes * (1 + depth) : bytes;
    refuseIf(indented > 2 * evaluationLimits.value, 'it produces text that is too long.');
  },
  formatNumber([, picture, options], budget) {
    const isLong = lengthOf(picture) > 100 || budget.measure(options).bytes > 1000;
    refuseIf(isLong, 'its format picture is too long.');
  },
  formatInteger: ([, picture]) => checkPictureSize(picture),
  parseInteger: ([text, picture]) => {
    refuseIf(lengthOf(text) > 1000, 'it reads a number from text that is too long.');
    checkPictureSize(picture);
  },
  fromMillis: ([, picture, zone]) => checkPictureSize(picture, zone),
  now: ([picture, zone]) => checkPictureSize(picture, zone),
  toMillis([text, picture]) {
    refuseIf(lengthOf(text) > 40, 'it reads a time from text that is too long.');
    checkPictureSize(picture);
    checkParsePicture(picture);
  },
};

const ignored = { get: () => undefined, set: () => undefined };

/**
 * The definition, with its calls reported to the budget. All evaluations share it, so it is frozen:
 * otherwise JSONata would store on it the name that the last caller used.
 */
const guardedFunction = (name: string): Definition => {
  const { implementation: original, signature } = standardOf(name);
  const body = replaced[name] ?? original;
  const implementation: Native = function call(...args) {
    const budget = budgetOf(this.environment);
    budget.tick();
    checks[name]?.(args, budget);
    const result = body.apply(this, args);
    return result instanceof Promise
      ? result.then((value: unknown) => budget.countCreated(value))
      : budget.countCreated(result);
  };
  // JSONata reads the number of arguments, and their names for `f(?, 2)`, from the function.
  Object.defineProperty(implementation, 'length', { value: original.length });
  implementation.toString = () => String(original);
  const definition: Definition = { _jsonata_function: true, implementation, signature };
  return Object.freeze(Object.defineProperties(definition, { token: ignored, position: ignored }));
};

/** The functions that expressions may call, by name. */
export const functions: Readonly<Record<string, unknown>> = Object.fromEntries([
  ...functionNames.map((name) => [name, guardedFunction(name)] as const),
  ['eval', undefined],
]);

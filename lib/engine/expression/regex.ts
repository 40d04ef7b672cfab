import { type Matcher, RE2JS } from 're2js';
import type { Budget } from './budget.ts';
import { Overrun } from './errors.ts';

/** The maximum cost of one search: instructions times characters; about 0.2 s. */
const searchCost = 10_000_000;

const compiled = new WeakMap<RegExp, RE2JS>();

/**
 * The linear-time form of a pattern. Throws an `Overrun` where there is none: look-ahead,
 * look-behind, back references, or more than 1,000 repetitions.
 */
export const linearPattern = (pattern: RegExp): RE2JS => {
  const cached = compiled.get(pattern);
  if (cached) return cached;
  try {
    const flags = pattern.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0;
    const re = RE2JS.compile(RE2JS.translateRegExp(pattern), flags);
    compiled.set(pattern, re);
    return re;
  } catch (error) {
    const cause = error instanceof Error ? error.message.replace(/^.*?: /, '') : '';
    throw new Overrun(
      `its pattern /${pattern.source}/ is not supported (${cause}). ` +
        'Patterns cannot have look-around, back references or more than 1,000 repetitions.',
    );
  }
};

type Found = (string | undefined)[] & { index: number };

const groupsOf = (matcher: Matcher): Found => {
  const all = Array.from(
    { length: matcher.groupCount() + 1 },
    (_, index) => matcher.group(index) ?? undefined,
  );
  return Object.assign(all, { index: matcher.start() });
};

/** The class with which JSONata creates regular expressions; it never uses the host's engine. */
export const regexEngine = (budget: Budget) =>
  class LinearRegex {
    lastIndex = 0;
    readonly #re: RE2JS;

    constructor(pattern: RegExp) {
      this.#re = linearPattern(pattern);
    }

    exec(input: unknown): Found | null {
      budget.tick();
      const text = typeof input === 'string' ? input : '';
      if (text.length * this.#re.programSize() > searchCost) {
        throw new Overrun('its pattern is too complex for text this long.');
      }
      const matcher = this.#re.matcher(text);
      if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) {
        this.lastIndex = 0;
        return null;
      }
      this.lastIndex = matcher.end();
      return groupsOf(matcher);
    }
  };

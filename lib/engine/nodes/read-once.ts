import type { Call } from './node.ts';

/**
 * Parses the settings of a node once. `begin` and `perform` get the same object, which may hold
 * megabytes; each attempt evaluates a new one, so the result is remembered by that object.
 */
export const parseOnce = <C extends Pick<Call, 'settings'>, T extends object>(
  parse: (call: C) => T,
): ((call: C) => T) => {
  const cache = new WeakMap<Call['settings'], T>();
  return (call) => {
    const found = cache.get(call.settings) ?? parse(call);
    cache.set(call.settings, found);
    return found;
  };
};

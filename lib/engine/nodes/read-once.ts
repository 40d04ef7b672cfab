import type { Call } from './node.ts';

/**
 * Parses the settings of a node once. `begin` and `perform` get the same object, which may hold
 * megabytes; each attempt evaluates a new one, so the result is remembered by that object.
 */
export const parseOnce = <C extends Pick<Call, 'settings'>, T extends object>(
  read: (call: C) => T,
): ((call: C) => T) => {
  const known = new WeakMap<Call['settings'], T>();
  return (call) => {
    const found = known.get(call.settings) ?? read(call);
    known.set(call.settings, found);
    return found;
  };
};

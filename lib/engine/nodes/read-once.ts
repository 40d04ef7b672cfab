import type { Call } from './node.ts';

/**
 * Reads the settings of a node once: `begin` and `perform` are handed the same ones, which may hold
 * megabytes. They are evaluated anew for each attempt, so what was read goes with them.
 */
export const readOnce = <C extends Pick<Call, 'settings'>, T extends object>(
  read: (call: C) => T,
): ((call: C) => T) => {
  const known = new WeakMap<Call['settings'], T>();
  return (call) => {
    const found = known.get(call.settings) ?? read(call);
    known.set(call.settings, found);
    return found;
  };
};

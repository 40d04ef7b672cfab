/** Whether both contain the same roles, in any order. */
export const hasSameRoles = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));

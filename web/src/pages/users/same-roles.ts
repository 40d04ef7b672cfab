/** Whether both contain the same roles, in any order. */
export const hasSameRoles = (first: readonly string[], second: readonly string[]): boolean =>
  first.length === second.length && first.every((id) => second.includes(id));

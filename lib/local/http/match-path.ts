/**
 * Turns `listeners/{listener_id}` into a matcher that returns the variables of a path. The path's
 * percent-encoding must be valid.
 */
export const pathMatcher = (pattern: string) => {
  const parts = pattern.split('/');

  return (path: string): Record<string, string> | undefined => {
    const given = path.split('/');
    if (given.length !== parts.length) return undefined;
    const variables: Record<string, string> = {};
    for (const [at, part] of parts.entries()) {
      const value = given[at] ?? '';
      if (!part.startsWith('{')) {
        if (part !== value) return undefined;
      } else if (value === '') return undefined;
      else variables[part.slice(1, -1)] = decodeURIComponent(value);
    }
    return variables;
  };
};

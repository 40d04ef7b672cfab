/**
 * Turns `listeners/{listener_id}` into a matcher that returns the variables of a path. The path's
 * percent-encoding must be valid.
 */
export const pathMatcher = (pattern: string) => {
  const segments = pattern.split('/');

  return (path: string): Record<string, string> | undefined => {
    const values = path.split('/');
    if (values.length !== segments.length) return undefined;
    const variables: Record<string, string> = {};
    for (const [at, segment] of segments.entries()) {
      const value = values[at] ?? '';
      if (!segment.startsWith('{')) {
        if (segment !== value) return undefined;
      } else if (value === '') return undefined;
      else variables[segment.slice(1, -1)] = decodeURIComponent(value);
    }
    return variables;
  };
};

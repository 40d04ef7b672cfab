/** An expression that yields a moment as people read it, of one that yields it as ISO 8601. */
export const minuteOf = (moment: string): string =>
  `$replace($substring(${moment}, 0, 16), 'T', ' ') & ' UTC'`;

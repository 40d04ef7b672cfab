/** A JSONata expression that formats the ISO 8601 time of another expression for people. */
export const timeExpression = (moment: string): string =>
  `$replace($substring(${moment}, 0, 16), 'T', ' ') & ' UTC'`;

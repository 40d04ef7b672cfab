/** The same query, of those rows alone whose `id` is among the list that `$1` stands for. */
export const ofIds = (sql: string): string =>
  `select * from (\n${sql}\n) found\nwhere id = any($1)`;

/** Restricts a query to the rows whose `id` is in the list `$1`. */
export const restrictToIds = (sql: string): string =>
  `select * from (\n${sql}\n) found\nwhere id = any($1)`;

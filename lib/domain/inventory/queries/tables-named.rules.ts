/**
 * The tables whose names occur anywhere in a query, even in texts or comments, so that none is
 * missed.
 */
export const tablesNamed = (sql: string, tables: readonly string[]): string[] => {
  const words = new Set(sql.toLowerCase().match(/\w+/g));
  return tables.filter((table) => words.has(table)).toSorted();
};

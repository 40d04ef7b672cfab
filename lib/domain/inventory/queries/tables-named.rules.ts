/**
 * Those of some tables that a query names anywhere: one that only a text or a comment names is
 * taken for read, so that none is missed.
 */
export const tablesNamed = (sql: string, tables: readonly string[]): string[] => {
  const words = new Set(sql.toLowerCase().match(/\w+/g));
  return tables.filter((table) => words.has(table)).toSorted();
};

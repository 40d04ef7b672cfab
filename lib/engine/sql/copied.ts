import type { TableColumns } from '#lib/domain/inventory/table-columns.ts';

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const special = /[\\\n\r\t]/g;

/** A value as Postgres' text format writes it. */
const written = (value: unknown, type: string): string => {
  if (value === undefined || value === null) return '\\N';
  const text = typeof value === 'string' && type !== 'jsonb' ? value : JSON.stringify(value);
  return text.replace(special, (one) => escapes[one] ?? one);
};

/**
 * Lines of JSON as COPY takes them, in the text format: other than in CSV, no line within a value
 * can end the rows. Postgres then parses JSON in columns of JSON alone, which takes half of what
 * rows take that are JSON as a whole.
 */
export const copied = (lines: string, columns: TableColumns): string => {
  const types = Object.entries(columns);
  let text = '';
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const row: Readonly<Record<string, unknown>> = JSON.parse(line);
    text += `${types.map(([name, type]) => written(row[name], type)).join('\t')}\n`;
  }
  return text;
};

/** A value of any kind as the text of a table cell; a dash if there is none. */
export const cellText = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Writes one line of JSON to standard output; it must contain no key and no result of a job. */
export const writeLog = (message: string, fields: Record<string, unknown> = {}): void => {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), what: message, ...fields })}\n`,
  );
};

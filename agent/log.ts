/** One line of JSON on standard output; what is told holds no key and no result of a job. */
export const tell = (what: string, about: Record<string, unknown> = {}): void => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), what, ...about })}\n`);
};

/** Does one kind of job: turns its arguments into its output. Errors are sentences for people. */
export type JobHandler = (args: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>;

export type Kinds = Record<string, JobHandler>;

/** The most bytes of a result as JSON; a larger one is not sent. */
export const maxResultBytes = 3 * 1024 * 1024;

/** A required text argument of a job; throws if it is missing. */
export const requiredTextOf = (args: Record<string, unknown>, name: string): string => {
  const value = args[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`The job lacks ${name}.`);
};

/** An optional text argument of a job. */
export const optionalTextOf = (args: Record<string, unknown>, name: string): string | undefined => {
  const value = args[name];
  if (value === undefined || value === null || value === '') return undefined;
  return requiredTextOf(args, name);
};

/** Values by name, from an object or from texts such as `name=value`. */
export const namedValues = (input: unknown, separator: string): Record<string, unknown> => {
  if (!Array.isArray(input)) return (input ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    input.map((one) => {
      const [name = '', ...rest] = String(one).split(separator);
      return [name.trim(), rest.join(separator).trim()];
    }),
  );
};

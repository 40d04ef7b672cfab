import type { RefusalDetail } from '#lib/kernel/refusal.ts';

/** A call that did not succeed. `status` is 0 when no answer was received. */
export class ApiError extends Error {
  readonly status: number;
  readonly field: string | undefined;
  readonly detail: RefusalDetail[];
  /** Seconds after which the server accepts a retry, if it said so. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    field?: string,
    detail: RefusalDetail[] = [],
    retryAfter?: number,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.field = field;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}

/** Whether the server was unreachable or overloaded: a retry of the same call may succeed. */
export const isTransient = ({ status }: ApiError): boolean =>
  status === 0 || status === 429 || status >= 500;

/** The text to show to a person: the server's sentence, or a fixed one for unexpected errors. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Unexpected error. Please try again.';

import type { RefusalDetail } from '#lib/kernel/refusal.ts';

/** A call that did not succeed. `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly field: string | undefined;
  readonly detail: RefusalDetail[];
  /** Seconds after which the server wants to be asked again, where it said so. */
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

/** Nobody was reached, or everybody was busy: the same call may succeed the next time. */
export const isPassing = ({ status }: ApiError): boolean =>
  status === 0 || status === 429 || status >= 500;

/** What to show a person: the server's sentence, or a fixed one for anything unforeseen. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Unexpected error. Please try again.';

/** One message of a refusal with several causes; `loc` is the path of the field. */
export type RefusalDetail = { msg: string; loc: (string | number)[] };

export type RefusalBody = { error: string; field?: string; detail?: RefusalDetail[] };

export type RefusalExtra = {
  field?: string;
  detail?: RefusalDetail[];
  headers?: Record<string, string>;
};

/**
 * The only expected error of the product. It becomes the response `{ error, field?, detail? }` with
 * its status (4xx, or 503 while starting and when nothing can be stored). Anything else thrown is a
 * defect and becomes a 500 without detail.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly extra: RefusalExtra;

  constructor(status: number, error: string, extra: RefusalExtra = {}) {
    super(error);
    this.name = 'Refusal';
    this.status = status;
    this.extra = extra;
  }

  body(): RefusalBody {
    const { field, detail } = this.extra;
    return { error: this.message, ...(field && { field }), ...(detail && { detail }) };
  }
}

export const badRequest = (error: string, extra?: RefusalExtra) => new Refusal(400, error, extra);
export const unauthorised = (error: string) => new Refusal(401, error);
export const forbidden = (error: string, detail?: RefusalDetail[]) =>
  new Refusal(403, error, detail && { detail });

/** The message of a 401 for a missing or invalid token or API key. */
export const signInRequiredText = 'Your session is missing or has ended. Sign in to continue.';
export const signInRequired = () => unauthorised(signInRequiredText);

/** The 401 for a genuine token or key that is not valid now; it does not count as a failed try. */
export class UntimelyToken extends Refusal {
  constructor() {
    super(401, signInRequiredText);
    this.name = 'UntimelyToken';
  }
}

/** `extra` names the field if the id was in a request body. */
export const notFound = (subject: string, extra?: RefusalExtra) =>
  new Refusal(404, `This ${subject} does not exist, or it was deleted.`, extra);
export const conflict = (error: string, extra?: RefusalExtra) => new Refusal(409, error, extra);

import * as z from 'zod';
import { CognitoError, invalidParameter } from './cognito-error.ts';
import type { Pool } from './pool.ts';

/** `from` is the caller's address. Throws CognitoError. */
export type Operation = (pool: Pool, body: unknown, from: string) => object | Promise<object>;

/** A text in a request; the limit is longer than anything that Amplify sends. */
export const text = z.string().min(1).max(8192);
export const passwordText = z.string().min(1).max(256);
export const username = z.string().min(1).max(254);

const clientRequest = z.object({ ClientId: text });

const describeIssue = ({ issues: [issue] }: z.ZodError): string => {
  const path = issue?.path.join('.');
  return path ? `${path}: ${issue?.message}` : 'The request is not a JSON object.';
};

/** An operation whose body has the given shape; other fields are ignored. */
export const operation =
  <S extends z.ZodType>(
    shape: S,
    run: (pool: Pool, input: z.output<S>, from: string) => object | Promise<object>,
  ): Operation =>
  (pool, body, from) => {
    const parsed = shape.safeParse(body);
    if (!parsed.success) throw invalidParameter(describeIssue(parsed.error));
    return run(pool, parsed.data, from);
  };

/** An operation that must name the pool's app client. */
export const clientOperation = <S extends z.ZodType>(
  shape: S,
  run: (pool: Pool, input: z.output<S>, from: string) => object | Promise<object>,
): Operation =>
  operation(z.intersection(clientRequest, shape), (pool, input, from) => {
    if (input.ClientId !== pool.clientId) {
      throw new CognitoError('ResourceNotFoundException', 'This app client does not exist.');
    }
    return run(pool, input, from);
  });

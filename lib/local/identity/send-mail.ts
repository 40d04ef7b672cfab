import type { Pool } from './pool.ts';

/** Not awaited by the response, whose duration would reveal that the account exists. */
export const sendMail = (pool: Pool, to: string, subject: string, message: string): void => {
  pool
    .mail(to, subject, message)
    .catch((error: unknown) =>
      pool.log.error('A mail with a code could not be sent.', { area: 'identity', error }),
    );
};

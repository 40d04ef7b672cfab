import { conflict, Refusal } from '#lib/kernel/refusal.ts';

/** One sentence for every taken address: it does not reveal the organisation. */
export const addressTaken = (): Refusal =>
  conflict('Another account uses this e-mail address. Enter a different one.', { field: 'email' });

export const noAccount = (): Refusal =>
  new Refusal(
    404,
    'This user has no account to sign in with. Delete the user and create them again.',
  );

// The work that the tests run on another thread.
import { badRequest } from '#lib/kernel/refusal.ts';

/** Behaves as told, like a parser that is given hostile input. */
export const act = (told: string): string => {
  if (told === 'refuse') throw badRequest('Line 3: Not so.', { field: 'text' });
  if (told === 'fail') throw new TypeError('A defect.');
  if (told === 'exit') process.exit(3);
  const kept: object[] = [];
  while (told === 'fill the memory') kept.push({ kept });
  for (;;) if (told !== 'never end') return told.toUpperCase();
};

// The work that the tests run on another thread.
import { badRequest } from '#lib/kernel/refusal.ts';

/** Behaves as told, like a parser that is given hostile input. */
export const act = (command: string): string => {
  if (command === 'refuse') throw badRequest('Line 3: Not so.', { field: 'text' });
  if (command === 'fail') throw new TypeError('A defect.');
  if (command === 'exit') process.exit(3);
  const blocks: object[] = [];
  while (command === 'fill the memory') blocks.push({ kept: blocks });
  for (;;) if (command !== 'never end') return command.toUpperCase();
};

import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { counted } from '#lib/kernel/text.ts';
import { errorText } from '#web/api/api-error.ts';
import { ofRoutes, readAgain } from '#web/api/read-again.ts';
import { flash } from '#web/app/flash.tsx';

/** One thing that is done with many, in the words in which it is told. */
export type BulkWork<T> = {
  /** Of its message: the result takes the place of what is under way. */
  id: string;
  /** `Enabling`, `enabled`. */
  doing: string;
  done: string;
  /** What they are, of one. */
  noun: string;
  nameOf: (one: T) => string;
  /** Why nothing is to be done, or nothing can be, before the server is asked. */
  skip: (one: T) => string | undefined;
  act: (one: T) => Promise<unknown>;
};

/** Those that an act came to nothing for, each with its sentence. */
type Undone<T> = { one: T; reason: string }[];

const reasonFor = async <T,>({ skip, act }: BulkWork<T>, one: T): Promise<string | undefined> => {
  const reason = skip(one);
  if (reason) return reason;
  try {
    await act(one);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
};

const say = <T extends { _id: string }>(
  { id, done, noun, nameOf }: BulkWork<T>,
  count: number,
  undone: Undone<T>,
): void => {
  const all = counted(count, noun);
  if (undone.length === 0) {
    flash.success(`${all} ${done}`, { id });
    return;
  }
  const reasons = (
    <ul>
      {undone.map(({ one, reason }) => (
        <li key={one._id}>
          {nameOf(one)}: {reason}
        </li>
      ))}
    </ul>
  );
  flash.warning(`${count - undone.length} of ${all} ${done}`, { id, content: reasons });
};

/**
 * Does one thing with many, one after the other, and tells what it came to: how many were done,
 * and for every other one why not. Answers the latter; what `area` lists is read again.
 */
export const useBulk = (area: readonly string[]) => {
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const run = async <T extends { _id: string }>(
    work: BulkWork<T>,
    chosen: readonly T[],
  ): Promise<T[]> => {
    setPending(true);
    flash.inProgress(`${work.doing} ${counted(chosen.length, work.noun)}`, { id: work.id });
    const undone: Undone<T> = [];
    for (const one of chosen) {
      const reason = await reasonFor(work, one);
      if (reason) undone.push({ one, reason });
    }
    setPending(false);
    say(work, chosen.length, undone);
    readAgain(queries, ofRoutes(area));
    return undone.map(({ one }) => one);
  };
  return { run, isPending };
};

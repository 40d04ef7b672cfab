import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { formatCount } from '#lib/kernel/text.ts';
import { errorText } from '#web/api/api-error.ts';
import { queriesOfRoutes, refreshQueries } from '#web/api/refetch.ts';
import { flash } from '#web/app/flash.tsx';

/** An action on many items, with the texts of its messages. */
export type BulkAction<T> = {
  /** Id of the message: the result replaces the progress. */
  id: string;
  /** `Enabling`, `enabled`. */
  progressText: string;
  doneText: string;
  /** The noun for one of them. */
  noun: string;
  nameOf: (one: T) => string;
  /**
   * Why the action is not needed or not possible for an item, known before the server is called.
   */
  skip: (one: T) => string | undefined;
  perform: (one: T) => Promise<unknown>;
};

/** The items for which the action failed or was skipped, each with the reason. */
type Undone<T> = { one: T; reason: string }[];

const reasonFor = async <T,>(
  { skip, perform }: BulkAction<T>,
  one: T,
): Promise<string | undefined> => {
  const reason = skip(one);
  if (reason) return reason;
  try {
    await perform(one);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
};

const reportResult = <T extends { _id: string }>(
  { id, doneText, noun, nameOf }: BulkAction<T>,
  count: number,
  undone: Undone<T>,
): void => {
  const all = formatCount(count, noun);
  if (undone.length === 0) {
    flash.success(`${all} ${doneText}`, { id });
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
  flash.warning(`${count - undone.length} of ${all} ${doneText}`, { id, content: reasons });
};

/**
 * Performs an action on many items, one after the other, and reports the result: how many were
 * done, and why each other one was not. Resolves to the latter; the lists of `area` are fetched
 * again.
 */
export const useBulkAction = (area: readonly string[]) => {
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const run = async <T extends { _id: string }>(
    action: BulkAction<T>,
    items: readonly T[],
  ): Promise<T[]> => {
    setPending(true);
    flash.inProgress(`${action.progressText} ${formatCount(items.length, action.noun)}`, {
      id: action.id,
    });
    const undone: Undone<T> = [];
    for (const one of items) {
      const reason = await reasonFor(action, one);
      if (reason) undone.push({ one, reason });
    }
    setPending(false);
    reportResult(action, items.length, undone);
    refreshQueries(queries, queriesOfRoutes(area));
    return undone.map(({ one }) => one);
  };
  return { run, isPending };
};

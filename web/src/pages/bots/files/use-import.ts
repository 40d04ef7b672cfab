import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { ImportedBot } from '#lib/domain/bots/bot-file.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { lineProblems } from '#web/components/files/lines.ts';

/** A text that is being imported, and what it was called. */
export type Source = { name: string; text: string };

/** A text, what the server reads in it or why it cannot, and the line that is to be seen. */
export const useImport = () => {
  const [source, setSource] = useState<Source>();
  const [at, setAt] = useState<{ line: number }>();
  // No `useAction`: nothing that is shown elsewhere becomes stale.
  const { mutate, reset, data, error } = useMutation<ImportedBot, ApiError, string>({
    mutationFn: (text) => bots.importBot({ text }),
    onError: ({ detail }) => {
      const [first] = lineProblems(detail.map(({ msg }) => msg));
      if (first) setAt({ line: first.line });
    },
  });
  return {
    source,
    bot: data,
    error,
    marked: lineProblems(error?.detail.map(({ msg }) => msg) ?? []).map(({ line }) => line),
    at,
    show: (line: number) => setAt({ line }),
    read: (chosen: Source) => {
      setSource(chosen);
      mutate(chosen.text);
    },
    back: () => {
      setSource(undefined);
      setAt(undefined);
      reset();
    },
  };
};

import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { ImportedBot } from '#lib/domain/bots/bot-file.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { bots } from '#web/api/bots.ts';
import { lineProblems } from '#web/components/files/lines.ts';

/** A text that is being imported, and its name. */
export type ImportText = { name: string; text: string };

/** A text, the bot in it or why it is invalid, and the line to scroll to. */
export const useImport = () => {
  const [source, setSource] = useState<ImportText>();
  const [at, setAt] = useState<{ line: number }>();
  // No `useAction`: the call makes nothing else outdated.
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
    markedLines: lineProblems(error?.detail.map(({ msg }) => msg) ?? []).map(({ line }) => line),
    at,
    show: (line: number) => setAt({ line }),
    read: (importText: ImportText) => {
      setSource(importText);
      mutate(importText.text);
    },
    back: () => {
      setSource(undefined);
      setAt(undefined);
      reset();
    },
  };
};

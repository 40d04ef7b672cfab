import { useState } from 'react';

/** A sent message, with the id that the sender gave it. */
export type SentMessage = { content: string; client_id: string };

/** The unsent text to an agent, and a message that could not be sent. */
export type Draft = { text: string; failed?: SentMessage | undefined };

const empty: Draft = { text: '' };

/** The drafts for each agent, kept while another one is shown. */
export const useDrafts = () => {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  return (thread: string) => ({
    draft: drafts.get(thread) ?? empty,
    change: (to: (draft: Draft) => Draft) =>
      setDrafts((all) => new Map(all).set(thread, to(all.get(thread) ?? empty))),
  });
};

export type ThreadDraft = ReturnType<ReturnType<typeof useDrafts>>;

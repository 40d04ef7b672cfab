import { useState } from 'react';

/** A message that was sent, by the sender's own id of it. */
export type Written = { content: string; client_id: string };

/** What somebody writes to an agent, and what of it could not be sent. */
export type Draft = { text: string; failed?: Written | undefined };

const empty: Draft = { text: '' };

/** What is written to each agent, which stays while another one is looked at. */
export const useDrafts = () => {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  return (thread: string) => ({
    draft: drafts.get(thread) ?? empty,
    change: (to: (draft: Draft) => Draft) =>
      setDrafts((all) => new Map(all).set(thread, to(all.get(thread) ?? empty))),
  });
};

export type Drafting = ReturnType<ReturnType<typeof useDrafts>>;

import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { Edit } from '../editor/document/edit.ts';
import { sameContent } from '../editor/document/canonical.ts';
import { change, type Conversation, conversationOf, type Proposal } from './conversation.ts';

const changedSince = 'The draft has changed since. Refuse this change, and ask again.';

/** Why a change cannot be accepted: it was drawn on another draft than this one. */
export const acceptRefusal = ({ before }: Proposal, draft: Graph): string | undefined =>
  sameContent(before, draft) ? undefined : changedSince;

const decided = (key: string, verdict: Conversation['verdict'], text: string): void => {
  const { lines } = conversationOf(key);
  change(key, { proposal: undefined, verdict, lines: [...lines, { by: 'note', text }] });
};

/** Takes the change over, as one act that can be undone. */
export const accept = (key: string, draft: Graph, onEdit: (edit: Edit) => void): void => {
  const { proposal } = conversationOf(key);
  if (!proposal || acceptRefusal(proposal, draft) !== undefined) return;
  onEdit({ do: 'replace', graph: proposal.after });
  decided(key, 'accepted', 'You accepted the change. Undo reverts it.');
};

export const refuse = (key: string): void => {
  if (conversationOf(key).proposal) decided(key, 'refused', 'You refused the change.');
};

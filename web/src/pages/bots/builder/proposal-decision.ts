import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { Edit } from '../editor/document/edit.ts';
import { hasSameContent } from '../editor/document/canonical.ts';
import {
  type Conversation,
  conversationOf,
  type Note,
  type Proposal,
  updateConversation,
} from './conversation.ts';

const draftChangedText = 'The draft has changed since. Discard this change, and ask again.';

/** Why a change cannot be applied: the draft has changed since. */
export const applyRefusal = ({ before }: Proposal, draft: Graph): string | undefined =>
  hasSameContent(before, draft) ? undefined : draftChangedText;

/** Why no message can be sent now. */
export const sendRefusal = (
  { working, proposal }: Conversation,
  draft: Graph,
): string | undefined => {
  if (working) return 'Wait until it is done, or cancel';
  return proposal && applyRefusal(proposal, draft);
};

const recordDecision = (
  key: string,
  verdict: Conversation['verdict'],
  note: Omit<Note, 'by'>,
): void => {
  const { lines } = conversationOf(key);
  updateConversation(key, {
    proposal: undefined,
    verdict,
    lines: [...lines, { by: 'note', ...note }],
  });
};

/** Applies the change as a single edit that can be undone. */
export const applyProposal = (key: string, draft: Graph, onEdit: (edit: Edit) => void): void => {
  const { proposal } = conversationOf(key);
  if (!proposal || applyRefusal(proposal, draft) !== undefined) return;
  const { after } = proposal;
  onEdit({ do: 'replace', graph: after });
  recordDecision(key, 'applied', { text: 'You applied the change.', applied: after });
};

export const discardProposal = (key: string): void => {
  if (!conversationOf(key).proposal) return;
  recordDecision(key, 'discarded', { text: 'You discarded the change.' });
};

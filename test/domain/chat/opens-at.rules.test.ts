import { opensAt, staysAt } from '#lib/domain/chat/opens-at.rules.ts';
import { spentIn } from '#lib/domain/chat/spent.rules.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';

/** The state of an AI agent: it asks people, works, or has ended at this second. */
type Stands = 'message' | 'approval' | 'works' | number;

const threads = (agents: Readonly<Record<string, Stands>>): ChatThread[] =>
  Object.entries(agents).map(([_id, stands]) => ({
    _id,
    chat_session_id: 'chs_1',
    bot_id: 'bot_1',
    bot_exc_id: 'exc_1',
    agent_node_id: _id,
    lane: '',
    agent_name: _id,
    status: typeof stands === 'number' ? 'COMPLETED' : 'ACTIVE',
    ...((stands === 'message' || stands === 'approval') && { waiting_for: stands }),
    agent_context_info: { allow_user_interaction: true },
    spent: spentIn([]),
    failures: 0,
    created_at: isoTime(0),
    updated_at: isoTime(typeof stands === 'number' ? stands * 1000 : 0),
  }));

describe('a chat with two agents at once', () => {
  it.each<[string, Record<string, Stands>, string]>([
    ['the one that asks to write, before one that asks to approve', { a: 'approval', b: 'message' }, 'b'],
    ['the one that asks to approve, before one that works', { a: 'works', b: 'approval' }, 'b'],
    ['the one that works, before one that has ended', { a: 9, b: 'works' }, 'b'],
    ['the one that ended last, once both have', { a: 9, b: 8 }, 'a'],
  ])('opens at %s', (_what, agents, opened) => {
    expect(opensAt(threads(agents))?._id).toBe(opened);
  });

  it.each<[string, Record<string, Stands>, string]>([
    ['stays while another one works', { a: 9, b: 'works' }, 'a'],
    ['stays where another one ends later', { a: 8, b: 9 }, 'a'],
    ['goes to another one that asks people to write', { a: 'works', b: 'message' }, 'b'],
    ['goes to another one that asks them to approve', { a: 'works', b: 'approval' }, 'b'],
    ['stays while it asks them itself', { a: 'approval', b: 'message' }, 'a'],
    ['opens anew where its agent is not there', { b: 'works' }, 'b'],
  ])('%s', (_what, agents, shown) => {
    expect(staysAt(threads(agents), 'a')?._id).toBe(shown);
  });
});

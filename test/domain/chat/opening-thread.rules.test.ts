import { nextOpenThread, openingThreadOf } from '#lib/domain/chat/opening-thread.rules.ts';
import { usageIn } from '#lib/domain/chat/spent.rules.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';

/** The state of an AI agent: it asks people, works, or has ended at this second. */
type AgentState = 'message' | 'approval' | 'works' | number;

const threads = (agents: Readonly<Record<string, AgentState>>): ChatThread[] =>
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
    spent: usageIn([]),
    failures: 0,
    created_at: isoTime(0),
    updated_at: isoTime(typeof stands === 'number' ? stands * 1000 : 0),
  }));

describe('a chat with two AI agents at once', () => {
  it.each<[string, Record<string, AgentState>, string]>([
    ['an agent asking to write before one asking to approve', { a: 'approval', b: 'message' }, 'b'],
    ['an agent asking to approve, before one that works', { a: 'works', b: 'approval' }, 'b'],
    ['an agent that works, before one that has ended', { a: 9, b: 'works' }, 'b'],
    ['the agent that ended last', { a: 9, b: 8 }, 'a'],
  ])('opens at %s', (_what, agents, expected) => {
    expect(openingThreadOf(threads(agents))?._id).toBe(expected);
  });

  it.each<[string, Record<string, AgentState>, string]>([
    ['stays at an agent while another works', { a: 9, b: 'works' }, 'a'],
    ['stays at an agent if another ends later', { a: 8, b: 9 }, 'a'],
    ['moves to another agent that asks people to write', { a: 'works', b: 'message' }, 'b'],
    ['moves to another agent that asks for approval', { a: 'works', b: 'approval' }, 'b'],
    ['stays at an agent that asks people itself', { a: 'approval', b: 'message' }, 'a'],
    ['opens at another agent if the first is missing', { b: 'works' }, 'b'],
  ])('%s', (_what, agents, expected) => {
    expect(nextOpenThread(threads(agents), 'a')?._id).toBe(expected);
  });
});

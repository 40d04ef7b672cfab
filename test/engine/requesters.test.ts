import type { Trigger } from '#lib/domain/executions/execution.schema.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { decisionRefusalOf } from '#lib/domain/approvals/approval.rules.ts';
import { findRequesters } from '#lib/engine/run/requesters.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { person } from '#test/support/people.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase();
const { db } = database;

const approvalGraph = draw('start -> ask:approval -approved-> end', {
  ask: { message: 'May it?', approvers: ['anna@example.com'], no_self_approval: true },
});

const open = () => {
  const world = engineWorld(database);
  const start = (trigger: Trigger) => world.start(approvalGraph, {}, trigger);

  /** An AI agent of a run, to which `writers` wrote, and which started the run `started`. */
  const agent = async (bot_exc_id: string, id: string, writers: string[], started?: string) => {
    const threads = threadStore(db, tenant);
    const at = isoTime(0);
    await threads.open({
      _id: id,
      chat_session_id: `ses_${bot_exc_id}`,
      bot_id: 'bot_1',
      bot_exc_id,
      agent_node_id: id,
      lane: '',
      agent_name: 'find',
      status: 'ACTIVE',
      agent_context_info: { allow_user_interaction: true },
      spent: { steps: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0 },
      failures: 0,
      created_at: at,
      updated_at: at,
      ...(started !== undefined && { session_generated_bot_exc_id: started }),
    });
    for (const [sequence, by] of writers.entries()) {
      const entry = { role: 'user' as const, text: 'Go.', by, client_id: 'message-1' };
      await threads.add(id, { sequence, created_at: at, entry });
    }
  };

  const requestersOf = async (id: string) => findRequesters(db, await world.read(id));

  /** The question of the run's approval, as stored. */
  const approvalOf = async (id: string) => {
    await world.advance(id);
    const { waiting_for } = await world.read(id);
    await world.pause(id, 'ask', 'token');
    return world.approvals().get(waiting_for?.approval_id ?? '');
  };

  return { start, agent, requestersOf, approvalOf };
};

const manualTrigger = (user_id: string): Trigger => ({ type: 'manual', user_id });
const agentTrigger = (bot_exc_id: string): Trigger => ({
  type: 'agent',
  bot_id: 'bot_1',
  bot_exc_id,
  bot_name: 'Above',
  above: ['bot_1'],
});

describe('the people behind a run', () => {
  it('include the person who started the run or replayed its event', async () => {
    const { start, requestersOf } = open();
    const event = { type: 'event', listener_id: 'lis_1', event_id: 'evt_1' } as const;
    expect(await requestersOf(await start(manualTrigger('ada')))).toEqual({
      starters: ['ada'],
      writers: [],
    });
    expect(await requestersOf(await start(event))).toEqual({ starters: [], writers: [] });
    const replayed = await start({ ...event, replayed_by: 'sam' });
    expect(await requestersOf(replayed)).toEqual({ starters: ['sam'], writers: [] });
  });

  it('include starters and writers of the runs whose AI agents started the run', async () => {
    const { start, agent, requestersOf, approvalOf } = open();
    const first = await start(manualTrigger('ada'));
    const second = await start(agentTrigger(first));
    await agent(first, `thr_${first}_1`, ['bob', 'ada'], second);
    await agent(first, `thr_${first}_2`, ['carl']);
    const third = await start(agentTrigger(second));
    // Its process crashed before it recorded what it had started.
    await agent(second, `thr_${second}_1`, ['dora']);
    const people = { starters: ['ada'], writers: ['bob', 'ada', 'dora'] };
    expect(await requestersOf(third)).toEqual(people);
    expect(await approvalOf(third)).toMatchObject({
      requested_by: people.starters,
      written_by: people.writers,
      no_self_approval: true,
    });
  });

  it('include all writers to its AI agents, who must not decide about the run', async () => {
    const { start, agent, approvalOf } = open();
    const schedule = { type: 'schedule', scheduled_time: isoTime(0) } as const;
    const run = await start(schedule);
    await agent(run, `thr_${run}_1`, ['anna@example.com', 'bob@example.com']);
    await agent(run, `thr_${run}_2`, ['carl@example.com']);
    const approval = await approvalOf(run);
    expect(approval?.requested_by).toEqual([]);
    expect(approval?.written_by.toSorted()).toEqual([
      'anna@example.com',
      'bob@example.com',
      'carl@example.com',
    ]);
    const anna = person(tenant, 'anna@example.com');
    const refusal =
      approval && decisionRefusalOf(approval, anna, Date.parse(approval.requested_on));
    expect(refusal?.message).toBe(
      'You wrote to an agent involved in this run, so others must decide about it.',
    );
  });

  it('include the people behind the failed run in a run of its error bot', async () => {
    const { start, approvalOf } = open();
    const failed = await start(manualTrigger('ada'));
    const errorRun = await start({ type: 'error', bot_id: 'bot_1', bot_exc_id: failed });
    expect((await approvalOf(errorRun))?.requested_by).toEqual(['ada']);
  });
});

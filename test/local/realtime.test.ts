import { openRealtime, type RealtimeHub } from '#lib/local/realtime.ts';
import type { ChannelName } from '#lib/ports/realtime.ts';
import { everyChannel } from '#test/support/people.ts';

type Frame = { channel: string; cursor: string; message?: { bot_exc_id: string } };

const channels = everyChannel;
const ada = { tenant_id: 'org_1', user_id: 'ada@example.com', channels };
const eve = { tenant_id: 'org_2', user_id: 'eve@example.org', channels };
const minute = 60_000;

let now: number;
let hub: RealtimeHub;

beforeEach(() => {
  now = Date.parse('2027-02-28T23:55:00Z');
  hub = openRealtime({ clock: () => now });
});

/** A socket, with a record of all that happened to it. */
const openSocket = () => {
  const frames: Frame[] = [];
  const closed: [number, string][] = [];
  const send = (text: string) => void frames.push(JSON.parse(text));
  const close = (code: number, reason: string) => void closed.push([code, reason]);
  const ids = () => frames.flatMap(({ message }) => message?.bot_exc_id ?? []);
  return { socket: { send, close }, frames, closed, ids };
};

const push = (id: string, tenant = 'org_1') =>
  hub.push(tenant, 'bot_execution_updated', {
    bot_exc_id: id,
    node_name: 'fetch',
    status: 'IN_PROGRESS',
  });

/** An AI agent writes one more letter. */
const write = (offset: number) =>
  hub.push('org_1', 'send_message', {
    bot_exc_id: 'exc_writing',
    chat_session_id: 'chs_writing',
    chat_thread_id: 'thr_writing',
    agent_node_id: 'find',
    messages: [],
    end: false,
    session_ended: false,
    delta: { sequence: 2, offset, text: 'a' },
  });

const pushMany = async (count: number, prefix = 'exc') => {
  for (let index = 0; index < count; index++) await push(`${prefix}_${index}`);
};

/** What a console of that owner receives when it reconnects with the cursor. */
const comeBack = (cursor: string | undefined, owner = ada) => {
  const { socket, frames, ids } = openSocket();
  hub.attach(socket, owner, cursor);
  return { frames, ids: ids(), channels: frames.map(({ channel }) => channel) };
};

const start = () => comeBack(undefined).frames[0]?.cursor ?? '';

describe('a console that comes back with its cursor', () => {
  it('gets exactly what it missed, over 200 drops', async () => {
    const seen: string[] = [];
    const sent: string[] = [];
    let cursor = start();
    for (let drop = 0; drop < 200; drop++) {
      const { socket, frames, ids } = openSocket();
      const detach = hub.attach(socket, ada, cursor);
      for (const when of ['open', 'away']) {
        for (let index = 0; index < drop % 4; index++) {
          await push(`exc_${drop}_${when}_${index}`);
          sent.push(`exc_${drop}_${when}_${index}`);
        }
        if (when === 'open') detach();
      }
      seen.push(...ids());
      cursor = frames.at(-1)?.cursor ?? cursor;
    }
    seen.push(...comeBack(cursor).ids);
    expect(seen).toEqual(sent);
  });

  it('gets nothing of what an agent was writing, whose frames take no room either', async () => {
    const first = start();
    await push('exc_1');
    const { socket, frames } = openSocket();
    hub.attach(socket, ada, first);
    for (let offset = 0; offset < 2000; offset++) await write(offset);
    await push('exc_2');
    expect(frames).toHaveLength(2002);
    expect(comeBack(first).ids).toEqual(['exc_1', 'exc_2']);
    // A console that left in between continues after the last frame that is kept.
    expect(comeBack(frames[1000]?.cursor).ids).toEqual(['exc_2']);
  });

  it('gets nothing where it missed nothing', async () => {
    await pushMany(3);
    const cursor = start();
    expect(comeBack(cursor).frames).toEqual([]);
  });

  it('gets the last thousand frames, and for more a resync', async () => {
    const first = start();
    await push('first');
    const second = start();
    await pushMany(1000);
    expect(comeBack(second).ids).toHaveLength(1000);
    expect(comeBack(first).channels).toEqual(['resync']);
  });

  it('gets the last 4 MB of long frames, and for more a resync', async () => {
    const first = start();
    const cursors = [];
    for (let index = 0; index < 200; index++) {
      await push(`exc_${index}_${'x'.repeat(30_000)}`);
      cursors.push(start());
    }
    expect(comeBack(first).channels).toEqual(['resync']);
    expect(comeBack(cursors[69]).ids).toHaveLength(130);
  });

  it('gets the frames of ten minutes, and for more a resync', async () => {
    const cursor = start();
    await push('exc_1');
    now += 10 * minute;
    expect(comeBack(cursor).ids).toEqual(['exc_1']);
    now += 1;
    expect(comeBack(cursor).channels).toEqual(['resync']);
  });
});

describe('a console of somebody who may not read everything', () => {
  const reading = (...names: ChannelName[]) => ({ ...ada, channels: names });

  it('misses nothing but what it may not read, whatever cursor it brings', async () => {
    const cursor = start();
    await push('exc_1');
    await hub.push('org_1', 'approval_updated', { approval_id: 'apr_1', status: 'pending' });
    await push('exc_2');
    expect(comeBack(cursor, reading('bot_execution_updated')).ids).toEqual(['exc_1', 'exc_2']);
    const approver = comeBack(cursor, reading('approval_updated', 'user_input_updated'));
    expect(approver.channels).toEqual(['approval_updated']);
    const life = cursor.split('.')[0];
    const cursors = Array.from({ length: 20 }, (_, number) => `${life}.${number}`);
    const replayed = cursors.flatMap((one) => comeBack(one, reading()).channels);
    expect(new Set(replayed)).toEqual(new Set(['resync']));
  });

  it('gets nothing else in 1,000 frames', async () => {
    const { socket, frames } = openSocket();
    hub.attach(socket, reading('listener_called'));
    await pushMany(1000);
    await hub.push('org_1', 'listener_called', { listener_id: 'lst_1', event_id: 'evt_1' });
    const rest = frames.filter(({ channel }) => channel !== 'resync');
    expect(rest.map(({ channel }) => channel)).toEqual(['listener_called']);
  });
});

describe('a console that must read everything again', () => {
  it('goes on from the cursor that the resync gives', async () => {
    await push('exc_1');
    const cursor = start();
    await push('exc_2');
    expect(comeBack(cursor).ids).toEqual(['exc_2']);
  });

  it('is told so after a restart of the process', async () => {
    const cursor = start();
    hub = openRealtime({ clock: () => now });
    await push('exc_1');
    expect(comeBack(cursor).channels).toEqual(['resync']);
  });

  it('is told so for a cursor from the future or of no shape', () => {
    const life = start().split('.')[0];
    const cursors = ['', '0', `${life}.`, `${life}.1`, `${life}.-1`, `${life}.1e3`, '..', '\u0000'];
    for (const cursor of cursors) expect(comeBack(cursor).channels).toEqual(['resync']);
  });

  it('gets frames of its own organisation only, whatever cursor it brings', async () => {
    const foreign = comeBack(undefined, eve).frames[0]?.cursor;
    await pushMany(50, 'canary');
    await push('own', 'org_2');
    const cursors = Array.from({ length: 60 }, (_, index) => foreign?.replace(/\d+$/, `${index}`));
    const ids = cursors.flatMap((cursor) => comeBack(cursor, eve).ids);
    expect(new Set(ids)).toEqual(new Set(['own']));
  });
});

describe('the open sockets', () => {
  it('get nothing after they were taken out', async () => {
    const { socket, ids } = openSocket();
    const detach = hub.attach(socket, ada);
    await push('exc_1');
    detach();
    await push('exc_2');
    expect(ids()).toEqual(['exc_1']);
  });

  it('are closed with 4403 where they are ended, and come back by themselves', async () => {
    const opened = openSocket();
    hub.attach(opened.socket, ada);
    for await (const { end } of hub.open()) await end();
    expect(opened.closed).toEqual([[4403, 'Your rights have changed.']]);
  });
});

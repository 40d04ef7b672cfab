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
const pushDelta = (offset: number) =>
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
const reconnect = (cursor: string | undefined, owner = ada) => {
  const { socket, frames, ids } = openSocket();
  hub.attach(socket, owner, cursor);
  return { frames, ids: ids(), channels: frames.map(({ channel }) => channel) };
};

const startCursor = () => reconnect(undefined).frames[0]?.cursor ?? '';

describe('a console that reconnects with its cursor', () => {
  it('receives exactly the missed frames, over 200 interruptions', async () => {
    const receivedIds: string[] = [];
    const sent: string[] = [];
    let cursor = startCursor();
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
      receivedIds.push(...ids());
      cursor = frames.at(-1)?.cursor ?? cursor;
    }
    receivedIds.push(...reconnect(cursor).ids);
    expect(receivedIds).toEqual(sent);
  });

  it('receives no partial texts of an AI agent, which use no buffer space either', async () => {
    const first = startCursor();
    await push('exc_1');
    const { socket, frames } = openSocket();
    hub.attach(socket, ada, first);
    for (let offset = 0; offset < 2000; offset++) await pushDelta(offset);
    await push('exc_2');
    expect(frames).toHaveLength(2002);
    expect(reconnect(first).ids).toEqual(['exc_1', 'exc_2']);
    // A console that left in between continues after the last frame that is kept.
    expect(reconnect(frames[1000]?.cursor).ids).toEqual(['exc_2']);
  });

  it('receives nothing when it missed nothing', async () => {
    await pushMany(3);
    const cursor = startCursor();
    expect(reconnect(cursor).frames).toEqual([]);
  });

  it('receives the last thousand frames, or a resync if it missed more', async () => {
    const first = startCursor();
    await push('first');
    const second = startCursor();
    await pushMany(1000);
    expect(reconnect(second).ids).toHaveLength(1000);
    expect(reconnect(first).channels).toEqual(['resync']);
  });

  it('receives the last 4 MB of long frames, or a resync if it missed more', async () => {
    const first = startCursor();
    const cursors = [];
    for (let index = 0; index < 200; index++) {
      await push(`exc_${index}_${'x'.repeat(30_000)}`);
      cursors.push(startCursor());
    }
    expect(reconnect(first).channels).toEqual(['resync']);
    expect(reconnect(cursors[69]).ids).toHaveLength(130);
  });

  it('receives the frames of ten minutes, or a resync after that', async () => {
    const cursor = startCursor();
    await push('exc_1');
    now += 10 * minute;
    expect(reconnect(cursor).ids).toEqual(['exc_1']);
    now += 1;
    expect(reconnect(cursor).channels).toEqual(['resync']);
  });
});

describe('a console whose user may not read every channel', () => {
  const readerOf = (...names: ChannelName[]) => ({ ...ada, channels: names });

  it('receives every missed frame of its own channels, whatever its cursor', async () => {
    const cursor = startCursor();
    await push('exc_1');
    await hub.push('org_1', 'approval_updated', { approval_id: 'apr_1', status: 'pending' });
    await push('exc_2');
    expect(reconnect(cursor, readerOf('bot_execution_updated')).ids).toEqual(['exc_1', 'exc_2']);
    const approver = reconnect(cursor, readerOf('approval_updated', 'user_input_updated'));
    expect(approver.channels).toEqual(['approval_updated']);
    const life = cursor.split('.')[0];
    const cursors = Array.from({ length: 20 }, (_, number) => `${life}.${number}`);
    const replayed = cursors.flatMap((one) => reconnect(one, readerOf()).channels);
    expect(new Set(replayed)).toEqual(new Set(['resync']));
  });

  it('receives no frame of other channels', async () => {
    const { socket, frames } = openSocket();
    hub.attach(socket, readerOf('listener_called'));
    await pushMany(1000);
    await hub.push('org_1', 'listener_called', { listener_id: 'lst_1', event_id: 'evt_1' });
    const otherFrames = frames.filter(({ channel }) => channel !== 'resync');
    expect(otherFrames.map(({ channel }) => channel)).toEqual(['listener_called']);
  });
});

describe('a console that receives a resync', () => {
  it('continues from the cursor of the resync', async () => {
    await push('exc_1');
    const cursor = startCursor();
    await push('exc_2');
    expect(reconnect(cursor).ids).toEqual(['exc_2']);
  });

  it('is one that reconnects after a restart of the process', async () => {
    const cursor = startCursor();
    hub = openRealtime({ clock: () => now });
    await push('exc_1');
    expect(reconnect(cursor).channels).toEqual(['resync']);
  });

  it('is one with a cursor from the future or an invalid cursor', () => {
    const life = startCursor().split('.')[0];
    const cursors = ['', '0', `${life}.`, `${life}.1`, `${life}.-1`, `${life}.1e3`, '..', '\u0000'];
    for (const cursor of cursors) expect(reconnect(cursor).channels).toEqual(['resync']);
  });

  it('receives frames of its own organisation only, whatever its cursor', async () => {
    const foreign = reconnect(undefined, eve).frames[0]?.cursor;
    await pushMany(50, 'canary');
    await push('own', 'org_2');
    const cursors = Array.from({ length: 60 }, (_, index) => foreign?.replace(/\d+$/, `${index}`));
    const ids = cursors.flatMap((cursor) => reconnect(cursor, eve).ids);
    expect(new Set(ids)).toEqual(new Set(['own']));
  });
});

describe('open sockets', () => {
  it('receive nothing after they are detached', async () => {
    const { socket, ids } = openSocket();
    const detach = hub.attach(socket, ada);
    await push('exc_1');
    detach();
    await push('exc_2');
    expect(ids()).toEqual(['exc_1']);
  });

  it('are closed with 4403 when they are ended', async () => {
    const connection = openSocket();
    hub.attach(connection.socket, ada);
    for await (const { end } of hub.open()) await end();
    expect(connection.closed).toEqual([[4403, 'Your rights have changed.']]);
  });
});

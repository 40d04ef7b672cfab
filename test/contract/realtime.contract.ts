import type { ChannelName, Realtime, Sockets } from '#lib/ports/realtime.ts';
import { everyChannel } from '#test/support/people.ts';

export type Frame = { channel: string; cursor: string; message: unknown };

/** An open console. */
export type Console = {
  /** The frames received since it was opened. */
  frames(): Frame[];
  /** The console disappears without closing its connection. */
  vanish(): void;
  /** Whether the server has closed its socket. */
  ended(): boolean;
};

export type OpenRealtime = {
  realtime: Realtime;
  sockets: Sockets;
  /** Opens a console of a user who listens to these channels. */
  connect(tenantId: string, channels?: readonly ChannelName[], user_id?: string): Promise<Console>;
  close(): unknown;
};

const message = { bot_exc_id: 'exc_1', node_name: 'fetch', status: 'IN_PROGRESS' } as const;

/** The behaviour that every adapter of the realtime port must have. */
export const realtimeContract = (adapter: string, open: () => Promise<OpenRealtime>): void => {
  describe(`the realtime port on ${adapter}`, () => {
    let scene: OpenRealtime;
    let realtime: Realtime;
    let sockets: Sockets;

    beforeEach(async () => {
      scene = await open();
      ({ realtime, sockets } = scene);
    });

    afterEach(() => scene.close());

    it('sends a frame to every console of the tenant and to no other', async () => {
      const [first, second] = [await scene.connect('org_1'), await scene.connect('org_1')];
      const foreign = await scene.connect('org_2');
      await realtime.push('org_1', 'bot_execution_updated', message);
      const frame = { channel: 'bot_execution_updated', cursor: expect.any(String), message };
      expect(first.frames()).toEqual([frame]);
      expect(second.frames()).toEqual([frame]);
      expect(foreign.frames()).toEqual([]);
    });

    it('sends frames in the order they were pushed', async () => {
      const console = await scene.connect('org_1');
      for (const bot_exc_id of ['exc_1', 'exc_2', 'exc_3']) {
        await realtime.push('org_1', 'bot_execution_updated', { ...message, bot_exc_id });
      }
      const ids = console.frames().map((frame) => frame.message);
      expect(ids).toMatchObject(['exc_1', 'exc_2', 'exc_3'].map((id) => ({ bot_exc_id: id })));
    });

    it('accepts a frame for a tenant without an open console', async () => {
      await realtime.push('org_1', 'bot_execution_updated', message);
      const console = await scene.connect('org_1');
      expect(console.frames()).toEqual([]);
    });

    it('sends only the fields of the channel', async () => {
      const console = await scene.connect('org_1');
      const messageWithSecret = { ...message, secret: 'canary' };
      await realtime.push('org_1', 'bot_execution_updated', messageWithSecret);
      expect(console.frames()[0]?.message).toEqual(message);
    });

    it.each([
      ['of another shape', { ...message, status: 'SOMETHING' as 'FAILED' }],
      ['over 32 KB', { ...message, node_name: 'ä'.repeat(16 * 1024) }],
    ])('refuses a message %s and sends nothing', async (_, invalidMessage) => {
      const console = await scene.connect('org_1');
      await expect(
        realtime.push('org_1', 'bot_execution_updated', invalidMessage),
      ).rejects.toThrow();
      expect(console.frames()).toEqual([]);
    });

    it('sends a frame of nearly 32 KB', async () => {
      const console = await scene.connect('org_1');
      const large = { ...message, node_name: 'n'.repeat(32_000) };
      await realtime.push('org_1', 'bot_execution_updated', large);
      expect(console.frames()[0]?.message).toEqual(large);
    });

    it('continues for the others when a console has vanished', async () => {
      const vanished = await scene.connect('org_1');
      const otherConsoles = [await scene.connect('org_1'), await scene.connect('org_1')];
      vanished.vanish();
      await realtime.push('org_1', 'bot_execution_updated', message);
      await realtime.push('org_1', 'bot_execution_updated', message);
      expect(otherConsoles.map((console) => console.frames().length)).toEqual([2, 2]);
      expect(vanished.frames()).toEqual([]);
    });

    const called = { listener_id: 'lst_1', event_id: 'evt_1' };

    it('sends a frame only to consoles that listen to its channel', async () => {
      const all = await scene.connect('org_1');
      const some = await scene.connect('org_1', ['listener_called']);
      const none = await scene.connect('org_1', []);
      await realtime.push('org_1', 'bot_execution_updated', message);
      await realtime.push('org_1', 'listener_called', called);
      const channelsOf = (one: Console) => one.frames().map(({ channel }) => channel);
      expect(channelsOf(all)).toEqual(['bot_execution_updated', 'listener_called']);
      expect(channelsOf(some)).toEqual(['listener_called']);
      expect(channelsOf(none)).toEqual([]);
    });

    it('sends a frame for one person only to the consoles of that person', async () => {
      const [ada, secondOfAda] = await Promise.all(
        [1, 2].map(() => scene.connect('org_1', everyChannel, 'ada@example.com')),
      );
      const bob = await scene.connect('org_1', everyChannel, 'bob@example.com');
      const foreign = await scene.connect('org_2', everyChannel, 'ada@example.com');
      const deaf = await scene.connect('org_1', ['listener_called'], 'ada@example.com');
      await realtime.push('org_1', 'portal_run_updated', message, 'ada@example.com');
      const counts = [ada, secondOfAda, bob, foreign, deaf].map((one) => one?.frames().length);
      expect(counts).toEqual([1, 1, 0, 0, 0]);
    });

    it('lists the open sockets of all tenants, and ends only the chosen one', async () => {
      const channels = ['approval_updated', 'listener_called'] as const;
      const ada = await scene.connect('org_1', everyChannel, 'ada@example.com');
      const eve = await scene.connect('org_2', channels, 'eve@example.org');
      const owners = [];
      for await (const { owner, end } of sockets.open()) {
        owners.push(owner);
        if (owner.tenant_id === 'org_2') await end();
      }
      const inOrder = owners.sort((a, b) => (a.tenant_id < b.tenant_id ? -1 : 1));
      expect(inOrder).toEqual([
        { tenant_id: 'org_1', user_id: 'ada@example.com', channels: everyChannel },
        { tenant_id: 'org_2', user_id: 'eve@example.org', channels },
      ]);
      expect([ada.ended(), eve.ended()]).toEqual([false, true]);
      await realtime.push('org_1', 'listener_called', called);
      await realtime.push('org_2', 'listener_called', called);
      expect([ada.frames().length, eve.frames().length]).toEqual([1, 0]);
    });

    it('ends the socket of a vanished console without an error', async () => {
      const console = await scene.connect('org_1');
      console.vanish();
      for await (const { end } of sockets.open()) await end();
      await realtime.push('org_1', 'bot_execution_updated', message);
      expect(console.frames()).toEqual([]);
    });
  });
};

import { once } from 'node:events';
import WebSocket from 'ws';
import * as z from 'zod';
import { askUserOnce, type ChatScene, openChatScene } from '#test/browser/support/chat-scene.ts';
import { eventually } from '#test/support/eventually.ts';

let scene: ChatScene;

beforeAll(async () => {
  scene = await openChatScene();
});

afterAll(() => scene.close());

const frame = z.object({
  channel: z.string(),
  message: z.looseObject({ chat_thread_id: z.string().optional() }).optional(),
});

/** The frames about threads of AI agents that a console receives. */
const openConsole = async () => {
  const { api, port } = scene.product;
  const { ticket } = await api.ws.createTicket({});
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?ticket=${ticket}`);
  const frames: z.infer<typeof frame>[] = [];
  socket.on('message', (data: Buffer) => frames.push(frame.parse(JSON.parse(data.toString()))));
  await once(socket, 'open');
  const of = (thread: string) =>
    frames.flatMap(({ channel, message }) =>
      channel === 'send_message' && message?.chat_thread_id === thread ? [message] : [],
    );
  return { of, close: () => socket.close() };
};

/** The threads of a run, once `count` of its AI agents wait for people. */
const waitForThreads = async (bot_exc_id: string, count: number) => {
  const { items } = await eventually(
    () => scene.product.api.chat.listChatThreads({ bot_exc_id, number_of_items: 100 }),
    (page) => page.items.filter(({ waiting_for }) => waiting_for === 'message').length === count,
  );
  return items;
};

describe('an open chat', () => {
  it.each([
    ['of one agent', 'start -> find:ai_agent -> end', 1],
    ['of agents in a loop', 'start -> each:loop -body-> find:ai_agent -> over:loop_end -> end', 3],
  ])('%s shows that its run was aborted, with the cause', async (...args) => {
    const [name, drawing, count] = args;
    const { model, run, product } = scene;
    model.script(askUserOnce);
    const each = {
      loop_type: 'list',
      items_to_iterate: '{% $event.hosts %}',
      max_concurrency: count,
    };
    const { _id: bot_exc_id } = await run(`Asking ${name}`, drawing, count > 1 ? { each } : {});
    const threads = await waitForThreads(bot_exc_id, count);
    const console = await openConsole();
    await product.api.executions.abortExecution({ bot_exc_id });
    const cause = (await product.api.executions.getExecution({ bot_exc_id })).errors[0];
    for (const { _id } of threads) {
      const last = await eventually(
        async () => console.of(_id).at(-1),
        (message) => message?.['status'] !== undefined,
      );
      expect(last).toMatchObject({ status: 'CANCELLED', session_ended: true, error: cause });
    }
    console.close();
  });
});

import { draw } from '#test/support/drawing.ts';
import { openEmbedded } from '#test/support/embedded.ts';
import { openLoopback } from '#test/support/loopback.ts';
import { openScriptedModel, type Reply, type Script } from '#test/support/scripted-model.ts';

/** The result of looking up one host. */
const hostDetails = { owner: 'Payments', open_ports: [22, 443], public: true };

/** Looks once, then answers. */
export const lookUpOnce: Script = ({ messages, tools }): Reply =>
  messages.some(({ role }) => role === 'tool')
    ? {
        say: 'The host is **public**, and belongs to _Payments_.\n\n| Port | Open |\n|---|---|\n| 22 | yes |',
      }
    : { say: 'I look the host up.', call: [{ name: tools[0] ?? '', args: { host: 'web-1' } }] };

/** Looks this often, one step after the other, then answers. */
export const lookUpTimes =
  (times: number): Script =>
  ({ messages, tools }): Reply => {
    const looks = messages.filter(({ role }) => role === 'tool').length;
    if (looks === times) return { say: `I have looked ${times} times.` };
    return {
      say: `Look ${looks + 1}.`,
      call: [{ name: tools[0] ?? '', args: { host: `web-${looks}` } }],
    };
  };

/** Asks the people who read along, then answers with what they wrote. */
export const askUserOnce: Script = ({ messages, structured }): Reply => {
  const suggestions = ['Payments', 'Search', 'Both of them', 'Neither'];
  if (structured) return { say: JSON.stringify({ suggestions }) };
  const [, ...answers] = messages.filter(({ role }) => role === 'user');
  if (answers.length > 0)
    return { say: `I take ${answers.map(({ text }) => text).join(' and ')}.` };
  const question = 'Which **owner** is right?\n\n- Payments\n- Search';
  return { call: [{ name: 'ask_user', args: { question } }] };
};

/** Pieces of an answer that are released one by one. */
export const createPieceGate = () => {
  const waiting: (() => void)[] = [];
  let freePieces = 0;
  return {
    next: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (freePieces > 0) waiting.shift()?.();
        freePieces = Math.max(0, freePieces - 1);
      }),
    /** Releases this many pieces. */
    release: (pieces = 1) => {
      for (let remaining = pieces; remaining > 0; remaining -= 1) {
        const resolve = waiting.shift();
        if (resolve) resolve();
        else freePieces += 1;
      }
    },
  };
};

/** A product with a model that answers by a script, and a directory of hosts for its tool. */
export const openChatScene = async () => {
  const model = await openScriptedModel(lookUpOnce);
  let mayAnswer: Promise<unknown> = Promise.resolve();
  let answer = JSON.stringify(hostDetails);
  let lookUps = 0;
  const directory = await openLoopback(async () => {
    lookUps += 1;
    await mayAnswer;
    return { headers: { 'content-type': 'application/json' }, body: answer };
  });
  const { endpoint: api_url } = directory;
  const hosts = [model.host, new URL(api_url).host];
  const product = await openEmbedded({ OUTGOING_ALLOW: hosts.join(',') });
  const { api } = product;
  const connect = async (cspName: string, values: Record<string, string>) => {
    const alias = `Our ${cspName.replaceAll('_', '-')}`;
    const input = { cspName, alias, groups: ['Platform'], values };
    const { accountId: id } = await api.integrations.createIntegration(input);
    return { type: cspName, id };
  };
  const [people, integration] = await Promise.all([
    connect('elastic', { url: api_url, api_key: 'key' }),
    connect('custom_model', {
      api_url: `${model.endpoint}/v1`,
      auth_type: 'bearer',
      api_key: 'sk-scripted',
      models: 'worker 1 4',
    }),
  ]);
  const { _id: action } = await api.actions.createAction({
    name: 'Look a host up',
    description: 'Reads one host.',
    executable_type: 'rest',
    integration_type: 'elastic',
    parameters_definition: [{ name: 'host', label: 'Host' }],
    call: { method: 'GET', path: '/hosts/{host}' },
  });
  const agent = {
    integration,
    task: 'Find out whether the host is public, and who owns it.',
    data: '{% $event %}',
    agent_toolkit: [{ action, integration: people }],
  };
  const make = (name: string, drawing: string, settings: Parameters<typeof draw>[1] = {}) => {
    const graph = draw(drawing, {
      find: agent,
      each: { loop_type: 'list', items_to_iterate: '{% $event.hosts %}' },
      ...settings,
    });
    return api.bots.createBot({ name, graph });
  };
  /** An action that changes something, so that AI agents need an approval. */
  const { _id: closing } = await api.actions.createAction({
    name: 'Close a port',
    description: 'Closes one port of a host.',
    executable_type: 'rest',
    integration_type: 'elastic',
    parameters_definition: [{ name: 'host', label: 'Host' }],
    call: { method: 'POST', path: '/hosts/{host}/close' },
  });
  return {
    product,
    model,
    closePort: { action: closing, integration: people },
    /** Draws a bot and makes it an app of the service portal. */
    offer: async (...botArgs: Parameters<typeof make>) => {
      const { _id: bot_id } = await make(...botArgs);
      await api.bots.publishBot({ bot_id, version: 1 });
      await api.bots.setServicePortal({ bot_id, service_portal_published: true });
      return bot_id;
    },
    /** Draws a bot and starts a run of it, with the settings of its AI agents by their ids. */
    run: async (name: string, drawing: string, settings: Parameters<typeof draw>[1] = {}) => {
      const { _id: bot_id } = await make(name, drawing, settings);
      const input = { hosts: ['web-1', 'web-2', 'web-3'] };
      return api.executions.startExecution({ bot_id, version: 1, input });
    },
    agent,
    /** Sets the directory's answer from now on. */
    answers: (text: string) => void (answer = text),
    /** How often the directory was called. */
    lookUps: () => lookUps,
    /** Delays the directory's answers until the returned function is called. */
    holdUp: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      mayAnswer = promise;
      return resolve;
    },
    close: async () => {
      await product.close();
      await Promise.all([model.close(), directory.close()]);
    },
  };
};

export type ChatScene = Awaited<ReturnType<typeof openChatScene>>;

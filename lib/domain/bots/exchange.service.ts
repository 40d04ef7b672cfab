import type { Caller } from '#lib/kernel/caller.ts';
import type { MaybePromise } from '#lib/kernel/maybe-promise.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { botRoutes } from './bot.routes.ts';
import type { BotView, Graph, Problem } from './bot.schema.ts';
import type { BotText } from './bot-text.rules.ts';

type Calls = Service<typeof botRoutes>;

export type ExchangeDeps = {
  check: (graph: Graph, tenantId: string) => MaybePromise<Problem[]>;
  /** Reads a file as `readBotText` does; a server for many users runs it in a worker thread. */
  readBot: (text: string) => Promise<BotText>;
};

type GetBotDeps = {
  getBot: (
    caller: Caller,
    which: { bot_id: string; version?: number | undefined },
  ) => Promise<BotView>;
};

/** Loaded on demand, since few calls read or write files and the YAML library is large. */
const loadBotFile = () => import('./bot-file.rules.ts');
const loadBotText = () => import('./bot-text.rules.ts');

/** Export and import of bots. An import stores nothing: the draft is shown first. */
export const exchangeCalls = ({
  check,
  readBot,
  getBot,
}: ExchangeDeps & GetBotDeps): Pick<Calls, 'exportBot' | 'importBot'> => ({
  async exportBot(caller, { bot_id, version, kind, pins }) {
    const bot = await getBot(caller, { bot_id, version });
    const { fileOf } = await loadBotFile();
    const { file, arns, pinned_nodes } = fileOf(bot, pins === 'true');
    const { writeBotText } = await loadBotText();
    const name = bot.name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase();
    return { file_name: `${name}.${kind}`, text: writeBotText(file, kind), arns, pinned_nodes };
  },

  importBot: async ({ tenant_id }, { text }) => {
    const { file, nodeLines } = await readBot(text);
    const { format: _format, ...bot } = file;
    const { cleanGraph } = await loadBotFile();
    const { graph, stripped } = cleanGraph(bot.graph);
    const lines = new Map(graph.nodes.map(({ id }, index) => [id, nodeLines[index]]));
    const problems = (await check(graph, tenant_id)).map((problem) => {
      const line = lines.get(problem.node_id ?? '');
      return line === undefined ? problem : { ...problem, line };
    });
    return { ...bot, graph, problems, stripped };
  },
});

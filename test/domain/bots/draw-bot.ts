import { newBot, type NewBot } from '#lib/domain/bots/bot.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';

const settings: Partial<Record<NodeKind, object>> = {
  approval: { message: 'Go on?' },
  http_request: { url: 'https://api.example/isolate' },
  condition: { expression: '{% true %}' },
  loop: { items_to_iterate: '{% [1, 2, 3] %}' },
};

/** `start -> ask:approval -approved-> end`: a line of nodes, each with the settings to run. */
export const graphOf = (picture: string, start: object = {}) => {
  const parts = picture.split(/\s*->\s*|\s+-(\w+)->\s*/);
  const names = parts.filter((_, at) => at % 2 === 0).map((text) => (text ?? '').trim());
  const handles = parts.filter((_, at) => at % 2 === 1);
  const nodes = names.map((text, at) => {
    const [id = '', type = id] = text.split(':');
    const nodeSettings = type === 'start' ? start : (settings[type as NodeKind] ?? {});
    return { id, type, name: id, position: { x: at * 200, y: 0 }, settings: nodeSettings };
  });
  const edges = handles.map((handle, at) => ({
    id: `e${at}`,
    source: nodes[at]?.id,
    target: nodes[at + 1]?.id,
    ...(handle && { sourceHandle: handle }),
  }));
  return { nodes, edges };
};

/** A bot for the API, drawn as one line. */
export const drawBot = (name: string, picture = 'start -> end', start: object = {}): NewBot =>
  newBot.parse({ name, graph: graphOf(picture, start) });

/** The trigger of a bot that starts on the events of a listener. */
export const eventDrivenStart = (listener_id: string) => ({
  trigger_type: 'event_driven',
  listener_id,
});

/** A bot whose node `severe` has an expression that does not parse. */
export const brokenBot = (): NewBot => {
  const bot = drawBot('Isolate', 'start -> severe:condition -yes-> end');
  const nodes = bot.graph.nodes.map((node) =>
    node.id === 'severe' ? { ...node, settings: { expression: '{% ( %}' } } : node,
  );
  return { ...bot, graph: { ...bot.graph, nodes } };
};

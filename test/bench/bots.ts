import type { Graph } from '#lib/domain/bots/bot.schema.ts';

type Node = Graph['nodes'][number];

const chain = (
  nodes: Omit<Node, 'position' | 'id'>[],
  handles: Record<string, string> = {},
): Graph => ({
  nodes: nodes.map((node, n) => ({ ...node, id: `n${n}`, position: { x: n * 200, y: 0 } })),
  edges: nodes.slice(1).map((_, n) => {
    const sourceHandle = handles[nodes[n]?.type ?? ''];
    const arrow = { id: `e${n}`, source: `n${n}`, target: `n${n + 1}` };
    return sourceHandle ? { ...arrow, sourceHandle } : arrow;
  }),
});

const exitHandles = { condition: 'yes', approval: 'approved' };
const startNode = { type: 'start' as const, name: 'Start', settings: {} };
const end = { type: 'end' as const, name: 'End', settings: {} };

/** start -> condition -> end, started by a listener. */
export const threeNodes = (listener_id: string): Graph =>
  chain(
    [
      { ...startNode, settings: { trigger_type: 'event_driven', listener_id } },
      {
        type: 'condition',
        name: 'Is high',
        settings: { expression: "{% $event.severity = 'HIGH' %}" },
      },
      end,
    ],
    exitHandles,
  );

/** 40 nodes without effects, in sequence. */
export const pureNodes = (): Graph =>
  chain(
    [
      startNode,
      ...Array.from({ length: 38 }, (_, n) => ({
        type: 'condition' as const,
        name: `Check ${n}`,
        settings: { expression: `{% $event.value + ${n} >= 0 %}` },
      })),
      end,
    ],
    exitHandles,
  );

/** HTTP calls in sequence, each committed before the next. */
export const effectNodes = (url: string, count = 40): Graph =>
  chain([
    startNode,
    ...Array.from({ length: count }, (_, n) => ({
      type: 'http_request' as const,
      name: `Call ${n}`,
      settings: { method: 'POST', url, body: `{"n":${n}}` },
    })),
    end,
  ]);

/** AWS calls in sequence, each committed before the next. */
export const callsOfAws = (integrationId: string, count: number): Graph =>
  chain([
    startNode,
    ...Array.from({ length: count }, (_, n) => ({
      type: 'rest_api_action' as const,
      name: `Call ${n}`,
      settings: { action: 'aws.list_users', integration: { type: 'aws', id: integrationId } },
    })),
    end,
  ]);

/** A loop whose iterations each start another instance of an account. */
export const loopOfAws = (integrationId: string, count: number): Graph =>
  chain(
    [
      startNode,
      { type: 'loop', name: 'Each', settings: { loop_type: 'count', count } },
      {
        type: 'rest_api_action',
        name: 'Start it',
        settings: {
          action: 'aws.start_instances',
          integration: { type: 'aws', id: integrationId },
          parameters: { instances: ["{% 'i-' & $string(10000000 + $loop.index) %}"] },
        },
      },
      { type: 'loop_end', name: 'Done', settings: {} },
      end,
    ],
    { loop: 'body' },
  );

/** A node that fetches 4 MB in five pages, and a call that may read it. */
export const largeResult = (listUrl: string, url: string, isRead: boolean): Graph =>
  chain([
    startNode,
    {
      type: 'http_request',
      name: 'Fetch',
      settings: { method: 'GET', url: listUrl, paging: 'page_number', max_pages: 5 },
    },
    {
      type: 'http_request',
      name: 'Call',
      settings: { method: 'POST', url, body: isRead ? '{% $count($nodes.Fetch.body) %}' : '{}' },
    },
    end,
  ]);

/** A loop with one call per iteration, one iteration after the other. */
export const callingLoop = (url: string, count: number): Graph =>
  chain(
    [
      startNode,
      { type: 'loop', name: 'Each', settings: { loop_type: 'count', count } },
      { type: 'http_request', name: 'Call', settings: { method: 'POST', url, body: '{}' } },
      { type: 'loop_end', name: 'Done', settings: {} },
      end,
    ],
    { loop: 'body' },
  );

/** An approval followed by a call. */
export const approvedCall = (url: string): Graph =>
  chain(
    [
      startNode,
      { type: 'approval', name: 'Ask', settings: { message: 'Go on?' } },
      { type: 'http_request', name: 'Call', settings: { method: 'POST', url, body: '{}' } },
      end,
    ],
    exitHandles,
  );

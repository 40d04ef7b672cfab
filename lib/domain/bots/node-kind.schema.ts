/**
 * The kinds of nodes. They stand apart from what each of them is, which only those load who draw,
 * check or run a graph.
 */
export const nodeKinds = [
  'start',
  'end',
  'condition',
  'ai_condition',
  'parallel',
  'merge',
  'loop',
  'loop_end',
  'delay',
  'approval',
  'user_input',
  'notification',
  'http_request',
  'rest_api_action',
  'ai_agent',
  'steampipe_query',
  'python_code',
  'note',
] as const;
export type NodeKind = (typeof nodeKinds)[number];

import * as z from 'zod';
import {
  closerOf,
  nodeFacts,
  opensBranches,
  policyKinds,
  pureKinds,
} from './domain/bots/node-facts.schema.ts';
import { type NodeKind, nodeSettings } from './domain/bots/node.schema.ts';
import { operators, valueTypes } from './domain/bots/nodes/condition.schema.ts';
import { nodePolicy } from './domain/bots/nodes/policy.schema.ts';
import { limits } from './kernel/limits.ts';
import { realtimeChannels } from './channels.ts';
import type { Channel } from './kernel/channel.ts';
import type { Route } from './kernel/route.ts';
import { agentPath, allRoutes, webhookPath } from './routes.ts';

export const generatedNotice = 'Made from the code by `npm run docs`; do not edit.';

const routeRow = ([key, { method, path, permission, audit }]: [string, Route]): string =>
  `| \`${method} /${path}\` | ${audit} | \`${key}\` | \`${permission}\` |`;

const channelRows = Object.entries<Channel>(realtimeChannels)
  .map(([name, { content }]) => `| \`${name}\` | \`${content.permission}\` |`)
  .join('\n');

/** Generates docs/api.md: every call with its permission. Shapes are in the OpenAPI document. */
export const apiReference = (): string => {
  const areas = Object.entries(allRoutes).map(([area, routes]) => {
    const rows = Object.entries<Route>(routes).map(routeRow).join('\n');
    return `## ${area}\n\n| call | does | name | permission |\n|---|---|---|---|\n${rows}\n`;
  });
  return `# API

${generatedNotice}
The calls below are under \`/api\` of the console's address: \`GET /bots\` is
\`https://<your Cloudwarden>/api/bots\`. Shapes of inputs and answers: \`/openapi.json\` there, and
the other addresses: \`/config.json\`, neither of them under \`/api\`. Send an access token or
an API key in \`Authorization\`. Refusals are \`{ error, field?, detail?: [{ msg, loc }] }\` with a
4xx status. Lists take \`number_of_items\`, \`page_number\` or the \`next\` of the page before;
where both are given, \`next\` says which page it is.
A filter that takes several values takes them in one parameter, \`state=FAILED,CANCELLED\`; no
parameter is given twice.

A body is one JSON object of at most ${limits.apiBody / 2 ** 20} MiB, and that of a webhook of
at most ${limits.webhookBody / 2 ** 20} MiB. It nests no deeper than ${limits.jsonDepth} levels
and holds at most ${limits.jsonValues} keys and values.

${areas.join('\n')}
## Webhooks

Both are public, and not under \`/api\`: they begin with the \`webhookUrl\` of
\`/config.json\`, on AWS an address of its own (the output \`WebhookUrl\` of the stack),
embedded the server's.

\`POST /${webhookPath}\`: the listener's secret or signature proves the sender.
202 accepted, 200 known delivery, 400 bad payload, 401 not authentic, 409 delivery id with another
body, 413 too large, 415 not JSON, 429 too often.

\`POST /${agentPath}\`: agents sign each call with the key that they enrolled with.
200 answered, 400 bad body, 401 not its own call or not of this time, 409 another process works
with its key.

## WebSocket

What happens is told while it happens, to whoever may read it. A socket is opened at the
\`socketUrl\` of \`/config.json\` (embedded, \`/ws\` of the server) with a ticket of
\`POST /ws/ticket\` as its query parameter \`ticket\`, which counts once. A frame is
\`{ channel, cursor, message }\`; with the \`cursor\` of the last one as a query parameter, a new
socket begins behind it.

| channel | permission |
|---|---|
${channelRows}

A message to an agent may be sent over the socket: the input, rights and limits are those of
\`sendChatMessage\`. The answer bears its \`id\`: \`{ channel: "accepted", id }\`, or
\`{ channel: "refused", id, message: { status, error } }\`. A frame has 32 KB at most with all that
stands around the content, where a larger one closes the socket or is refused without its \`id\`:
the longest messages go over HTTP. The console always sends over HTTP, which answers with the stored
message.

\`\`\`json
{ "action": "send", "id": "1", "channel": "send_message",
  "message": { "chat_thread_id": "...", "content": "...", "client_id": "..." } }
\`\`\`
`;
};

const meta = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  when: z.record(z.string(), z.array(z.string())).default({}),
});

const inlineCode = (text: string): string => `\`${text}\``;

/** Escapes vertical bars, which would end a table cell, and `<`, which would start a tag. */
const escapeCell = (text: string): string => text.replace(/[|<]/g, '\\$&');

const conditionOf = ([field, values]: [string, string[]]): string =>
  `Only with ${inlineCode(field)} ${values.map(inlineCode).join(' or ')}.`;

const settingRow = ([name, schema]: [string, z.ZodType]): string => {
  const { title = name, description = '', when } = meta.parse(schema.meta() ?? {});
  const meaning = [description, ...Object.entries(when).map(conditionOf)].filter(Boolean).join(' ');
  const initial = schema.safeParse(undefined).data;
  const defaultText =
    initial === undefined || initial === '' ? '' : inlineCode(JSON.stringify(initial));
  return `| ${inlineCode(name)} | ${title} | ${escapeCell(meaning)} | ${defaultText} |`;
};

const settingsTable = (shape: Readonly<Record<string, z.ZodType>>): string => {
  const rows = Object.entries(shape).map(settingRow);
  if (rows.length === 0) return '';
  return ['| setting | label | meaning | default |', '|---|---|---|---|', ...rows, ''].join('\n');
};

const outputsText = (kind: NodeKind): string => {
  const ways = nodeFacts[kind].handles.map(inlineCode);
  if (policyKinds.has(kind)) ways.push(`${inlineCode('error')} if its policy says so`);
  const names = ways.join(', ') || 'none';
  return `Outputs: ${names}${opensBranches(kind) ? ', one arrow for each branch' : ''}.`;
};

const operatorRows = valueTypes.flatMap((type) =>
  Object.entries(operators[type]).map(
    ([name, { label }]) => `| ${inlineCode(type)} | ${inlineCode(name)} | ${escapeCell(label)} |`,
  ),
);

/** Extra documentation that a table of settings cannot express. */
const extraText: Partial<Record<NodeKind, string>> = {
  condition: ['', '| type | operator | asks |', '|---|---|---|', ...operatorRows, ''].join('\n'),
};

const resultSavedNote = 'Its result is saved before the next node starts.';

const nodeSection = (kind: NodeKind): string => {
  const { label, description } = nodeFacts[kind];
  const effect = pureKinds.has(kind) ? 'No side effects.' : resultSavedNote;
  const closer = closerOf(kind);
  const pair = closer ? ` Ends with ${inlineCode(closer)}.` : '';
  const settings = settingsTable(nodeSettings[kind].shape);
  return `## ${label} (${inlineCode(kind)})

${description} ${outputsText(kind)} ${effect}${pair}
${settings === '' ? '' : `\n${settings}`}${extraText[kind] ?? ''}`;
};

const policySection = `## Policy

What the engine does around a node of kind ${[...policyKinds].map(inlineCode).join(', ')}.

${settingsTable(nodePolicy.shape)}`;

const isKind = (name: string): name is NodeKind => name in nodeSettings;

/** Generates docs/nodes.md: every node kind with its settings and outputs. */
export const nodeReference = (): string => `# Nodes

${generatedNotice}
Text settings may hold JSONata between \`{%\` and \`%}\`, over \`$event\`, \`$nodes.<name>\`,
\`$loop\`, \`$run\` and \`$site\`.

${Object.keys(nodeSettings).filter(isKind).map(nodeSection).join('\n')}
${policySection}`;

import * as z from 'zod';
import {
  type NodeKind,
  nodeCatalogue,
  nodeHandles,
  nodeSettings,
  pureKinds,
} from './domain/bots/node.schema.ts';
import type { Route } from './kernel/route.ts';
import { allRoutes, webhookPath } from './routes.ts';

const generated = 'Made from the code by `node bin/docs.ts`; do not edit.';

const routeRow = ([key, { method, path, permission, audit }]: [string, Route]): string =>
  `| \`${method} /${path}\` | ${audit} | \`${key}\` | \`${permission}\` |`;

/** docs/api.md: every call with its permission. The shapes are in the OpenAPI document. */
export const apiReference = (): string => {
  const areas = Object.entries(allRoutes).map(([area, routes]) => {
    const rows = Object.entries<Route>(routes).map(routeRow).join('\n');
    return `## ${area}\n\n| call | does | name | permission |\n|---|---|---|---|\n${rows}\n`;
  });
  return `# API

${generated}
Shapes of inputs and answers: \`/openapi.json\` of a running Cloudwarden. Send an access token or
an API key in \`Authorization\`. Refusals are \`{ error, field?, detail?: [{ msg, loc }] }\` with a
4xx status. Lists take \`number_of_items\`, \`page_number\` or the \`next\` of the page before.

${areas.join('\n')}
## Webhooks

\`POST /${webhookPath}\` is public: the listener's secret or signature proves the sender.
202 accepted, 200 known delivery, 400 bad payload, 401 not authentic, 409 delivery id with another
body, 413 too large, 415 not JSON, 429 too often.
`;
};

const description = z.object({ title: z.string().optional(), description: z.string().optional() });

const settingRow = ([name, schema]: [string, z.ZodType]): string => {
  const { title = name, description: text = '' } = description.parse(schema.meta() ?? {});
  return `| \`${name}\` | ${title} | ${text} |`;
};

const nodeSection = (kind: NodeKind): string => {
  const { label, description: text } = nodeCatalogue[kind];
  const ways = nodeHandles[kind].map((name) => `\`${name}\``).join(', ') || 'none';
  const effect = pureKinds.has(kind) ? 'Without effect.' : 'Committed before the next node starts.';
  const rows = Object.entries<z.ZodType>(nodeSettings[kind].shape).map(settingRow).join('\n');
  const settings = rows === '' ? '' : `\n| setting | label | meaning |\n|---|---|---|\n${rows}\n`;
  return `## ${label} (\`${kind}\`)\n\n${text} Ways out: ${ways}. ${effect}\n${settings}`;
};

const isKind = (name: string): name is NodeKind => name in nodeSettings;

/** docs/nodes.md: every node kind with its settings and ways out. */
export const nodeReference = (): string => `# Nodes

${generated}
Text settings may hold JSONata between \`{%\` and \`%}\`, over \`$event\`, \`$nodes.<name>\`,
\`$run\` and \`$site\`.

${Object.keys(nodeSettings).filter(isKind).map(nodeSection).join('\n')}`;

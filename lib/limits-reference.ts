import { maxOwnActions } from './domain/actions/own-action.rules.ts';
import { maxDeadlineMinutes } from './domain/bots/bot.schema.ts';
import { maxAliases } from './domain/bots/bot-text-scan.rules.ts';
import { maxMessagesPerMinute, maxUserMessages } from './domain/chat/message.rules.ts';
import { maxExceptions } from './domain/compliance/exceptions/exception.schema.ts';
import { maxOwnRules } from './domain/compliance/own/own-rule.schema.ts';
import { maxDashboards, maxWidgets } from './domain/dashboards/dashboard.schema.ts';
import { maxSavedSearches } from './domain/inventory/searches/saved-search.schema.ts';
import { maxLevels, maxRules } from './domain/inventory/search/query.schema.ts';
import { plans } from './domain/subscriptions/plan.rules.ts';
import { limits } from './kernel/limits.ts';
import { generatedNotice } from './reference.ts';

const formatNumber = (value: number): string => value.toLocaleString('en-US');

const formatSize = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MiB` : `${bytes / 1024} KiB`;

const formatDuration = (ms: number): string => {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 120_000) return `${ms / 1000} s`;
  return ms < 2 * 3600_000 ? `${ms / 60_000} min` : `${ms / 3600_000} h`;
};

/** What is limited, to how much, and what happens beyond the limit. */
type Limit = [what: string, most: string, beyond: string];

const table = (rows: readonly Limit[]): string =>
  ['| what | at most | beyond it |', '|---|---|---|']
    .concat(rows.map((cells) => `| ${cells.join(' | ')} |`))
    .join('\n');

const requestLimits: Limit[] = [
  ['body of a call of the API, an imported file', formatSize(limits.apiBody), '413'],
  ['body of a webhook, result of an agent', formatSize(limits.webhookBody), '413'],
  ['depth of JSON', `${limits.jsonDepth} levels`, '400'],
  ['keys and values of JSON', formatNumber(limits.jsonValues), '400'],
  [
    'keys and values of a list that an agent fetches',
    formatNumber(limits.agentResultValues),
    '400',
  ],
  ['headers (embedded)', formatSize(limits.headers), '431'],
  ['time for the headers (embedded)', formatDuration(limits.headersTimeout), '408'],
  ['time for a whole request (embedded)', formatDuration(limits.bodyTimeout), '408'],
  ['page of a list', formatNumber(limits.pageSize), '400'],
  [
    'page of listeners, of actions, of what an approval asks about',
    formatNumber(limits.listenerPageSize),
    '400',
  ],
  ['values of a filter', formatNumber(limits.valuesPerFilter), '400'],
  ['rules and levels of a search', `${maxRules} and ${maxLevels}`, '400'],
];

const retryLater = '429 with `Retry-After`';

const rateLimits: Limit[] = [
  [
    'events of a listener (embedded; on AWS see operations)',
    `${limits.listenerRate} a second, ${formatNumber(limits.listenerBurst)} at once`,
    retryLater,
  ],
  ['wait of a new event (embedded)', formatDuration(limits.listenerBacklog), retryLater],
  [
    'failed sign-ins, codes and API keys of an address, and of an account or key',
    `${limits.failures} a minute`,
    retryLater,
  ],
  ['invitations of an organisation', `${limits.mailsPerHour.invitations} an hour`, retryLater],
  ['requests for integrations', `${limits.mailsPerHour.requests} an hour`, retryLater],
  ['messages of a person in a conversation', `${maxMessagesPerMinute} a minute`, retryLater],
  ['queries of an inventory that wait', `${limits.sqlWaiting} of an organisation`, retryLater],
];

const storageLimits: Limit[] = [
  ['API keys of a person', formatNumber(limits.apiKeysPerUser), '409'],
  ['own actions', formatNumber(maxOwnActions), 'refused'],
  ['own rules, exceptions', `${maxOwnRules}, ${formatNumber(maxExceptions)}`, 'refused'],
  ['saved searches', formatNumber(maxSavedSearches), 'refused'],
  ['dashboards, widgets of one', `${maxDashboards}, ${maxWidgets}`, 'refused'],
  ['messages of people in a conversation', formatNumber(maxUserMessages), '409'],
];

const botLimits: Limit[] = [
  ['nodes of a bot', formatNumber(limits.nodesPerBot), 'not saved'],
  ['arrows of a bot', formatNumber(limits.arrowsPerBot), 'not saved'],
  ['expressions of a bot', formatNumber(limits.expressionsPerBot), 'not published'],
  ['rows of a role', formatNumber(limits.rowsPerRole), 'not saved'],
];

const runLimits: Limit[] = [
  ['data of a run', formatSize(limits.runData), 'the run fails'],
  [
    'time of a run, unless its bot says otherwise',
    formatDuration(limits.runDeadline),
    'the run fails',
  ],
  ['time that a bot may give its runs', `${maxDeadlineMinutes / (24 * 60)} days`, 'not saved'],
  ['one expression', formatDuration(limits.expression), 'the node fails'],
  ['answer to a call', formatSize(limits.httpAnswer), 'the node fails'],
  ['connection to an address', formatDuration(limits.httpConnect), 'the node fails'],
  ['whole call', formatDuration(limits.httpTotal), 'the node fails'],
  ['redirects of a call', formatNumber(limits.httpRedirects), 'the node fails'],
  ['answer of a model', formatSize(limits.modelAnswer), 'the node fails'],
  ['time of a model', formatDuration(limits.modelTurn), 'the node fails'],
  ['processor time of Python', formatDuration(limits.pythonTime), 'killed, the node fails'],
  ['memory of Python', formatSize(limits.pythonMemory), 'killed, the node fails'],
  ['result of Python', formatSize(limits.pythonResult), 'the node fails'],
  ['a query of an inventory', formatDuration(limits.sql.time), 'ended, the node fails'],
  ['answer of a query', formatSize(limits.sql.answer), 'the node fails'],
];

const planRows = Object.values(plans).map(
  ({ name, executions, accounts, smallest_interval, retention_days }) =>
    `| ${name} | ${[executions, accounts]
      .map((max) => (max === null ? 'any number' : formatNumber(max)))
      .join(' | ')} | ${smallest_interval} min | ${retention_days} days |`,
);

/** Generates docs/limits.md: all limits, and the rules that inputs must meet together. */
export const limitsReference = (): string => `# Limits, and rules of input

${generatedNotice}
Every input is checked by the server, by a strict schema: types, patterns, lengths and ranges of
single values are in \`/openapi.json\`, settings of nodes in [nodes.md](nodes.md), fields of
integrations in [integrations.md](integrations.md). What does not fit is refused with 400, its field
and a sentence; the console shows the same sentence before. Below is what is bounded as a whole, for
a person, an organisation or an installation, and what has to fit together.

## Requests

${table(requestLimits)}

## Files

A bot and an action can be imported from a file, and nothing else is uploaded: \`.yaml\`,
\`.yml\` or \`.json\`, text in UTF-8 of at most ${formatSize(limits.apiBody)}. Nothing is unpacked,
so that is its unpacked size as well. The content counts, which travels as text in the body of a
call: YAML by its core schema without tags, with at most ${maxAliases} aliases and
${limits.jsonDepth} levels, then the rules of the thing itself. Anything else is refused by its
line, and no file is kept.

Files to download are texts that the product writes, under names that it makes: YAML, JSON, CSV,
scripts and manifests of agents. A cell of CSV that a spreadsheet would take for a formula begins
with an apostrophe.

## How often

${table(rateLimits)}

## How many

${table([...storageLimits, ...botLimits])}

## Runs

${table(runLimits)}

## Plans

| plan | runs a month | accounts | schedules every | runs are kept |
|---|---|---|---|---|
${planRows.join('\n')}

## What has to fit together

- **Bots**: arrows lead from ways out that there are to nodes that there are; branches and loops
  close what they open; expressions name nodes before them. A bot with a problem is not published.
- **Roles**: no permission is both in ALLOW and in DENY, wildcards included; nobody gives what they
  do not hold; the last ROOT user stays.
- **Approvals**: a decision counts while it is pending, once for each person, by those who were
  asked; the editor warns where fewer people are named than the approvals that it takes.
- **Forms**: a value fits its type, options, lengths, bounds and pattern, and so does a default.
- **Listeners**: a delivery ID that comes again within 24 hours has the same body (else 409).
- **Integrations**: the fields of the chosen way of signing in, no others; a secret is entered again
  where the hosts that get it change.
- **Actions**: texts name parameters that there are; a GET has no body.
- **Times**: an end does not lie before its start; a schedule comes round no more often than the
  plan has it.
`;

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReadyMadeAction, readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { categories, type Graph } from '#lib/domain/bots/bot.schema.ts';
import { httpRequestSettings } from '#lib/domain/bots/nodes/http-request.schema.ts';
import type { IntegrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { fileOf } from '#lib/domain/bots/bot-file.rules.ts';
import { botFile } from '#lib/domain/bots/bot-file.schema.ts';
import { readBot, readBotText, writeBotText } from '#lib/domain/bots/bot-text.rules.ts';
import { exchangeCalls } from '#lib/domain/bots/exchange.service.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeKinds } from '#lib/domain/bots/node-kinds.schema.ts';
import { catalogue } from '#lib/domain/integrations/catalogue.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { libraryBot, libraryTag } from '#lib/domain/library/library.schema.ts';
import { check } from '#lib/engine/check.ts';
import { viewOf } from '#lib/engine/graph.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { idKinds } from '#lib/kernel/id-kinds.ts';

const templates = libraryBots.map((template) => ({ ...template, id: template._id }));

type Template = (typeof templates)[number];

/** The template as the bot that a user creates from it. */
const botOf = ({ name, description, category, graph }: Template) => ({
  name,
  description,
  category,
  importance: 'Medium' as const,
  graph,
});

/** The types of integrations that the nodes name. */
const typesOf = ({ nodes }: Graph): string[] =>
  nodes.flatMap(({ settings }) => {
    const {
      integration,
      mail_server,
      integrations = [],
      clients = {},
    } = settings as {
      integration?: IntegrationSetting;
      mail_server?: IntegrationSetting;
      integrations?: IntegrationSetting[];
      clients?: Record<string, IntegrationSetting>;
    };
    return [integration, mail_server, ...integrations, ...Object.values(clients)]
      .filter((one) => one !== undefined)
      .map(({ type }) => type);
  });

/** The problems of a graph whose integrations have not been chosen yet. */
const missingChoicesOf = ({ nodes }: Graph): unknown[] =>
  nodes
    .filter(({ settings }) => 'integration' in settings || 'integrations' in settings)
    .map(({ id }): unknown =>
      expect.objectContaining({
        node_id: id,
        message: expect.stringMatching(/Integrations?: Choose one of the integrations\.$/),
      }),
    );

/** Hosts that the catalogue calls for every customer. */
const knownHosts = new Set(
  catalogue.flatMap(({ base_url = '', hosts = [] }) => [...hosts, base_url.split('/')[2] ?? '']),
);

/** The texts of the scenes, which play templates on the engine in separate files. */
const sceneSources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('-scenes.test.ts'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');

/** The host and the path of an address, with a letter for each variable part. */
const generalAddressOf = (address: string): string =>
  address
    .replace(/\{%[^]*?%\}|\{[a-z_]+\}|\bYOUR_[A-Z_]+\b|\byour-[a-z]+\b/g, 'x')
    .replace(/[?#].*$/, '');

/**
 * The calls of ready-made actions, by their integration type. GraphQL is left out: its one address
 * serves every query, and so shows nothing.
 */
const readyMadeCalls = readyMadeActions.flatMap((action) =>
  action.executable_type === 'rest' && action.call.path !== '/graphql'
    ? [`${action.integration_type} ${action.call.method} ${generalAddressOf(action.call.path)}`]
    : [],
);

const sizeOf = (type: string) => (type === 'note' ? [240, 120] : [220, 72]);

describe('the library', () => {
  it('contains at least 40 templates with unique ids and names, sorted by name', () => {
    expect(libraryBots.length).toBeGreaterThanOrEqual(40);
    for (const field of ['_id', 'name', 'description'] as const) {
      expect(new Set(libraryBots.map((one) => one[field])).size).toBe(libraryBots.length);
    }
    const names = libraryBots.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
  });

  it('covers every category, tag and node kind, except previews', () => {
    const valuesOf = <T>(select: (one: (typeof libraryBots)[number]) => T[]) =>
      new Set(libraryBots.flatMap(select));
    expect(valuesOf(({ category }) => [category])).toEqual(new Set(categories));
    expect(valuesOf(({ tag_name }) => tag_name)).toEqual(new Set(libraryTag.options));
    const stableKinds = nodeKinds.filter((kind) => nodeFacts[kind].mark !== 'Preview');
    expect(valuesOf(({ graph }) => graph.nodes.map(({ type }) => type))).toEqual(
      new Set(stableKinds),
    );
  });
});

describe.each(templates)('the template $id', (template) => {
  const { id: _, ...stored } = template;
  const { graph } = template;
  const texts = JSON.stringify(stored);

  it('is complete except for the choice of its integrations', () => {
    expect(libraryBot.parse(stored)).toEqual(stored);
    expect(check(graph)).toEqual(missingChoicesOf(graph));
    const connectable = catalogue.filter(({ local }) => !local).map(({ name }) => name);
    expect(connectable).toEqual(expect.arrayContaining(typesOf(graph)));
    expect(template.tag_name.length).toBeGreaterThan(0);
    expect(template.description).toMatch(/^[A-Z].+\n\n- /);
  });

  it('makes requests only with integrations, and lists the rights they need', () => {
    const requests = graph.nodes.filter(({ type }) => type === 'http_request');
    expect(requests.filter(({ settings }) => !settings.integration)).toEqual([]);
    expect(template.description).toContain('\n\n**Needs:** ');
  });

  it('uses actions instead of HTTP requests where actions exist', () => {
    const requests = graph.nodes.flatMap(({ name, type, settings }) => {
      if (type !== 'http_request') return [];
      const { integration, method, url } = httpRequestSettings.parse(settings);
      return [{ name, call: `${integration?.type} ${method} ${generalAddressOf(url)}` }];
    });
    expect(requests.filter(({ call }) => readyMadeCalls.includes(call))).toEqual([]);
  });

  it('deletes nothing before a person has agreed', () => {
    const view = viewOf(graph);
    const questionIds = new Set(
      graph.nodes
        .filter(({ type }) => type === 'approval' || type === 'user_input')
        .map(({ id }) => id),
    );
    const reachableIds = new Set([view.start?.id ?? '']);
    for (const id of reachableIds) {
      if (questionIds.has(id)) continue;
      for (const { source, target } of graph.edges) if (source === id) reachableIds.add(target);
    }
    const deletes = graph.nodes.filter(
      ({ settings }) =>
        settings.method === 'DELETE' ||
        findReadyMadeAction(String(settings.action))?.approval_required,
    );
    expect(deletes.filter(({ id }) => reachableIds.has(id))).toEqual([]);
  });

  it('is covered by a scene', () => {
    expect(sceneSources).toContain(`template: '${template._id}'`);
  });

  it('retries each message', () => {
    const messages = graph.nodes.filter(({ type }) => type === 'notification');
    expect(messages.filter(({ policy }) => !policy?.retries).map(({ name }) => name)).toEqual([]);
  });

  it('has a note that lists the values to fill in', () => {
    const notes = graph.nodes.filter(({ type }) => type === 'note');
    const fill = notes.find(({ name }) => name === 'Fill in');
    const nodesText = JSON.stringify(graph.nodes.filter(({ type }) => type !== 'note'));
    const placeholders = new Set(nodesText.match(/\b(YOUR_[A-Z_]+|your-[a-z]+)\b/g));
    for (const one of placeholders) expect(fill?.settings.text).toContain(one);
    if (nodesText.includes('"scheduled"')) expect(fill?.settings.text).toContain('Schedule: ');
  });

  it('contains no ids, secrets or customer addresses', () => {
    expect(texts).not.toMatch(new RegExp(`\\b(${idKinds.join('|')})_[0-9a-f]{16,}`));
    expect(texts).not.toMatch(/arn:|AKIA|-----BEGIN|credential_id|listener_id/);
    const hosts = [...texts.matchAll(/https?:\/\/([^/"`{]+)|[\w-]+@([\w.-]+\w)/g)];
    for (const [, host, domain] of hosts) {
      if (host === undefined) expect(domain).toMatch(/(^|\.)example\.com$/);
      else expect(knownHosts).toContain(host);
    }
  });

  it.each(['yaml', 'json'] as const)('stays the same after an export and import as %s', (kind) => {
    const bot = botOf(template);
    const { file, arns } = fileOf(bot as Parameters<typeof fileOf>[0]);
    const text = writeBotText(file, kind);
    expect([readBotText(text).file, arns]).toEqual([botFile.parse({ ...file, ...bot }), []]);
  });

  it('is imported without removed parts', async () => {
    const getBot = () => Promise.reject(new Error('Unused.'));
    const calls = exchangeCalls({ check: (one) => check(one), readBot, getBot });
    const { file } = fileOf(botOf(template) as Parameters<typeof fileOf>[0]);
    const text = writeBotText(file, 'yaml');
    const imported = await calls.importBot({} as Caller, { text });
    const problems = missingChoicesOf(graph);
    expect(imported).toEqual({ ...botOf(template), problems, stripped: [] });
  });

  it('is drawn from top to bottom without overlapping nodes', () => {
    const { nodes, edges } = graph;
    const at = new Map(nodes.map(({ id, position }) => [id, position.y]));
    for (const { source, target } of edges) {
      expect(at.get(target) ?? 0).toBeGreaterThan(at.get(source) ?? 0);
    }
    for (const [index, one] of nodes.entries()) {
      for (const other of nodes.slice(index + 1)) {
        const [width = 0, height = 0] = sizeOf(one.type);
        const isApart =
          Math.abs(one.position.x - other.position.x) >= width ||
          Math.abs(one.position.y - other.position.y) >= height;
        expect([one.id, other.id, isApart]).toEqual([one.id, other.id, true]);
      }
    }
  });

  it('has node names that fit on cards', () => {
    for (const { name, type } of graph.nodes) {
      expect([name, name.length]).toEqual([name, Math.min(name.length, 20)]);
      if (type === 'note') continue;
      expect(name).toMatch(/^[A-Z]/);
    }
  });
});

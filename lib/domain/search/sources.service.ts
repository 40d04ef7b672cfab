import type { Item } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { pathTo } from '#lib/pages.ts';
import type { GuardedRoute } from '../account/permission.rules.ts';
import { loadBuiltInRules } from '../compliance/own/all-rules.service.ts';
import { integrationTypeOf } from '../integrations/catalogue.ts';
import { appDisplayName } from '../service-portal/app-name.rules.ts';
import { bestOf, foldText, type SearchableText } from './match.rules.ts';
import type { NamedKind, NameStore } from './names.store.ts';
import { type Hit, maxHits, type SearchKind } from './search.schema.ts';

export type Candidate = SearchableText & { hit: Hit };

/** A source's best results, the number of matches, and whether it read everything. */
export type SourceResult = { best: Candidate[]; matching: number; isComplete: boolean };

type SourceRequest = { names: NameStore; words: readonly string[] };

/** A source that is searched for one kind of results. */
type Source = {
  kind: SearchKind;
  /** The call that a user must be allowed to make in order to find anything here. */
  list: GuardedRoute;
  search: (request: SourceRequest) => Promise<SourceResult>;
};

const typeText = (type: unknown): string =>
  integrationTypeOf(String(type))?.displayName ?? String(type);

const joinDetails = (...parts: readonly unknown[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ');

const maxDescriptionLength = 120;

const firstLine = (text: unknown): string => {
  const [line = ''] = typeof text === 'string' ? text.split('\n') : [];
  return line.length <= maxDescriptionLength ? line : `${line.slice(0, maxDescriptionLength - 1)}…`;
};

type NamedSource = {
  namedKind: NamedKind;
  /** The attribute that holds the name. */
  title: string;
  /** The attributes that are read of the results shown. */
  attributes: readonly string[];
  describe: (item: Item) => Pick<Hit, 'subtitle' | 'link'>;
};

const searchNamed =
  ({ namedKind, title, attributes, describe }: NamedSource) =>
  async ({ names, words }: SourceRequest): Promise<SourceResult> => {
    const { entries, isComplete } = await names.all(namedKind);
    const matching = bestOf(entries, words);
    const items = await names.items(namedKind, matching.slice(0, maxHits), attributes);
    const matchById = new Map(matching.slice(0, maxHits).map((one) => [one.id, one]));
    const best = items.flatMap((item): Candidate[] => {
      const id = String(item._id);
      const { name, also } = matchById.get(id) ?? {};
      if (name === undefined) return [];
      const hit = { id, title: String(item[title]), ...describe(item) };
      return [{ name, ...(also !== undefined && { also }), hit }];
    });
    return { best, matching: matching.length, isComplete };
  };

/** Searches a list that comes with the product and is the same for everybody. */
const searchListed = (list: () => Promise<readonly Candidate[]>) => {
  let cached: Promise<readonly Candidate[]> | undefined;
  return async ({ words }: SourceRequest): Promise<SourceResult> => {
    cached ??= list();
    const matching = bestOf(await cached, words);
    return { best: matching.slice(0, maxHits), matching: matching.length, isComplete: true };
  };
};

const listedActions = async (): Promise<Candidate[]> => {
  const { readyMadeActions } = await import('../actions/ready-made.ts');
  return readyMadeActions.map(({ _id, name, integration_type }) => {
    const subtitle = typeText(integration_type);
    const link = pathTo('actions', {}, { selectedItem: _id });
    const hit = { id: _id, title: name, subtitle, link };
    return { name: foldText(name), also: foldText(`${subtitle} ${integration_type}`), hit };
  });
};

const listedRules = async (): Promise<Candidate[]> =>
  (await loadBuiltInRules()).map(({ rule_id, title, integration_type, service, severity }) => {
    const subtitle = joinDetails(typeText(integration_type), service, severity);
    const link = pathTo('compliance', {}, { rule: rule_id });
    const hit = { id: rule_id, title, subtitle, link };
    return { name: foldText(title), also: foldText(`${service} ${rule_id}`), hit };
  });

const appAttributes = ['name', 'category', 'service_portal_published', 'published_version'];

const isOffered = ({ service_portal_published, published_version }: Item): boolean =>
  service_portal_published === true && published_version !== undefined;

const bots = searchNamed({
  namedKind: 'bots',
  title: 'name',
  attributes: ['name', 'category', 'status'],
  describe: ({ _id, category, status }) => ({
    subtitle: joinDetails(category, status),
    link: pathTo('bot', { bot_id: String(_id) }, { mode: 'view' }),
  }),
});

/** How many matching bots are read to find the apps among them. */
const maxBotsReadForApps = 200;

/** The apps of the portal. Few bots are apps, so only matching bots are checked. */
const apps = async ({ names, words }: SourceRequest): Promise<SourceResult> => {
  const { entries, isComplete } = await names.all('bots');
  const matching = bestOf(entries, words);
  const examined = matching.slice(0, maxBotsReadForApps);
  const items = await names.items('bots', examined, appAttributes);
  const found = items.filter(isOffered).map(({ _id, name, category }): Candidate => {
    const title = appDisplayName(String(name));
    const link = pathTo('app', { app_id: String(_id) });
    const hit = { id: String(_id), title, subtitle: joinDetails(category), link };
    return { name: foldText(String(name)), hit };
  });
  const isAllRead = isComplete && examined.length === matching.length;
  return { best: found.slice(0, maxHits), matching: found.length, isComplete: isAllRead };
};

const listeners = searchNamed({
  namedKind: 'listeners',
  title: 'name',
  attributes: ['name', 'description'],
  describe: ({ _id, description }) => ({
    subtitle: firstLine(description),
    link: pathTo('listenerEvents', { listener_id: String(_id) }),
  }),
});

const integrations = searchNamed({
  namedKind: 'integrations',
  title: 'alias',
  attributes: ['alias', 'cspName', 'groups'],
  describe: ({ _id, cspName, groups }) => ({
    subtitle: joinDetails(typeText(cspName), Array.isArray(groups) ? groups.join(', ') : ''),
    link: pathTo('integration', { accountId: String(_id) }),
  }),
});

const ownActions = searchNamed({
  namedKind: 'actions',
  title: 'name',
  attributes: ['name', 'integration_type'],
  describe: ({ _id, integration_type }) => ({
    subtitle: joinDetails(typeText(integration_type), 'your own'),
    link: pathTo('actions', {}, { selectedItem: String(_id) }),
  }),
});

const ownRules = searchNamed({
  namedKind: 'rules',
  title: 'title',
  attributes: ['title', 'integration_type', 'service', 'severity'],
  describe: ({ _id, integration_type, service, severity }) => ({
    subtitle: joinDetails(typeText(integration_type), service, severity, 'your own'),
    link: pathTo('ownRule', { own_rule_id: String(_id) }),
  }),
});

const users = searchNamed({
  namedKind: 'users',
  title: 'name',
  attributes: ['name'],
  describe: ({ _id }) => ({
    subtitle: String(_id),
    link: pathTo('users', {}, { user: String(_id) }),
  }),
});

/** The sources of everything that has a name, except runs and resources. */
export const sources: readonly Source[] = [
  { kind: 'bot', list: guards.listBots, search: bots },
  { kind: 'app', list: guards.listPortalApps, search: apps },
  { kind: 'listener', list: guards.listListeners, search: listeners },
  { kind: 'integration', list: guards.listIntegrations, search: integrations },
  { kind: 'action', list: guards.listActions, search: ownActions },
  { kind: 'action', list: guards.listActions, search: searchListed(listedActions) },
  { kind: 'rule', list: guards.listOwnRules, search: ownRules },
  { kind: 'rule', list: guards.listComplianceRules, search: searchListed(listedRules) },
  { kind: 'user', list: guards.listUsers, search: users },
];

import type * as z from 'zod';
import { actionCalls } from '#lib/action-calls.ts';
import { readAction } from '#lib/action-text.ts';
import { actionRoutes } from '#lib/domain/actions/action.routes.ts';
import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { placeholdersIn } from '#lib/domain/integrations/call.rules.ts';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant, person } from '#test/support/people.ts';
import { echoActionTest } from '../executions/runs.ts';
import { refusalFrom } from '../scene.ts';

const { db } = openTestDatabase();
const service = actionCalls({ db, clock: Date.now, testAction: echoActionTest, readAction });
const caller = person(newTenant());

type Query = z.input<(typeof actionRoutes)['listActions']['input']>;

const list = (query: Query = {}) =>
  service.listActions(caller, actionRoutes.listActions.input.parse(query));

const namesWith = async (query: Query) =>
  (await list({ number_of_items: 1000, ...query })).items.map(({ name }) => name);

describe('the list of actions', () => {
  it('shows ten per page with their categories, and each action once', async () => {
    const shownIds: string[] = [];
    let page = await list();
    expect(page.items).toHaveLength(10);
    expect(page.items[0]).toMatchObject({ integration_type: 'pagerduty', category: 'Ticketing' });
    for (;;) {
      shownIds.push(...page.items.map(({ _id }) => _id));
      if (page.next === undefined) break;
      // oxlint-disable-next-line no-await-in-loop -- One page leads to the next.
      page = await list({ next: page.next });
    }
    expect(shownIds).toHaveLength(readyMadeActions.length);
    expect(new Set(shownIds).size).toBe(shownIds.length);
  });

  it('is filtered by type, required approval, and words of name or description', async () => {
    expect(await namesWith({ integration_type: 'slack' })).toHaveLength(4);
    expect(await namesWith({ integration_type: 'nothing' })).toEqual([]);
    const withApproval = await namesWith({ approval_required: 'true' });
    const withoutApproval = await namesWith({ approval_required: 'false' });
    expect(withApproval.length + withoutApproval.length).toBe(readyMadeActions.length);
    expect(withApproval).toContain('Suspend an Okta user');
    const [rest, aws] = [{ action_type: 'rest' }, { action_type: 'aws' }] as const;
    expect((await namesWith(rest)).length).toBeGreaterThan(60);
    expect(await namesWith(aws)).toEqual(await namesWith({ integration_type: 'aws' }));
    expect(await namesWith({ search_text: 'contain a crowd' })).toEqual([
      'Contain a CrowdStrike host',
    ]);
    expect(await namesWith({ search_text: 'first comment' })).toEqual(['Create a Zendesk ticket']);
  });

  it('returns all actions on one page if a form asks for that', async () => {
    const { items, next } = await list({ number_of_items: 1000 });
    expect([items.length, next]).toEqual([readyMadeActions.length, undefined]);
  });

  it('refuses invalid filters with a sentence', () => {
    const { input } = actionRoutes.listActions;
    const sentenceFor = (query: object) => input.safeParse(query).error?.issues[0]?.message;
    expect(sentenceFor({ approval_required: 'maybe' })).toBe('Give true or false.');
    expect(sentenceFor({ search_text: 'a' })).toBe('Enter at least 2 characters.');
  });
});

describe('one action', () => {
  it('shows its parameters and the call that it makes', async () => {
    const found = await service.getAction(caller, { action_id: 'slack.post_message' });
    expect(found).toMatchObject({ calls: 'POST /chat.postMessage' });
    expect(found.parameters_definition.map(({ name }) => name)).toEqual([
      'channel',
      'message',
      'thread',
    ]);
  });

  it('is refused with 404 if no action has the id', async () => {
    const refusal = await refusalFrom(service.getAction(caller, { action_id: 'slack.nothing' }));
    expect(refusal?.status).toBe(404);
  });
});

describe.each(readyMadeActions.map((one) => [one._id, one] as const))('action %s', (_, action) => {
  const { call, parameters_definition: parameters } = action;
  const parameterNames = parameters.map(({ name }) => name);

  it('is of an integration type that supports its kind of call', () => {
    const type = integrationTypeOf(action.integration_type);
    const kinds = {
      aws: 'aws_role',
      agent: 'agent',
      sql: 'postgres',
      rest: undefined,
      python: undefined,
    };
    const kind = kinds[action.executable_type];
    expect(type?.local).toBeUndefined();
    expect(kind === undefined ? type?.base_url : type?.auth.kind).toEqual(
      kind ?? expect.any(String),
    );
    expect(action._id).toMatch(/^[a-z0-9_]+\.[a-z0-9_]+$/);
  });

  it('uses each of its parameters and no others', () => {
    const usedNames = new Set(placeholdersIn(JSON.stringify(call)));
    expect([...usedNames].toSorted()).toEqual(parameterNames.toSorted());
    expect(new Set(parameterNames).size).toBe(parameterNames.length);
  });
});

type NamedActions<One> = [id: string, action: One][];

const rest = readyMadeActions.flatMap((one): NamedActions<ActionOf<'rest'>> =>
  one.executable_type === 'rest' ? [[one._id, one]] : [],
);
const aws = readyMadeActions.flatMap((one): NamedActions<ActionOf<'aws'>> =>
  one.executable_type === 'aws' ? [[one._id, one]] : [],
);

describe.each(rest)('REST action %s', (_, { call, parameters_definition, approval_required }) => {
  it('uses only required parameters in its path', () => {
    const needed = parameters_definition.flatMap(({ name, required }) => (required ? [name] : []));
    expect(needed).toEqual(expect.arrayContaining(placeholdersIn(call.path)));
    expect(call.path).not.toMatch(/[?#]/);
  });

  it('requires approval for a DELETE', () => {
    expect(call.method !== 'DELETE' || approval_required).toBe(true);
  });
});

describe.each(aws)('AWS action %s', (_, { call, approval_required }) => {
  it('requires approval for a destructive call, and sets no region for IAM', () => {
    const takes = /^(Delete|Terminate|Stop|Disable|Revoke|Detach)/.test(call.operation);
    expect(!takes || approval_required).toBe(true);
    expect(call.region === undefined || call.service !== 'iam').toBe(true);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrationRequest } from '#lib/domain/integrations/catalogue.schema.ts';
import { isAllowedHost } from '#lib/domain/integrations/host.rules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';
import {
  apiForm,
  canary,
  changeIntegration,
  connect,
  mask,
  openAsTenant,
} from './api-integration.ts';

const world = openTestDatabase('disk');

describe('an integration', () => {
  it('is created with an unguessable id and returned without its secret', async () => {
    const scene = openScene(world);
    const integration = await connect(scene);
    expect(integration).toMatchObject({
      accountId: expect.stringMatching(/^int_[0-9a-f]{44}$/),
      alias: 'Ticket API',
      cspName: 'rest_api',
      category: 'Generic',
      groups: ['Production'],
      integrationState: 'INACTIVE',
      connection_type: 'DIRECT',
      used_for: 'requests',
      credentials: { token: mask },
      scopes: ['api.example.com'],
      userId: 'root@example.com',
      createdAt: '2026-09-01T12:00:00.000Z',
      updatedAt: '2026-09-01T12:00:00.000Z',
    });
    expect(integration.values).toMatchObject({
      auth_type: 'bearer',
      api_url: 'https://api.example.com',
    });
    const { accountId } = integration;
    expect(await scene.integrations.getIntegration(scene.root, { accountId })).toEqual(integration);
    expect(JSON.stringify(integration)).not.toContain(canary);
    expect(await openAsTenant(scene, accountId)).toMatchObject({ values: { token: canary } });
  });

  it('refuses an alias that is taken, whatever its case', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const otherApi = await connect(scene, { alias: 'Other' });
    for (const alias of ['Ticket API', 'ticket api']) {
      const refusals = [
        connect(scene, { alias }),
        changeIntegration(scene, otherApi.accountId, { alias }),
      ];
      for (const refusal of await Promise.all(refusals.map(refusalFrom))) {
        expect([refusal?.status, refusal?.body()]).toEqual([
          409,
          { error: 'Alias already exists', field: 'alias' },
        ]);
      }
    }
    expect(await changeIntegration(scene, accountId, { alias: 'TICKET API' })).toMatchObject({
      alias: 'TICKET API',
    });
    expect(await statusOf(connect(openScene(world)))).toBe(200);
  });

  it('is created once when several calls use the same alias at once', async () => {
    const scene = openScene(world);
    const statuses = await Promise.all([1, 2, 3].map(() => statusOf(connect(scene))));
    expect(statuses.sort()).toEqual([200, 409, 409]);
  });

  it.each([
    ['of an unknown type', { cspName: 'nothing_like_it' }, 404, undefined],
    ['without what its form requires', { values: { auth_type: 'bearer' } }, 400, 'api_url'],
    [
      'with a field that its form does not have',
      { values: { ...apiForm.values, x: '1' } },
      400,
      'x',
    ],
    [
      'with an invalid address',
      { values: { ...apiForm.values, api_url: 'ftp://a.example' } },
      400,
      'api_url',
    ],
  ])('is refused %s, naming the field', async (_, fields, status, field) => {
    const refusal = await refusalFrom(connect(openScene(world), fields));
    expect([refusal?.status, refusal?.body().field]).toEqual([status, field]);
  });

  it('keeps a secret whose field is left blank', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    for (const token of ['', '  ', mask]) {
      expect(await changeIntegration(scene, accountId, { values: { token } })).toMatchObject({
        credentials: { token: mask },
        values: { api_url: 'https://api.example.com' },
      });
      expect(await openAsTenant(scene, accountId)).toMatchObject({ values: { token: canary } });
    }
    await changeIntegration(scene, accountId, { values: { token: 'another-token' } });
    expect(await openAsTenant(scene, accountId)).toMatchObject({
      values: { token: 'another-token' },
    });
  });

  it('does not accept the mask as a secret', async () => {
    const scene = openScene(world);
    const masked = { ...apiForm.values, token: mask };
    const refusal = await refusalFrom(connect(scene, { values: masked }));
    expect([refusal?.status, refusal?.body().field]).toEqual([400, 'token']);
    const { accountId } = await connect(scene);
    const headerValues = { auth_type: 'header', header_name: 'X-Api-Key', header_value: mask };
    const changed = await refusalFrom(
      changeIntegration(scene, accountId, { values: headerValues }),
    );
    expect([changed?.status, changed?.body().field]).toEqual([400, 'header_value']);
  });

  it('drops the hosts of a cleared field, but refuses to clear the address', async () => {
    const scene = openScene(world);
    const values = { ...apiForm.values, further_hosts: 'b.example.com' };
    const { accountId, scopes } = await connect(scene, { values });
    expect(scopes).toEqual(['api.example.com', 'b.example.com']);
    const changed = await changeIntegration(scene, accountId, { values: { further_hosts: '' } });
    expect(changed.scopes).toEqual(['api.example.com']);
    const refusal = await refusalFrom(
      changeIntegration(scene, accountId, { values: { api_url: '' } }),
    );
    expect([refusal?.status, refusal?.body().field]).toEqual([400, 'api_url']);
  });

  it('requires the secret again for plain http or unchecked certificates', async () => {
    const scene = openScene(world);
    const values = { ...apiForm.values, api_url: 'https://api.example.com:8443' };
    const { accountId } = await connect(scene, { values });
    for (const looser of [{ api_url: 'http://api.example.com:8443' }, { ignore_ssl: true }]) {
      const refusal = await refusalFrom(changeIntegration(scene, accountId, { values: looser }));
      expect([refusal?.status, refusal?.body().field]).toEqual([400, 'token']);
    }
    const integration = await openAsTenant(scene, accountId);
    const plainUrl = new URL('http://api.example.com:8443/x');
    expect(isAllowedHost(integration ?? { hosts: [] }, plainUrl)).toBe(false);
  });

  it('deletes the secret of an authentication type that it no longer uses', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const changed = await changeIntegration(scene, accountId, { values: { auth_type: 'none' } });
    expect(changed.credentials).toEqual({});
    expect(JSON.stringify(await openAsTenant(scene, accountId))).not.toContain(canary);
  });

  it('requires the secret again before it is sent to another host', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const otherHost = { ...apiForm.values, token: '', api_url: 'https://evil.example' };
    const refusal = await refusalFrom(changeIntegration(scene, accountId, { values: otherHost }));
    expect([refusal?.status, refusal?.body()]).toEqual([
      400,
      {
        error: 'Enter the secret again, because it will also be sent to evil.example.',
        field: 'token',
      },
    ]);
    expect((await openAsTenant(scene, accountId))?.hosts).toEqual(['api.example.com']);
    const withSecret = { ...otherHost, token: canary };
    expect((await changeIntegration(scene, accountId, { values: withSecret })).scopes).toEqual([
      'evil.example',
    ]);
  });

  it('accepts one of two changes at the same moment', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const changes = ['one-token', 'two-token'].map((token) =>
      changeIntegration(scene, accountId, { values: { token } }),
    );
    expect((await Promise.all(changes.map(statusOf))).sort()).toEqual([200, 409]);
  });

  it('does not exist after its deletion or for other organisations', async () => {
    const [scene, otherScene] = [openScene(world), openScene(world)];
    const { accountId } = await connect(scene);
    const one = { accountId };
    expect(await statusOf(otherScene.integrations.getIntegration(otherScene.root, one))).toBe(404);
    expect(await openAsTenant(otherScene, accountId)).toBeUndefined();
    await scene.integrations.deleteIntegration(scene.root, one);
    const calls = [
      scene.integrations.getIntegration(scene.root, one),
      scene.integrations.deleteIntegration(scene.root, one),
      scene.integrations.testIntegration(scene.root, { ...one, send_message: false }),
      changeIntegration(scene, accountId),
    ];
    expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404, 404]);
    expect(await openAsTenant(scene, accountId)).toBeUndefined();
  });
});

describe('the list of integrations', () => {
  const fill = async (scene: Scene) => {
    const chat = { cspName: 'ms_teams', groups: ['Chats'] };
    const values = { webhook_url: `https://hooks.example.com/${canary}` };
    await connect(scene, { ...chat, alias: 'Ops chat', values });
    await connect(scene, { ...chat, alias: 'Dev chat', values });
    await connect(scene);
  };

  it('filters by alias, id, type, group and state, and contains no secret', async () => {
    const scene = openScene(world);
    await fill(scene);
    const list = async (query: object) => {
      const request = { number_of_items: 10, ...query };
      const { items } = await scene.integrations.listIntegrations(scene.root, request);
      expect(JSON.stringify(items)).not.toContain(canary);
      return items.map(({ alias }) => alias).sort();
    };
    expect(await list({})).toEqual(['Dev chat', 'Ops chat', 'Ticket API']);
    expect(await list({ alias: 'CHAT' })).toEqual(['Dev chat', 'Ops chat']);
    expect(await list({ integration_type: ['rest_api', 'slack'] })).toEqual(['Ticket API']);
    expect(await list({ group: 'Chats' })).toEqual(['Dev chat', 'Ops chat']);
    expect(await list({ state: 'ACTIVE' })).toEqual([]);
    const [first] = (await scene.integrations.listIntegrations(scene.root, { number_of_items: 1 }))
      .items;
    expect(await list({ accountId: first?.accountId.slice(0, 30) })).toContain(first?.alias);
  });

  it('shows a test without a result among the errors after an hour', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    await scene.integrations.testIntegration(scene.root, { accountId, send_message: false });
    const among = async (state: 'TESTING' | 'ERROR') => {
      const query = { number_of_items: 10, state };
      const { items } = await scene.integrations.listIntegrations(scene.root, query);
      return items.map(({ integrationState }) => integrationState);
    };
    expect([await among('TESTING'), await among('ERROR')]).toEqual([['TESTING'], []]);
    scene.time.now += 3600_000;
    expect([await among('TESTING'), await among('ERROR')]).toEqual([[], ['ERROR']]);
  });

  it('is counted in total and by type', async () => {
    const scene = openScene(world);
    await fill(scene);
    expect(await scene.integrations.countIntegrations(scene.root, {})).toMatchObject({
      count: 3,
      by_type: { rest_api: 1 },
    });
    const stranger = openScene(world);
    expect(await stranger.integrations.countIntegrations(stranger.root, {})).toEqual({
      count: 0,
      by_type: {},
    });
  });

  it('is returned in pages, and its groups can be listed', async () => {
    const scene = openScene(world);
    await fill(scene);
    const page = await scene.integrations.listIntegrations(scene.root, { number_of_items: 2 });
    const { next = '' } = page;
    const nextPage = { number_of_items: 2, next };
    expect((await scene.integrations.listIntegrations(scene.root, nextPage)).items).toHaveLength(1);
    expect(await scene.integrations.listIntegrationGroups(scene.root, {})).toEqual({
      items: ['Chats', 'Production'],
    });
  });
});

describe('the catalogue of integration types', () => {
  it('lists types with a form, and types that can only be requested', async () => {
    const { integrations, root } = openScene(world);
    const { items } = await integrations.listIntegrationTypes(root, {});
    expect(items.filter(({ local }) => !local).length).toBeGreaterThanOrEqual(40);
    const requestable = items.find(({ local }) => local);
    expect(requestable).toBeDefined();
    const cspName = requestable?.name ?? '';
    expect(await statusOf(integrations.getIntegrationForm(root, { cspName }))).toBe(400);
    const unknownForm = integrations.getIntegrationForm(root, { cspName: 'nothing' });
    expect(await statusOf(unknownForm)).toBe(404);
    const form = await integrations.getIntegrationForm(root, { cspName: 'github' });
    expect(form).toMatchObject({ formId: 'github', label: 'GitHub', type: 'form' });
  });

  it('does not reveal how calls are authorised', async () => {
    const { integrations, root } = openScene(world);
    const { items } = await integrations.listIntegrationTypes(root, {});
    for (const one of items) expect(Object.keys(one)).not.toContain('auth');
  });

  it('sends a request for a type by mail', async () => {
    const scene = openScene(world);
    const answer = await scene.integrations.requestIntegration(scene.root, {
      email: 'anna@example.com',
      subject: 'We use it',
      description: 'For our tickets.',
      integration_type: 'github',
    });
    expect(answer).toEqual({ statusCode: 200 });
    expect(scene.mails).toEqual([
      {
        to: ['support@example.com'],
        subject: 'Integration request, GitHub: We use it',
        text: expect.stringMatching(
          /^root@example\.com of .*\nReply to: anna@example\.com\n\nFor our tickets\.$/s,
        ),
      },
    ]);
  });

  it('sends a request for an unlisted system by its name', async () => {
    const scene = openScene(world);
    const texts = { email: 'anna@example.com', subject: 'Ours', description: 'For tickets.' };
    await scene.integrations.requestIntegration(scene.root, { ...texts, wanted: 'Redmine' });
    const text = expect.stringContaining('requests an integration with Redmine.');
    expect(scene.mails).toMatchObject([{ subject: 'Integration request, Redmine: Ours', text }]);
    for (const typeFields of [{}, { wanted: 'Redmine', integration_type: 'github' }]) {
      const { error } = integrationRequest.safeParse({ ...texts, ...typeFields });
      expect(error?.issues.map(({ path }) => path)).toEqual([['wanted']]);
    }
  });

  it('refuses requests, and shows why beforehand, without a support address', async () => {
    const { services, root, mails } = openScene(world, undefined, undefined, {});
    const { no_requests } = await services.integrations.listIntegrationTypes(root, {});
    expect(no_requests).toMatch(/must set SUPPORT_EMAIL/);
    const texts = { email: 'anna@example.com', subject: 'Ours', description: 'For tickets.' };
    const request = services.integrations.requestIntegration(root, { ...texts, wanted: 'Redmine' });
    expect(await refusalFrom(request)).toMatchObject({ status: 409, message: no_requests });
    expect(mails).toEqual([]);
  });

  it('sends at most ten requests per hour for an organisation', async () => {
    const scene = openScene(world);
    const sendRequest = () =>
      scene.integrations.requestIntegration(scene.root, {
        email: 'anna@example.com',
        subject: 'We use it',
        description: 'For our tickets.',
        integration_type: 'github',
      });
    const answers = await Promise.allSettled(Array.from({ length: 30 }, sendRequest));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(scene.mails).toHaveLength(10);
    await expect(sendRequest()).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('10 requests for integrations within this hour'),
      extra: { headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) } },
    });
    scene.time.now += 3600_000;
    await expect(sendRequest()).resolves.toEqual({ statusCode: 200 });
  });

  it('removes control and hidden characters from a request', () => {
    const request = integrationRequest.parse({
      email: 'anna@example.com',
      subject: 'We use it',
      description: 'One\r\ntwo\u202e\u2066three\u0007\u001b[31m four\u2028five',
      integration_type: 'github',
    });
    expect(request.description).toBe('One\ntwothree[31m four\nfive');
  });
});

describe('the secret of an integration', () => {
  it('does not appear in the database files', async () => {
    const scene = openScene(world);
    await connect(scene);
    for (const name of readdirSync(world.folder)) {
      const path = join(world.folder, name);
      if (!/\.db/.test(name)) continue;
      expect(readFileSync(path).includes(canary)).toBe(false);
    }
  });
});

import { attemptKeyOf } from '#lib/domain/account/attempt.rules.ts';
import { attemptStore } from '#lib/domain/account/attempt.store.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { connectionStore } from '#lib/domain/ws/connection.store.ts';
import { email, tenantId } from '../../support/deployed-product.ts';
import { sendDigest } from '../../support/deployed/digest.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const ada = 'ada@acme.example';
const password = 'Right-horse1';
const about = { country_code: '+44', phone: '7700900', userType: 'SUBUSER' as const };
const readOnlyPolicies = { ALLOW: { '*': { 'read_*': true } }, DENY: {} } as const;

/** Permissions of users, as the functions of the API store and read them. */
export const scenario: Scenario = (open) => {
  describe('users of the organisation', () => {
    it('can be invited, even after an incomplete invitation', async () => {
      const { api, db } = open();
      const person = { ...about, email: ada, name: 'Ada', readOnly: false, password, roles: [] };
      await api.users.createUser(person);
      await userStore(db, tenantId).delete(ada);
      await api.users.createUser(person);
      const { items } = await api.users.listUsers({});
      expect(items.filter(({ _id }) => _id === ada)).toHaveLength(1);
      const { SITE_URL } = open().environment('events/socket-authorizer');
      expect(JSON.stringify(open().ses.sent.at(-1))).toContain(`Sign in at ${SITE_URL}/app as`);
    });

    it('have the permissions of the default role in every area', async () => {
      const { api, apiOf } = open();
      const role = { description: 'Sees everything', policies: readOnlyPolicies };
      const { _id: role_id } = await api.roles.createRole({ name: 'Seeing', ...role });
      await api.roles.updateRole({ role_id, base_revision: 1, name: 'Seeing-all', ...role });
      await api.roles.setDefaultRole({ default_role_id: role_id });
      await api.roles.previewRole({ role_id, policies: readOnlyPolicies });
      expect((await api.roles.listRoles({})).items.map(({ _id }) => _id)).toContain(role_id);
      const adaApi = await apiOf(ada);
      await adaApi.approvals.listApprovals({});
      await adaApi['api-keys'].listApiKeys({});
      await adaApi.audit.listAuditTrails({});
      await adaApi.bots.listBots({});
      await adaApi.integrations.listIntegrations({});
      await adaApi.executions.listExecutions({});
      await adaApi.listeners.listListeners({});
      await adaApi.notifications.listNotifications({});
      await sendDigest(open(), ada);
      expect((await adaApi.onboarding.getOnboarding({})).steps).toEqual([]);
      expect((await api.onboarding.getOnboarding({})).steps).toHaveLength(6);
      await adaApi.onboarding.updateOnboarding({ skip: 'bot' });
      await adaApi.roles.listRoles({});
      await adaApi['service-portal'].listPortalApps({});
      await adaApi.subscriptions.listSubscriptions({});
      await adaApi['user-inputs'].listUserInputs({});
      await adaApi.users.getCurrentUser({});
      await adaApi.ws.createTicket({});
      await expect(adaApi.bots.deleteBot({ bot_id: 'bot_x' })).rejects.toThrow('Seeing-all');
    });

    it('open sockets for permitted channels, and lose them with their role', async () => {
      const product = open();
      const { api, apiOf, invoke, environment, connections, db } = product;
      const { ticket } = await (await apiOf(ada)).ws.createTicket({});
      const { SITE_URL: Origin } = environment('events/socket-authorizer');
      const answer = await invoke('events/socket-authorizer', {
        methodArn: 'arn:aws:execute-api:us-east-1:111122223333:api/v1/$connect',
        headers: { Origin },
        queryStringParameters: { ticket },
      });
      const { context } = Object(answer);
      expect(context.channels.split(' ')).toContain('approval_updated');
      connections.openSockets.set('adas', []);
      const requestContext = { connectionId: 'adas', authorizer: context };
      await invoke('events/socket-opened', { requestContext });
      await product.connect('ended', true, email, { token_ends: '1' });
      await invoke('events/sweep', {});
      expect([...connections.openSockets.keys()]).toEqual(expect.arrayContaining(['adas']));
      expect(connections.openSockets.has('ended')).toBe(false);
      await api.roles.setDefaultRole({ default_role_id: 'role_portal_user' });
      expect(connections.openSockets.has('adas')).toBe(false);
      const connectionIds = (await connectionStore(db, tenantId).all()).map(({ _id }) => _id);
      expect(connectionIds).not.toContain('adas');
      const restrictedApi = await apiOf(ada);
      await expect(restrictedApi.audit.listAuditTrails({})).rejects.toThrow('403');
      await expect(restrictedApi.subscriptions.listSubscriptions({})).rejects.toThrow('403');
      // An old failed guess is deleted at the next one.
      await attemptStore(db, attemptKeyOf(product.address)).add(Date.now() - 3600_000);
      await expect(product.guess()).rejects.toThrow();
    });

    it('have sockets that close with their API key or role, and can be deleted', async () => {
      const { api, connect, connections } = open();
      const { _id: api_key_id } = await api['api-keys'].createApiKey({
        name: 'Scripts',
        expires_on: null,
      });
      await connect('by-key', true, email, { key_id: api_key_id });
      await api['api-keys'].deleteApiKey({ api_key_id });
      expect(connections.openSockets.has('by-key')).toBe(false);
      await connect('by-role', true, ada);
      await api.users.assignRoles({ user_id: ada, roles: ['role_approver'] });
      expect(connections.openSockets.has('by-role')).toBe(false);
      const change = { ...about, name: 'Ada L.', readOnly: true, password };
      await api.users.updateUser({ user_id: ada, ...change });
      await api.users.resetSecondFactor({ user_id: ada });
      await api.users.deleteUser({ user_id: ada });
      const userIds = (await api.users.listUsers({})).items.map(({ _id }) => _id);
      expect(userIds).not.toContain(ada);
      const roles = (await api.roles.listRoles({})).items;
      const customRole = roles.find(({ name }) => name === 'Seeing-all');
      await api.roles.deleteRole({ role_id: customRole?._id ?? '' });
      expect(await api.subscriptions.listSubscriptions({})).toBeDefined();
      expect((await api.subscriptions.getPlanUsage({})).accounts).toBeGreaterThanOrEqual(0);
    });

    it('have audit records, which can be filtered by user and action', async () => {
      const { audit } = open().api;
      const all = await audit.listAuditTrails({});
      expect(all.items.length).toBeGreaterThan(5);
      const userRecords = await audit.listAuditTrails({ user: email });
      expect(new Set(userRecords.items.map(({ user_id }) => user_id))).toEqual(new Set([email]));
      const deleted = await audit.listAuditTrails({ action: 'delete_user' });
      const actions = new Set(deleted.items.map(({ action_type }) => action_type));
      expect(actions).toEqual(new Set(['delete_user']));
      await audit.listAuditUsers({});
      await audit.getAuditRecord({ audit_id: all.items[0]?._id ?? '' });
    });
  });
};

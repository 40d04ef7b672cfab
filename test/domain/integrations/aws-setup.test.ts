import { stsCalls } from '#lib/aws/sts-calls.ts';
import { launchTemplate } from '#lib/domain/integrations/aws/role-template.rules.ts';
import { principalsOf } from '#lib/domain/integrations/aws/setup.rules.ts';
import type { AwsSetupDeps } from '#lib/domain/integrations/aws/setup.service.ts';
import { newAwsSetup } from '#lib/domain/integrations/aws/setup.schema.ts';
import { proveRole } from '#lib/engine/integrations/prove-role.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { clientOf } from '#test/support/loopback.ts';
import { newTenant } from '#test/support/people.ts';
import {
  launchRoleStack,
  openStsServer,
  roleIn,
  type StsServer,
} from '#test/support/sts-server.ts';
import { problemsOf } from '../../stack/iam-lint.ts';
import { openScene, refusalFrom, type Scene } from '../scene.ts';
import { changeIntegration, connect as connectByForm } from './api-integration.ts';

const world = openTestDatabase();
const account = '111122223333';

let sts: StsServer;
let aws: AwsSetupDeps['aws'];

beforeEach(async () => {
  sts = await openStsServer();
  const calls = stsCalls(clientOf(sts));
  aws = {
    rolePrefix: 'acme-integration-',
    whoAssumes: async () => {
      const caller = await calls.whoIs();
      return caller.kind === 'answered' ? { ...caller, value: caller.value.arn } : caller;
    },
    proveRole: proveRole(calls),
  };
});
afterEach(() => sts.close());

const openSetupScene = (tenant = newTenant()) => openScene(world, tenant, aws);

const begin = ({ integrations, root }: Scene, fields: object = {}) =>
  integrations.initAwsSetup(
    root,
    newAwsSetup.parse({ aws_account: account, region: 'eu-west-1', ...fields }),
  );

const checkSetup = ({ integrations, root }: Scene, setup_id: string) =>
  integrations.checkAwsSetup(root, { setup_id });

/** The role template for all setups, as CloudFormation resolves it with a link's parameters. */
const resolveTemplate = (linkParameters: URLSearchParams): string => {
  const valueOf = (name: string) => {
    const text = linkParameters.get(`param_${name}`) ?? '';
    return name === 'Principals' ? text.split(',') : text;
  };
  const resolve = (_: string, value: unknown): unknown => {
    const { Ref, 'Fn::If': choice, 'Fn::Sub': text } = Object(value);
    if (typeof text === 'string') {
      return {
        'Fn::Sub': text.replace(
          '${TrustedAccount}',
          linkParameters.get('param_TrustedAccount') ?? '',
        ),
      };
    }
    if (Array.isArray(choice))
      return linkParameters.get('param_AllowActions') === 'yes' ? choice[1] : null;
    return typeof Ref === 'string' && !Ref.startsWith('AWS::') ? valueOf(Ref) : value;
  };
  const { Resources } = JSON.parse(JSON.stringify(launchTemplate()), resolve);
  const { Properties } = Resources.Role;
  Properties.Policies = Properties.Policies.filter((one: unknown) => one !== null);
  return JSON.stringify({ Resources });
};

const accountNames = { alias: 'Production account', groups: ['Production'] };

const connect = ({ integrations, root }: Scene, setup_id: string, fields: object = {}) =>
  integrations.connectAwsSetup(root, { setup_id, ...accountNames, ...fields });

const states = async (one: Scene): Promise<unknown[]> => {
  const all = await one.integrations.listIntegrations(one.root, { number_of_items: 10 });
  return all.items.map(({ integrationState }) => integrationState);
};

describe('the setup of an AWS account', () => {
  it('waits until the role exists, and connects the account once', async () => {
    const one = openSetupScene();
    const { setup_id, template } = await begin(one);
    expect(await checkSetup(one, setup_id)).toMatchObject({ state: 'WAITING' });
    expect((await refusalFrom(connect(one, setup_id)))?.status).toBe(409);
    expect(await states(one)).toEqual([]);
    launchRoleStack(sts, template, account);
    expect(await checkSetup(one, setup_id)).toEqual({ state: 'DEPLOYED' });
    const connected = await connect(one, setup_id);
    const role = `arn:aws:iam::${account}:role/${roleIn(template).RoleName}`;
    expect(connected).toMatchObject({
      ...accountNames,
      cspName: 'aws',
      integrationState: 'ACTIVE',
      connected_as: role,
      used_for: 'aws',
      tested_by: 'call',
      values: { account_id: account, region: 'eu-west-1', role_arn: role },
    });
    expect((await connect(one, setup_id)).accountId).toBe(connected.accountId);
    expect(await states(one)).toEqual(['ACTIVE']);
  });

  it('generates a new external ID and role name each time', async () => {
    const one = openSetupScene();
    const parsedSetup = newAwsSetup.safeParse({
      aws_account: account,
      region: 'eu-west-1',
      externalId: 'mine',
    });
    expect(parsedSetup.success).toBe(false);
    const setups = [await begin(one), await begin(one)];
    expect(new Set(setups.map(({ externalId }) => externalId)).size).toBe(2);
    expect(new Set(setups.map(({ role_name }) => role_name)).size).toBe(2);
    for (const { externalId, role_name, targetPrincipal } of setups) {
      expect(externalId).toMatch(/^[0-9a-f]{48}$/);
      expect(role_name).toMatch(/^acme-integration-[0-9a-f]{24}$/);
      expect(targetPrincipal).toBe('arn:aws:iam::999988887777:user/cloudwarden');
    }
  });

  it.each(['StringEquals', 'all conditions'])('refuses a role without %s', async (missing) => {
    const one = openSetupScene();
    const { setup_id, template } = await begin(one);
    launchRoleStack(sts, template, account);
    for (const { trust } of sts.roles.values()) {
      for (const statement of trust.Statement) {
        if (missing === 'all conditions') delete statement.Condition;
        else delete statement.Condition?.[missing];
      }
    }
    expect(await checkSetup(one, setup_id)).toMatchObject({ state: 'REFUSED' });
    const refusal = await refusalFrom(connect(one, setup_id));
    expect(refusal?.message).toContain('This role can be assumed without the external ID');
    expect(await states(one)).toEqual([]);
  });

  it('waits for a role in the right account with the right external ID', async () => {
    const one = openSetupScene();
    const { setup_id, template } = await begin(one);
    launchRoleStack(sts, template, '444455556666');
    expect(await checkSetup(one, setup_id)).toMatchObject({ state: 'WAITING' });
    const { externalId } = await begin(openSetupScene());
    const otherCondition = `"sts:ExternalId": "${externalId}"`;
    const otherTemplate = template.replace(/"sts:ExternalId": "\w+"/, otherCondition);
    launchRoleStack(sts, otherTemplate, account);
    expect(await checkSetup(one, setup_id)).toMatchObject({ state: 'WAITING' });
  });

  it('refuses a role whose sessions belong to another account', async () => {
    const one = openSetupScene();
    const { setup_id, template } = await begin(one);
    launchRoleStack(sts, template, account);
    for (const role of sts.roles.values()) role.account = '444455556666';
    expect(await checkSetup(one, setup_id)).toEqual({
      state: 'REFUSED',
      reason: expect.stringContaining('belongs to the account 444455556666'),
    });
  });

  it('cannot be read or connected by another organisation', async () => {
    const { setup_id, template } = await begin(openSetupScene());
    launchRoleStack(sts, template, account);
    const stranger = openSetupScene();
    expect((await refusalFrom(checkSetup(stranger, setup_id)))?.status).toBe(404);
    expect((await refusalFrom(connect(stranger, setup_id)))?.status).toBe(404);
  });

  it('gives two organisations with the same account separate roles and external IDs', async () => {
    const both = [openSetupScene(), openSetupScene()];
    const setups = await Promise.all(both.map((one) => begin(one)));
    const [first, second] = setups;
    launchRoleStack(sts, first?.template ?? '', account);
    expect(await checkSetup(both[0] as Scene, first?.setup_id ?? '')).toEqual({
      state: 'DEPLOYED',
    });
    expect(await checkSetup(both[1] as Scene, second?.setup_id ?? '')).toMatchObject({
      state: 'WAITING',
    });
    launchRoleStack(sts, second?.template ?? '', account);
    await connect(both[0] as Scene, first?.setup_id ?? '');
    await connect(both[1] as Scene, second?.setup_id ?? '');
    expect(await Promise.all(both.map(states))).toEqual([['ACTIVE'], ['ACTIVE']]);
  });

  it('can be read again until it expires', async () => {
    const one = openSetupScene();
    const setup = await begin(one, { allow_actions: true });
    const { setup_id } = setup;
    const read = (by: Scene) => by.integrations.getAwsSetup(by.root, { setup_id });
    expect(await read(one)).toEqual(setup);
    expect(setup).toMatchObject({ aws_account: account, allow_actions: true, units: [] });
    expect((await refusalFrom(read(openSetupScene())))?.status).toBe(404);
    one.time.now += 24 * 3600_000;
    expect((await refusalFrom(read(one)))?.status).toBe(409);
  });

  it('expires after a day', async () => {
    const one = openSetupScene();
    const { setup_id, template } = await begin(one);
    launchRoleStack(sts, template, account);
    one.time.now += 24 * 3600_000;
    const refusal = await refusalFrom(connect(one, setup_id));
    const expired = 'This setup has expired: a setup is valid for one day. Begin again.';
    expect(refusal?.message).toBe(expired);
  });

  it('refuses to begin where the server has no AWS credentials', async () => {
    const reason = 'This server has no AWS credentials.';
    aws = { ...aws, whoAssumes: async () => ({ kind: 'failed', reason }) };
    expect((await refusalFrom(begin(openSetupScene())))?.message).toBe(reason);
  });

  it('warns in the form of AWS only that the server has no AWS credentials', async () => {
    const hindrance = async (cspName = 'aws') => {
      const { integrations, root } = openSetupScene();
      return (await integrations.getIntegrationForm(root, { cspName })).hindrance;
    };
    expect(await hindrance()).toBeUndefined();
    const reason = 'This server has no AWS credentials.';
    aws = { ...aws, whoAssumes: async () => ({ kind: 'failed', reason }) };
    expect([await hindrance(), await hindrance('github')]).toEqual([reason, undefined]);
  });

  it('has a filled-in launch link only where the operator published a template', async () => {
    const offered = async () => {
      const { integrations, root } = openSetupScene();
      return (await integrations.getIntegrationForm(root, { cspName: 'aws' })).launch_link;
    };
    expect((await begin(openSetupScene())).launch_url).toBeUndefined();
    expect(await offered()).toBeUndefined();
    const templateUrl = 'https://acme.s3.eu-west-1.amazonaws.com/role-template.json';
    aws = { ...aws, templateUrl: async () => templateUrl };
    expect(await offered()).toBe(true);
    for (const allow_actions of [true, false]) {
      const {
        launch_url = '',
        template,
        role_name,
      } = await begin(openSetupScene(), { allow_actions });
      const [page = '', query = ''] = launch_url.split('?region=eu-west-1#/stacks/quickcreate?');
      expect(page).toBe('https://eu-west-1.console.aws.amazon.com/cloudformation/home');
      const linkParameters = new URLSearchParams(query);
      expect([linkParameters.get('templateURL'), linkParameters.get('stackName')]).toEqual([
        templateUrl,
        role_name,
      ]);
      const launched = roleIn(resolveTemplate(linkParameters));
      expect(launched.Policies).toHaveLength(allow_actions ? 2 : 1);
      expect({ ...launched, Description: '' }).toEqual({ ...roleIn(template), Description: '' });
    }
  });
});

describe('a connected AWS account', () => {
  it('cannot be created by the form, and keeps its role and external ID', async () => {
    const one = openSetupScene();
    const values = { account_id: account, role_arn: 'arn:aws:iam::1:role/x', external_id: 'mine' };
    const refusal = await refusalFrom(connectByForm(one, { cspName: 'aws', values }));
    expect(refusal?.message).toMatch(/must be connected with its setup/);
    const { setup_id, template } = await begin(one);
    launchRoleStack(sts, template, account);
    const { accountId } = await connect(one, setup_id);
    for (const name of Object.keys(values)) {
      const changed = changeIntegration(one, accountId, {
        alias: 'Other',
        values: { [name]: 'x' },
      });
      expect((await refusalFrom(changed))?.body()).toMatchObject({ field: name });
    }
    const moved = await changeIntegration(one, accountId, { values: { region: 'eu-central-1' } });
    expect(moved.values).toMatchObject({ account_id: account, region: 'eu-central-1' });
    const { children } = await one.integrations.getIntegrationForm(one.root, { cspName: 'aws' });
    expect(children.map(({ name }) => name)).toEqual(['region']);
  });
});

describe('the role of a connected AWS account', () => {
  const connected = async (one: Scene, fields: object = {}) => {
    const { setup_id, template } = await begin(one, fields);
    launchRoleStack(sts, template, account);
    return { template, ...(await connect(one, setup_id)) };
  };
  const roleOf = ({ integrations, root }: Scene, accountId: string) =>
    integrations.getAwsRole(root, { accountId });

  it('can be updated to read or act, with the same name and external ID', async () => {
    const one = openSetupScene();
    const { accountId, template, values } = await connected(one);
    const found = await roleOf(one, accountId);
    expect(found).toMatchObject({
      alias: accountNames.alias,
      aws_account: account,
      region: 'eu-west-1',
      externalId: values.external_id,
      role_name: roleIn(template).RoleName,
      aws_cli_command: expect.stringContaining(`--stack-name ${roleIn(template).RoleName} `),
    });
    const expectedRole = { ...roleIn(template), Description: '' };
    expect({ ...roleIn(found.templates.reads), Description: '' }).toEqual(expectedRole);
    const actingRole = roleIn((await begin(one, { allow_actions: true })).template);
    expect(roleIn(found.templates.acts).Policies).toEqual(actingRole.Policies);
    // The account keeps its id; its connection test proves the role.
    launchRoleStack(sts, found.templates.acts, account);
    const proof = { account, role_arn: values.role_arn ?? '', external_id: found.externalId };
    expect(await aws.proveRole(proof)).toEqual({ kind: 'proven', arn: values.role_arn });
  });

  it('has templates without an account number, so a StackSet can use them', async () => {
    const one = openSetupScene();
    const { accountId } = await connected(one);
    const { reads, acts } = (await roleOf(one, accountId)).templates;
    expect([reads, acts].filter((text) => text.includes(account))).toEqual([]);
  });

  it('trusts the current AWS identity of the server', async () => {
    const one = openSetupScene();
    const { accountId } = await connected(one);
    aws.whoAssumes = async () => ({ kind: 'answered', value: 'arn:aws:iam::9:role/other' });
    const { targetPrincipal, templates } = await roleOf(one, accountId);
    expect(targetPrincipal).toBe('arn:aws:iam::9:role/other');
    expect(templates.reads).toContain('arn:aws:iam::9:role/other');
    aws.whoAssumes = async () => ({ kind: 'failed', reason: 'No credentials.' });
    expect((await refusalFrom(roleOf(one, accountId)))?.message).toBe('No credentials.');
  });

  it('is refused to other organisations and for other types of integrations', async () => {
    const one = openSetupScene();
    const { accountId } = await connected(one);
    expect((await refusalFrom(roleOf(openSetupScene(), accountId)))?.status).toBe(404);
    const { accountId: otherId } = await connectByForm(one);
    expect((await refusalFrom(roleOf(one, otherId)))?.status).toBe(404);
  });
});

describe('the template of the role', () => {
  it('allows reading, and actions only if they were chosen', async () => {
    const one = openSetupScene();
    const readingRole = roleIn((await begin(one)).template);
    const actingRole = roleIn((await begin(one, { allow_actions: true })).template);
    expect(readingRole.Policies.map(({ PolicyName }) => PolicyName)).toEqual(['reads']);
    expect(actingRole.Policies.map(({ PolicyName }) => PolicyName)).toEqual(['reads', 'actions']);
    expect(readingRole.ManagedPolicyArns).toEqual([
      'arn:aws:iam::aws:policy/SecurityAudit',
      'arn:aws:iam::aws:policy/job-function/ViewOnlyAccess',
    ]);
    expect(readingRole).toMatchObject({ MaxSessionDuration: 3600 });
  });

  it('contains existing actions and conditions, and none that grants rights', async () => {
    const { template } = await begin(openSetupScene(), { allow_actions: true });
    const { Policies, AssumeRolePolicyDocument: trust } = roleIn(template);
    expect(await problemsOf(trust)).toEqual([]);
    const problems = await Promise.all(Policies.map((one) => problemsOf(one.PolicyDocument)));
    const unknownNames = problems.flat().filter((problem) => /there is no/.test(problem));
    expect(unknownNames).toEqual([]);
    const deniesAll = template.replaceAll('iam:AttachUserPolicy', '');
    expect(deniesAll).not.toMatch(/iam:(Put|Attach|Create|Pass)|sts:Assume(?!Role")/);
  });

  it.each([
    ['arn:aws:iam::1:user/a', ['arn:aws:iam::1:user/a']],
    [
      'arn:aws:sts::1:assumed-role/Admin/ann',
      ['arn:aws:iam::1:role/Admin', 'arn:aws:iam::1:role/*/Admin'],
    ],
    ['arn:aws:iam::1:role/acme/integrations/*', ['arn:aws:iam::1:role/acme/integrations/*']],
    ['arn:aws:iam::1:root', undefined],
  ])('trusts the caller %s as %j', (arn, principals) => {
    expect(principalsOf(arn)).toEqual(principals);
  });
});

describe('the accounts of an AWS organisation', () => {
  const otherAccounts = ['222233334444', '333344445555'];
  const units = ['ou-a1b2-c3d4e5f6'];
  const ofAll = { further_accounts: [...otherAccounts, account], units };
  const connectAll = ({ integrations, root }: Scene, setup_id: string) =>
    integrations.connectAwsOrganisation(root, { setup_id, ...accountNames });

  it('get one role by a StackSet and are each connected once it exists', async () => {
    const one = openSetupScene();
    const { setup_id, template, launch_url, ...links } = await begin(one, ofAll);
    const { aws_cli_command, stack_sets_url } = links;
    expect(launch_url).toBeUndefined();
    expect(stack_sets_url).toMatch(/region=eu-west-1#\/stacksets\/create$/);
    expect(aws_cli_command).toMatch(
      /create-stack-set .* --permission-model SERVICE_MANAGED .* OrganizationalUnitIds=ou-a1b2-c3d4e5f6$/,
    );
    expect(template).not.toContain(account);
    expect((await refusalFrom(connectAll(one, setup_id)))?.message).toMatch(/^No account has/);
    for (const accountNumber of [account, otherAccounts[0] ?? ''])
      launchRoleStack(sts, template, accountNumber);
    const found = await checkSetup(one, setup_id);
    expect(found).toMatchObject({ state: 'WAITING', reason: '2 of 3 accounts have the role.' });
    expect(found.accounts?.map(({ aws_account, state }) => [aws_account, state])).toEqual([
      [account, 'DEPLOYED'],
      [otherAccounts[0], 'DEPLOYED'],
      [otherAccounts[1], 'WAITING'],
    ]);
    const first = await connectAll(one, setup_id);
    expect(first.connected.map(({ aws_account }) => aws_account)).toEqual([
      account,
      otherAccounts[0],
    ]);
    expect(first.waiting).toMatchObject([{ aws_account: otherAccounts[1], state: 'WAITING' }]);
    launchRoleStack(sts, template, otherAccounts[1] ?? '');
    expect(await checkSetup(one, setup_id)).toMatchObject({ state: 'DEPLOYED' });
    const second = await connectAll(one, setup_id);
    expect(second.connected.slice(0, 2)).toEqual(first.connected);
    const list = async (filter: object) =>
      one.integrations.listIntegrations(one.root, { number_of_items: 10, ...filter });
    // Found together by their name in this organisation, and one by its account number.
    expect((await list({ group: accountNames.alias })).items).toHaveLength(3);
    expect((await list({ accountId: account })).items).toHaveLength(1);
    const all = await list({ group: 'Production' });
    expect(all.items.map(({ alias, values }) => [alias, values.account_id]).sort()).toEqual(
      [account, ...otherAccounts].map((id) => [`Production account ${id}`, id]),
    );
  });

  it('are connected, except one whose alias is taken, which gets a reason', async () => {
    const one = openSetupScene();
    const { setup_id, template } = await begin(one, ofAll);
    for (const accountNumber of [account, ...otherAccounts])
      launchRoleStack(sts, template, accountNumber);
    const alias = `${accountNames.alias} ${otherAccounts[0]}`;
    await connectByForm(one, { alias });
    const { connected, waiting } = await connectAll(one, setup_id);
    expect(connected.map(({ aws_account }) => aws_account)).toEqual([account, otherAccounts[1]]);
    const reason = 'Alias already exists';
    expect(waiting).toEqual([{ aws_account: otherAccounts[0], state: 'REFUSED', reason }]);
  });

  it('are put in a common group, and at most nine groups can be given', async () => {
    const one = openSetupScene();
    const { setup_id, template } = await begin(one, ofAll);
    launchRoleStack(sts, template, account);
    const groups = Array.from({ length: 10 }, (_, at) => `Group ${at}`);
    const connectIn = (groupNames: string[]) =>
      one.integrations.connectAwsOrganisation(one.root, {
        setup_id,
        ...accountNames,
        groups: groupNames,
      });
    const refusal = await refusalFrom(connectIn(groups));
    expect(refusal?.extra.field).toBe('groups');
    expect(refusal?.message).toMatch(/^Give at most 9 groups/);
    await connectIn(groups.slice(1));
    const filter = { number_of_items: 10, group: accountNames.alias };
    const { items } = await one.integrations.listIntegrations(one.root, filter);
    expect(items.map((integration) => integration.groups)).toEqual([
      [...groups.slice(1), accountNames.alias],
    ]);
  });

  it('are connected, except one whose role does not require the external ID', async () => {
    const one = openSetupScene();
    const { setup_id, template } = await begin(one, ofAll);
    for (const accountNumber of [account, ...otherAccounts])
      launchRoleStack(sts, template, accountNumber);
    const [role] = [...sts.roles]
      .filter(([arn]) => arn.includes(otherAccounts[1] ?? ''))
      .map(([, r]) => r);
    for (const statement of role?.trust.Statement ?? []) delete statement.Condition;
    expect(await checkSetup(one, setup_id)).toMatchObject({ state: 'REFUSED' });
    const { connected, waiting } = await connectAll(one, setup_id);
    expect(connected).toHaveLength(2);
    expect(waiting).toMatchObject([{ aws_account: otherAccounts[1], state: 'REFUSED' }]);
  });

  it.each([
    ['an invalid unit', { units: ['acme'] }, /such as r-a1b2/],
    ['accounts but no unit', { further_accounts: [account] }, /Enter the organisational units/],
    ['an invalid account number', { further_accounts: ['12'] }, /12 digits/],
    ['51 accounts', { further_accounts: Array.from({ length: 50 }, () => account) }, /at most 50/],
  ])('cannot be set up with %s', (_, fields, pattern) => {
    const input = { aws_account: account, region: 'eu-west-1', ...fields };
    expect(newAwsSetup.safeParse(input).error?.issues[0]?.message).toMatch(pattern);
  });
});

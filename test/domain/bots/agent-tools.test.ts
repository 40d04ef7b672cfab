import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import { awsRightsOf } from '#lib/domain/bots/aws-rights.rules.ts';
import { publishedUsesOf } from '#lib/domain/bots/integration.rules.ts';
import { outsideCallsOf } from '#lib/domain/bots/outside-calls.rules.ts';
import { newBot } from '#lib/domain/bots/bot.schema.ts';
import { writeBotText } from '#lib/domain/bots/bot-text.rules.ts';
import { withDigest } from '#lib/domain/integrations/mcp-tool.rules.ts';
import { check } from '#lib/engine/check.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { aReading, aTask, draw } from '#test/support/drawing.ts';
import { openScene, refusalFrom } from '../scene.ts';

const world = openTestDatabase();

const [account, okta] = [`int_${'a'.repeat(32)}`, `int_${'b'.repeat(32)}`];

const toolIn = (action: string, type: string, id?: string) => ({
  action,
  integration: { type, ...(id !== undefined && { id }) },
});

const graphWith = (...agent_toolkit: object[]) =>
  draw('start -> find:ai_agent -> end', { find: { ...aTask, agent_toolkit, inventory: 'gcp' } });

const problems = (...agent_toolkit: object[]) =>
  check(graphWith(...agent_toolkit)).map(({ message }) => message);

describe('the tools of an AI agent', () => {
  const instances = toolIn('aws.describe_instances', 'aws', account);
  const user = toolIn('okta.get_user', 'okta', okta);

  it('count as integrations and actions that the bot uses', () => {
    expect(publishedUsesOf(graphWith(instances, user))).toMatchObject({
      integration_types: ['aws', 'gcp', 'okta', 'openai'],
      integration_ids: [aTask.integration.id, account, okta],
      action_ids: ['aws.describe_instances', 'okta.get_user'],
    });
  });

  it('are shown at publishing: AWS calls in any region, as the AI agent chooses it', () => {
    const rights = awsRightsOf(graphWith(instances), findReadyMadeAction);
    expect(rights).toEqual([
      { integration_id: account, permission: 'ec2:DescribeInstances', where: 'any' },
    ]);
  });

  it('are shown at publishing: other calls, next to the questions to the model', () => {
    expect(outsideCallsOf(graphWith(user), findReadyMadeAction)).toEqual([
      { integration_id: okta, method: 'GET', host: 'default' },
      { integration_id: aTask.integration.id, method: 'ask', host: 'model' },
    ]);
  });

  it.each([
    ['that changes something', toolIn('okta.suspend_user', 'okta', okta), 'may change something'],
    ['that changes without asking', toolIn('okta.unlock_user', 'okta', okta), 'may change'],
    ['that waits for a state', toolIn('aws.wait_for_instance', 'aws', account), 'cannot run'],
    ['without an action', toolIn('', 'okta', okta), 'Choose an action for each tool.'],
    ['that was deleted', toolIn(`act_${'0'.repeat(44)}`, 'okta', okta), 'was deleted'],
    ['without an integration', toolIn('okta.get_user', 'okta'), 'Choose an integration for'],
    ['of another type', toolIn('okta.get_user', 'aws', account), 'another type of integration'],
  ])('are refused by the check: a tool %s', (_what, tool, reason) => {
    expect(problems(tool)).toEqual([expect.stringContaining(reason)]);
  });

  it('pass the check if they only read', () => {
    expect(problems(instances, user, toolIn(aReading.action, 'okta', okta))).toEqual([]);
  });

  it('pass the check if they change something and approvers are named', () => {
    const agent_toolkit = [toolIn('okta.suspend_user', 'okta', okta)];
    const problemsWith = (approvers: string[]) => {
      const find = { ...aTask, agent_toolkit, approvers };
      const found = check(draw('start -> find:ai_agent -> end', { find }));
      return found.map(({ message, field }) => `${field?.name}: ${message}`);
    };
    expect(problemsWith(['anna@example.com'])).toEqual([]);
    expect(problemsWith([])).toEqual([
      'agent_toolkit: "find", Tools: "Suspend an Okta user" may change something. Enter ' +
        'approvers for its calls.',
    ]);
    // Nothing that the AI agent reads may choose the approvers.
    expect(problemsWith(['{% $event.who %}'])).toEqual([
      'approvers: "find", Approvers: Enter e-mail addresses.',
    ]);
    expect(problemsWith(['anna'])).toEqual([expect.stringContaining('is not an e-mail address')]);
  });

  it('allow no expressions in the task and the model of the AI agent', () => {
    const dynamicTask = { ...aTask, task: 'Do {% $event.order %}', model: '{% $event.model %}' };
    const graph = draw('start -> find:ai_agent -> end', { find: dynamicTask });
    expect(check(graph).map(({ field }) => field?.name)).toEqual(['model', 'task']);
  });
});

describe('the copy of an MCP tool in a bot', () => {
  const writer = withDigest({
    name: 'writer',
    description: 'Writes.',
    input_schema: '{}',
    read_only_hint: false,
  });
  const drawnWith = (accepted: object) =>
    draw('start -> find:ai_agent -> end', {
      find: {
        ...aTask,
        agent_mcp_tools: [
          { integration: { type: 'mcp', id: account }, accepted, reads_only: true },
        ],
      },
    });
  const forged = drawnWith({ ...writer, read_only_hint: true });
  const sentence = expect.stringContaining(
    '"writer" differs from the original of its server. Choose the tool again.',
  );
  const problem = { node_id: 'find', message: sentence, field: { name: 'agent_mcp_tools' } };

  it('is compared with its digest on saving and again on publishing', async () => {
    const { bots, root } = openScene(world);
    const saved = await bots.createBot(root, newBot.parse({ name: 'Isolate', graph: forged }));
    expect(saved.problems).toMatchObject([problem]);
    const publishing = { bot_id: saved._id, version: 1, enable: true };
    expect(await refusalFrom(bots.publishBot(root, publishing))).toMatchObject({
      status: 400,
      message: sentence,
    });
  });

  it('is compared with its digest when a file is imported', async () => {
    const { bots, root } = openScene(world);
    const file = { format: 'cloudwarden.bot/1', ...newBot.parse({ name: 'Read', graph: forged }) };
    const { problems: found } = await bots.importBot(root, {
      text: writeBotText(file as Parameters<typeof writeBotText>[0], 'json'),
    });
    expect(found).toContainEqual(expect.objectContaining({ message: sentence }));
  });

  it('needs approvers if its server does not mark the tool as read-only', () => {
    expect(check(drawnWith(writer)).map(({ message }) => message)).toEqual([
      expect.stringContaining('"writer" may change something. Enter approvers'),
    ]);
  });
});

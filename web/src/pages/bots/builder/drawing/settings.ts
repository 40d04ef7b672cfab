import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { nodePolicy, type NodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { policyKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { hiddenSecret } from '#lib/kernel/secret-settings.ts';
import type { Shape } from '#lib/domain/bots/settings.rules.ts';
import { settingErrorMap, settingIssueText } from '#lib/domain/bots/setting-messages.rules.ts';
import { textsIn } from '#lib/kernel/value-kinds.ts';
import { fullPolicy } from '../../editor/document/policy.ts';
import { BadCall, formatList, quoteName } from './tool-answer.ts';

type Settings = Readonly<Record<string, unknown>>;

/** The form of an organisation's own ids: a model knows only those that it was given. */
const ownId = /^(lst|int|act|bot)_[0-9a-zA-Z]{8,}$/;

/** The tool that looks up each kind of id. */
const lookUps: Readonly<Record<string, string>> = {
  lst: 'find_listeners',
  int: 'find_integrations',
  act: 'find_actions',
};

/** The organisation's ids that settings contain. */
export const ownIdsIn = (settings: unknown): string[] =>
  textsIn(settings).filter((text) => ownId.test(text));

const assertKnownIds = (settings: Settings, known: ReadonlySet<string>): void => {
  const made = ownIdsIn(settings).find((id) => !known.has(id));
  if (made === undefined) return;
  const tool = lookUps[made.slice(0, made.indexOf('_'))];
  const how = tool === undefined ? 'Leave it out.' : `Look it up by ${tool}.`;
  throw new BadCall(`Nobody told you of ${quoteName(made)}. ${how}`);
};

const assertNoHiddenSecret = (settings: Settings): void => {
  const hidden = Object.entries(settings).find(([, value]) =>
    textsIn(value).some((text) => text.includes(hiddenSecret)),
  );
  if (!hidden) return;
  throw new BadCall(
    `"${hidden[0]}" holds a secret that you are not shown. Leave this setting as it is, or use ` +
      'an integration in its place.',
  );
};

/** The settings of a node with these changes, each validated by its schema. Throws `BadCall`. */
export const applySettings = (
  kind: NodeKind,
  before: Settings,
  change: Settings,
  known: ReadonlySet<string>,
): Record<string, unknown> => {
  const shape: Shape = nodeSettings[kind].shape;
  assertKnownIds(change, known);
  assertNoHiddenSecret(change);
  const after: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(change)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!field) {
      const names = formatList(Object.keys(shape));
      throw new BadCall(`There is no setting ${quoteName(name)}. There are: ${names || 'none'}.`);
    }
    if (value === null) {
      delete after[name];
      continue;
    }
    const [issue] = field.safeParse(value, { error: settingErrorMap }).error?.issues ?? [];
    if (issue) throw new BadCall(`Setting "${name}": ${settingIssueText(issue)}`);
    after[name] = value;
  }
  return after;
};

/** The policy of a node with this change. Throws `BadCall`. */
export const applyPolicy = (node: GraphNode, change: Settings): NodePolicy => {
  if (!policyKinds.has(node.type)) {
    throw new BadCall(`${quoteName(node.name)} takes no policy: its kind does no work of its own.`);
  }
  const { data, error } = nodePolicy.safeParse(
    { ...fullPolicy(node), ...change },
    { error: settingErrorMap },
  );
  if (data) return data;
  const [issue] = error.issues;
  throw new BadCall(`Policy: ${issue ? settingIssueText(issue) : 'it does not fit.'}`);
};

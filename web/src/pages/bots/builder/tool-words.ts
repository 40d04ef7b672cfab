import { type BuilderTool, isBuilderTool } from '#lib/domain/bot-builder/tool.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { dollarText } from '#web/components/dollars.ts';
import type { BuilderUsage } from './drawing/work.ts';

const words: Record<BuilderTool, string> = {
  describe_kind: 'Reading about a kind of node',
  read_draft: 'Reading the draft',
  add_node: 'Adding nodes',
  set_settings: 'Changing settings',
  connect: 'Drawing arrows',
  remove: 'Removing nodes',
  check: 'Checking the draft',
  find_listeners: 'Looking up listeners',
  find_integrations: 'Looking up integrations',
  find_actions: 'Looking up actions',
  describe_action: 'Reading about an action',
  find_library_bots: 'Looking into the library',
  read_library_bot: 'Reading a bot of the library',
};

/** The builder's activity with a tool, as text. */
export const toolText = (name: string): string => (isBuilderTool(name) ? words[name] : 'Working');

/** The usage of an answer. */
export const spentText = ({ steps, tokens, cost }: BuilderUsage): string =>
  [
    formatCount(steps, 'step'),
    ...(tokens > 0 ? [`${tokens.toLocaleString('en')} tokens`] : []),
    ...(cost === undefined ? [] : [dollarText(cost)]),
  ].join(' · ');

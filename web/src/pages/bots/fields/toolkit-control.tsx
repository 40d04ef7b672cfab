import Box from '@cloudscape-design/components/box';
import {
  approvalReason,
  approvalReasonText,
  type DataSource,
  otherSources,
  type ToolSource,
} from '#lib/domain/bots/agent-approval.rules.ts';
import { agentBot, agentTool } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { defaultsOf } from '#lib/domain/bots/settings.rules.ts';
import { formatCount } from '#lib/kernel/text.ts';
import type { Choice, ControlProps, Settings } from './control.ts';
import { type Field, fieldsOf } from './fields.ts';
import { entriesOf, EntryList } from './rows.tsx';

const fieldsOfTool =
  (actions: readonly Choice[]) =>
  (tool: Settings): Field[] => {
    const chosen = actions.find(({ value }) => value === tool['action']);
    return fieldsOf(agentTool.shape, tool).map((field) =>
      field.name === 'integration' ? { ...field, only: chosen?.types ?? [] } : field,
    );
  };

const judgedUsesOf = ({ label = '', agentUse, agentFacts }: Choice): ToolSource[] =>
  agentUse && agentFacts ? [{ ...agentFacts, name: `"${label}"`, use: agentUse }] : [];

/** An action as a tool of an agent: the warning about a missing approval node does not apply. */
const toToolChoice =
  (sources: readonly DataSource[]) =>
  ({ warning: _, ...action }: Choice): Choice[] => {
    if (action.agentUse === 'none') return [];
    const [tool] = judgedUsesOf(action);
    const reason = tool && approvalReason(tool, [tool, ...sources]);
    return [reason ? { ...action, warning: approvalText(approvalReasonText(reason)) } : action];
  };

const approvalText = (reason: string) =>
  `The approvers of this node are asked before each call: it ${reason}.`;

/** The number of actions that agents cannot use as tools, and why; they are not offered. */
const NotOffered = ({ count }: { count: number }) => (
  <Box variant="small" color="text-body-secondary">
    {formatCount(count, 'action')} cannot be {count === 1 ? 'a tool' : 'tools'}: only REST calls and
    single AWS calls can. To use another action, put it into a bot, and choose that bot under Bots.
  </Box>
);

/** The tools of an agent: actions that are one call each, with an integration of its type. */
export const ToolkitControl = (props: ControlProps) => {
  const { choices, draftSettings = {}, isEventSent = false } = props.context;
  const chosen = new Set(entriesOf(props.value).map((tool) => tool['action']));
  const tools = choices.action.options
    .filter(({ value }) => chosen.has(value))
    .flatMap(judgedUsesOf);
  const sources = [...tools, ...otherSources(draftSettings, isEventSent)];
  const options = choices.action.options.flatMap(toToolChoice(sources));
  const notOffered = choices.action.options.length - options.length;
  const action = { ...choices.action, options };
  const context = { ...props.context, choices: { ...choices, action } };
  return (
    <>
      <EntryList
        {...props}
        context={context}
        noun="tool"
        titleOf={(tool) => options.find(({ value }) => value === tool['action'])?.label ?? ''}
        newEntry={() => defaultsOf(agentTool.shape)}
        fieldsOfEntry={fieldsOfTool(options)}
        // An integration belongs to the action.
        normalizeEntry={({ integration, ...tool }, previous) =>
          tool['action'] === previous['action'] && integration !== undefined
            ? { ...tool, integration }
            : tool
        }
      />
      {!props.readOnly && notOffered > 0 && <NotOffered count={notOffered} />}
    </>
  );
};

/** The bots that an agent may run, each after an approval. */
export const AgentBotsControl = (props: ControlProps) => {
  const { options } = props.context.choices.bot;
  return (
    <EntryList
      {...props}
      noun="bot"
      titleOf={(one) => options.find(({ value }) => value === one['bot_id'])?.label ?? ''}
      newEntry={() => defaultsOf(agentBot.shape)}
      fieldsOfEntry={(one) => fieldsOf(agentBot.shape, one)}
    />
  );
};

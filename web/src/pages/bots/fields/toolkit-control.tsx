import { agentTool } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import type { Choice, ControlProps, Settings } from './control.ts';
import { defaultsOf, fieldsOf, type Field } from './fields.ts';
import { EntryList } from './rows.tsx';

const fieldsOfTool =
  (actions: readonly Choice[]) =>
  (tool: Settings): Field[] => {
    const chosen = actions.find(({ value }) => value === tool['action']);
    return fieldsOf(agentTool.shape, tool).map((field) =>
      field.name === 'integration' ? { ...field, only: chosen?.types ?? [] } : field,
    );
  };

/** An action as an agent has it: nobody has to draw an approval before it. */
const asTool = ({ warning: _, ...action }: Choice): Choice[] => {
  if (action.agentUse === 'none') return [];
  return [action.agentUse === 'asks' ? { ...action, warning: asksFirst } : action];
};

const asksFirst = 'The approvers of this node are asked before each call.';

/** The tools of an agent: actions that are one call each, with an integration of its type. */
export const ToolkitControl = (props: ControlProps) => {
  const { choices } = props.context;
  const options = choices.action.options.flatMap(asTool);
  const action = { ...choices.action, options };
  const context = { ...props.context, choices: { ...choices, action } };
  return (
    <EntryList
      {...props}
      context={context}
      noun="tool"
      titleOf={(tool) => options.find(({ value }) => value === tool['action'])?.label ?? ''}
      newEntry={() => defaultsOf(agentTool.shape)}
      fieldsOfEntry={fieldsOfTool(options)}
      // An integration is one of the action's.
      settled={({ integration, ...tool }, before) =>
        tool['action'] === before['action'] && integration !== undefined
          ? { ...tool, integration }
          : tool
      }
    />
  );
};

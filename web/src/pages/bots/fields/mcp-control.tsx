import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { agentMcpTool } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { mcpTool } from '#lib/domain/integrations/mcp-tool.schema.ts';
import { defaultsOf } from '#lib/domain/bots/settings.rules.ts';
import { Warning } from './choice-controls.tsx';
import type { ControlProps, Settings } from './control.ts';
import { type Field, fieldsOf } from './fields.ts';
import { EntryList } from './rows.tsx';

const acceptedToolSchema = mcpTool.optional().catch(undefined);
const integrationRef = z.object({ id: z.string() });

const toolGoneText = 'The server no longer has this tool, so it is not called. Choose another one.';
const toolChangedText =
  'The server has changed this tool since you chose it: it is not called until you accept it.';

const toolsOmittedText =
  'Some tools of this server are not offered. Their names or descriptions cannot be used, or ' +
  'there are too many.';

/** The server's description of a tool, marked as such. */
const ServerDescription = ({ text }: { text: string }) => (
  <Box variant="small" color="text-body-secondary">
    In the words of the server: {text === '' ? 'nothing' : text}
  </Box>
);

/** A tool of the server in the same entry: its whole description is stored. */
export const McpToolControl = ({ field, value, onChange, readOnly, context }: ControlProps) => {
  const { options: servers, statusType } = context.choices.integration;
  const server = servers.find((one) => one.value === field.only?.[0]);
  const accepted = acceptedToolSchema.parse(value);
  if (!server && !accepted) {
    return <Box color="text-body-secondary">Choose an MCP server first.</Box>;
  }
  const tools = server?.mcpTools ?? [];
  const currentTool = tools.find(({ name }) => name === accepted?.name);
  const isChanged =
    accepted !== undefined && currentTool !== undefined && currentTool.digest !== accepted.digest;
  const warning =
    accepted && server && !currentTool ? toolGoneText : isChanged ? toolChangedText : undefined;
  const options = tools.map(({ name, description, read_only_hint }) => ({
    value: name,
    label: name,
    description: description.slice(0, 200),
    ...(read_only_hint && { labelTag: 'Read-only, according to the server' }),
  }));
  return (
    <SpaceBetween size="xxs">
      <Select
        options={options}
        readOnly={readOnly}
        statusType={server ? 'finished' : statusType}
        placeholder="Choose a tool"
        empty="The last test of this server found no tools. Test the integration."
        selectedOption={accepted ? { value: accepted.name, label: accepted.name } : null}
        onChange={({ detail }) =>
          onChange(tools.find(({ name }) => name === detail.selectedOption.value))
        }
      />
      {server?.hasMoreMcpTools && !readOnly && (
        <Box variant="small" color="text-body-secondary">
          {toolsOmittedText}
        </Box>
      )}
      {accepted && <ServerDescription text={accepted.description} />}
      <Warning text={warning} />
      {isChanged && <ServerDescription text={currentTool.description} />}
      {isChanged && !readOnly && (
        <Button onClick={() => onChange(currentTool, 'accepted')}>Accept tool as it is now</Button>
      )}
    </SpaceBetween>
  );
};

const idIn = (entry: Settings) => integrationRef.safeParse(entry['integration']).data?.id;

const fieldsOfEntry = (entry: Settings): Field[] => {
  const id = idIn(entry);
  return fieldsOf(agentMcpTool.shape, entry).map((field) =>
    field.name === 'accepted' && id !== undefined ? { ...field, only: [id] } : field,
  );
};

/** The MCP tools of an agent, each as it was when it was chosen. */
export const McpToolsControl = (props: ControlProps) => (
  <EntryList
    {...props}
    noun="MCP tool"
    titleOf={(entry) => acceptedToolSchema.parse(entry['accepted'])?.name ?? ''}
    newEntry={() => defaultsOf(agentMcpTool.shape)}
    fieldsOfEntry={fieldsOfEntry}
    // A tool belongs to one server.
    normalizeEntry={({ accepted, ...entry }, previous) =>
      idIn(entry) === idIn(previous) && accepted !== undefined ? { ...entry, accepted } : entry
    }
  />
);

import '@testing-library/jest-dom';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import type { FieldContext, Settings } from '#web/pages/bots/fields/control.ts';
import { fieldsOf } from '#web/pages/bots/fields/fields.ts';
import { SettingsForm } from '#web/pages/bots/fields/settings-form.tsx';
import '../configure.ts';

const finished = { statusType: 'finished', retry: () => undefined } as const;
const noChoices = { options: [], ...finished };

const findHostTool = {
  name: 'find_host',
  description: 'Finds a host.',
  input_schema: '{}',
  read_only_hint: true,
  digest: 'a'.repeat(64),
};
const id = `int_${'1'.repeat(32)}`;
const entry = { integration: { type: 'mcp', id }, accepted: findHostTool, reads_only: false };

const contextWith = (
  mcpTools: readonly (typeof findHostTool)[],
  hasMoreMcpTools: boolean,
): FieldContext => ({
  choices: {
    bot: noChoices,
    listener: noChoices,
    action: noChoices,
    compliance_rules: noChoices,
    scanned_integrations: noChoices,
    integration: {
      options: [
        { value: id, label: 'Hosts', group: 'MCP server', type: 'mcp', mcpTools, hasMoreMcpTools },
      ],
      ...finished,
    },
  },
  nodes: [],
  references: [],
});

/** The form for an AI agent's MCP tools, and their current value. */
const open = (mcpTools: readonly (typeof findHostTool)[], hasMore = false) => {
  let latest: Settings = { agent_mcp_tools: [entry] };
  const { shape } = nodeSettings.ai_agent;
  const Form = () => {
    const [settings, setSettings] = useState(latest);
    return (
      <SettingsForm
        fields={fieldsOf(shape, settings).filter(({ control }) => control === 'mcp_tools')}
        settings={settings}
        readOnly={false}
        context={contextWith(mcpTools, hasMore)}
        onChange={(next) => {
          latest = next;
          setSettings(next);
        }}
      />
    );
  };
  render(<Form />);
  return () => latest;
};

describe('an MCP tool in the form of an AI agent', () => {
  it("shows the description of the server, marked as the server's words", () => {
    open([findHostTool]);
    expect(screen.getByText('In the words of the server: Finds a host.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept tool as it is now' })).toBeNull();
  });

  it('can be accepted again after the server has changed the tool', async () => {
    const now = { ...findHostTool, description: 'Deletes a host.', digest: 'b'.repeat(64) };
    const settings = open([now]);
    expect(screen.getByText(/has changed this tool since you chose it/)).toBeVisible();
    expect(screen.getByText('In the words of the server: Deletes a host.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Accept tool as it is now' }));
    expect(settings()).toEqual({ agent_mcp_tools: [{ ...entry, accepted: now }] });
  });

  it('shows that some tools of the server are not offered', () => {
    open([findHostTool], true);
    expect(screen.getByText(/^Some tools of this server are not offered\./)).toBeVisible();
    cleanup();
    open([findHostTool]);
    expect(screen.queryByText(/are not offered/)).toBeNull();
  });

  it('shows that the server no longer has the tool', () => {
    open([]);
    expect(screen.getByText(/The server no longer has this tool/)).toBeVisible();
  });
});

import type { ComponentType } from 'react';
import type { SelectProps } from '@cloudscape-design/components/select';
import type { ToolFacts } from '#lib/domain/actions/tool-facts.schema.ts';
import type { ActionView, AgentUse } from '#lib/domain/actions/action.schema.ts';
import type { McpTool } from '#lib/domain/integrations/mcp-tool.schema.ts';
import type { OfferedModel } from '#lib/domain/integrations/models.rules.ts';
import type { Reference } from '../editor/document/references.ts';
import type { Preview } from '../trial/preview.ts';
import type { Control, Field } from './fields.ts';

/**
 * `warning` is shown below the field while the option is chosen; `group` is its heading. `type`,
 * `use` and `models` are those of an integration.
 */
export type Choice = SelectProps.Option & {
  warning?: string;
  group?: string;
  type?: string;
  use?: string;
  models?: Models;
  /** For an MCP server. */
  mcpTools?: readonly McpTool[];
  hasMoreMcpTools?: boolean;
  /**
   * For an action: how agents may use it, its effect on data, and the integration types that it
   * works with.
   */
  agentUse?: AgentUse;
  agentFacts?: ToolFacts;
  types?: readonly string[];
};

/** The models that an integration lists, none if it accepts any, and its default. */
export type Models = { listed: readonly OfferedModel[]; defaultModel: string | undefined };

/** Choices that are loaded from the server. */
export type Choices = {
  options: Choice[];
  statusType: 'pending' | 'loading' | 'finished' | 'error';
  retry: () => void;
  /** Requests the choices that match a text; undefined if all are loaded. */
  search?: (text: string) => void;
};

/** Controls whose choices are loaded from the server. */
export type ChoiceControl = Extract<
  Control,
  'listener' | 'integration' | 'action' | 'bot' | 'compliance_rules' | 'scanned_integrations'
>;

/** Data for the form besides the field itself. */
export type FieldContext = {
  /** The settings of the node in the draft. */
  draftSettings?: Settings;
  /** Whether the bot's event was sent to a listener. */
  isEventSent?: boolean;
  choices: Record<ChoiceControl, Choices>;
  /** The action of the node, once loaded. */
  action?: ActionView | undefined;
  /** The models of the node's integration, once loaded. */
  models?: Models | undefined;
  /** The other nodes of the graph, by name. */
  nodes: SelectProps.Option[];
  /** Values that an expression can read. */
  references: readonly Reference[];
  /** What is wrong with the expressions in a text; undefined until the check is loaded. */
  problemOf?: ((text: string) => string | undefined) | undefined;
  /** The problem that the graph's check reports for a field, by its name. */
  issueOf?: ((name: string) => string | undefined) | undefined;
  /** Called when a field is left. */
  onLeave?: ((name: string) => void) | undefined;
  /** The result of a text with the chosen data, and its name; undefined while none is chosen. */
  preview?: { name: string; of: (text: string) => Promise<Preview> } | undefined;
};

export type Settings = Readonly<Record<string, unknown>>;

export type FormProps = {
  fields: readonly Field[];
  settings: Settings;
  readOnly: boolean;
  context: FieldContext;
  /** Called with the changed settings, and the changed part: `inputs 2 label`. */
  onChange: (settings: Settings, changeKey: string) => void;
};

export type ControlProps = {
  field: Field;
  value: unknown;
  /** `changeKey` names the changed part of the value, if it has parts. */
  onChange: (value: unknown, changeKey?: string) => void;
  readOnly: boolean;
  context: FieldContext;
  /** A nested form, for the entries of lists and for groups. */
  Form: ComponentType<FormProps>;
};

/** A value as the text of an input. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';

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
 * `warning` is told below the field while it is chosen; `group` is the heading that it stands
 * below. `type`, `use` and `models` are those of an integration.
 */
export type Choice = SelectProps.Option & {
  warning?: string;
  group?: string;
  type?: string;
  use?: string;
  models?: Models;
  /** Of an MCP server. */
  mcpTools?: readonly McpTool[];
  hasMoreMcpTools?: boolean;
  /**
   * Of an action: how agents may use it, what it does to data there, and the types of integrations
   * that it works with.
   */
  agentUse?: AgentUse;
  agentFacts?: ToolFacts;
  types?: readonly string[];
};

/** The models that an integration lists, none where it takes any, and its default. */
export type Models = { listed: readonly OfferedModel[]; usual: string | undefined };

/** Choices that come from the server. */
export type Choices = {
  options: Choice[];
  statusType: 'pending' | 'loading' | 'finished' | 'error';
  retry: () => void;
  /** Asks the server for those that fit a text; absent where all of them are here. */
  search?: (text: string) => void;
};

/** Controls whose choices come from the server. */
export type ChoiceControl = Extract<
  Control,
  'listener' | 'integration' | 'action' | 'bot' | 'compliance_rules' | 'scanned_integrations'
>;

/** What the form knows besides the field itself. */
export type FieldContext = {
  /** The settings of the node, as they are drawn. */
  drawn?: Settings;
  /** Whether the event of the bot was sent to a listener. */
  isEventSent?: boolean;
  choices: Record<ChoiceControl, Choices>;
  /** The action that the node names, once it is known. */
  action?: ActionView | undefined;
  /** The models of the integration that the node names, once they are known. */
  models?: Models | undefined;
  /** The other nodes of the graph, by name. */
  nodes: SelectProps.Option[];
  /** Values that an expression can read. */
  references: readonly Reference[];
  /** What is wrong with the expressions in a text; absent until they can be judged. */
  problemOf?: ((text: string) => string | undefined) | undefined;
  /** What the check of the graph says about a field, by its name. */
  issueOf?: ((name: string) => string | undefined) | undefined;
  /** Hears that a field was left. */
  onLeave?: ((name: string) => void) | undefined;
  /** What a text yields with the data that was chosen, named; absent while none is chosen. */
  preview?: { name: string; of: (text: string) => Promise<Preview> } | undefined;
};

export type Settings = Readonly<Record<string, unknown>>;

export type FormProps = {
  fields: readonly Field[];
  settings: Settings;
  readOnly: boolean;
  context: FieldContext;
  /** The settings after a change, and what was changed: `inputs 2 label`. */
  onChange: (settings: Settings, part: string) => void;
};

export type ControlProps = {
  field: Field;
  value: unknown;
  /** `part` names what of the value was changed, where it has parts. */
  onChange: (value: unknown, part?: string) => void;
  readOnly: boolean;
  context: FieldContext;
  /** A form inside of this one: what a list's entries and groups are drawn with. */
  Form: ComponentType<FormProps>;
};

/** A value as the text of an input. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';

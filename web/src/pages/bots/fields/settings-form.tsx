import './fields.css';
import { type ComponentType, type FocusEvent, useState } from 'react';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import {
  CodeControl,
  ProseControl,
  SqlControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from './text-controls.tsx';
import { ClientsControl } from './clients-control.tsx';
import {
  ActionControl,
  BotControl,
  IntegrationControl,
  IntegrationsControl,
  ListenerControl,
  MultiselectControl,
  NodeControl,
  SelectControl,
} from './choice-controls.tsx';
import type { ControlProps, FieldContext, FormProps, Settings } from './control.ts';
import { ExpressionControl } from './expression-control.tsx';
import { ExpressionPreview } from './expression-preview.tsx';
import { type Control, type Field, fieldError, wholeError } from './fields.ts';
import { InputsControl } from './inputs-control.tsx';
import { ComplianceRulesControl, ScannedIntegrationsControl } from './several-controls.tsx';
import { HeadersControl, TextsControl } from './list-controls.tsx';
import { McpToolControl, McpToolsControl } from './mcp-control.tsx';
import { ModelControl } from './model-control.tsx';
import { ParametersControl } from './parameters-control.tsx';
import { GroupControl, RowsControl } from './rows.tsx';
import { AgentBotsControl, ToolkitControl } from './toolkit-control.tsx';
import { RulesControl } from './rules-control.tsx';

const controls: Record<Control, ComponentType<ControlProps>> = {
  text: TextControl,
  number: TextControl,
  select: SelectControl,
  multiselect: MultiselectControl,
  toggle: ToggleControl,
  prose: ProseControl,
  textarea: TextareaControl,
  expression: ExpressionControl,
  code: CodeControl,
  sql: SqlControl,
  texts: TextsControl,
  headers: HeadersControl,
  group: GroupControl,
  rows: RowsControl,
  inputs: InputsControl,
  rules: RulesControl,
  listener: ListenerControl,
  compliance_rules: ComplianceRulesControl,
  scanned_integrations: ScannedIntegrationsControl,
  integration: IntegrationControl,
  integrations: IntegrationsControl,
  model: ModelControl,
  action: ActionControl,
  bot: BotControl,
  toolkit: ToolkitControl,
  agent_bots: AgentBotsControl,
  mcp_tool: McpToolControl,
  mcp_tools: McpToolsControl,
  clients: ClientsControl,
  parameters: ParametersControl,
  node: NodeControl,
};

const withField = (settings: Settings, name: string, value: unknown): Settings => {
  const { [name]: _old, ...rest } = settings;
  return value === undefined ? rest : { ...rest, [name]: value };
};

/** Controls whose fields are forms of their own, with labels and errors. */
const nestedFormControls: readonly Control[] = [
  'group',
  'rows',
  'inputs',
  'rules',
  'headers',
  'toolkit',
  'agent_bots',
  'mcp_tools',
  'clients',
  'parameters',
];

/** Controls that show their own title and description. */
const selfTitledControls: readonly Control[] = ['group', 'toggle'];

/** Controls that show errors at each entry. */
const entryErrorControls: readonly Control[] = ['texts'];

const ownError = (field: Field, value: unknown, { problemOf }: FieldContext) => {
  if (nestedFormControls.includes(field.control) || entryErrorControls.includes(field.control)) {
    return wholeError(field, value);
  }
  const error = fieldError(field, value);
  return error ?? (typeof value === 'string' ? problemOf?.(value) : undefined);
};

/** The error of the field alone, else the check's, which considers the whole graph. */
const errorOf = (field: Field, value: unknown, context: FieldContext) =>
  ownError(field, value, context) ??
  (nestedFormControls.includes(field.control) ? undefined : context.issueOf?.(field.name));

/** Whether the field itself shows the check's problems, once it was visited. */
export const canShowIssues = ({ control }: Field): boolean => !nestedFormControls.includes(control);

/**
 * Whether a value was entered before: its errors are shown at once, those of an empty field only
 * after it was visited.
 */
export const isEntered = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';

/** In code, text that looks like an expression is none. */
const isCode = ({ control }: Field): boolean => control === 'code' || control === 'sql';

const hasPreview = (field: Field, value: unknown): value is string =>
  typeof value === 'string' && !isCode(field) && value.includes('{%');

type FieldProps = Omit<FormProps, 'fields'> & { field: Field };

const SettingsField = ({ field, settings, onChange, ...rest }: FieldProps) => {
  const { name, control, description, constraint } = field;
  const value = settings[name];
  const [isVisited, setVisited] = useState(() => isEntered(value));
  const { preview } = rest.context;
  const ControlOfField = controls[control];
  const isFrame = nestedFormControls.includes(control);
  const title = field.optional && !field.needed ? `${field.title} - optional` : field.title;
  const handleBlur = ({ currentTarget, relatedTarget: to }: FocusEvent) => {
    // The list of values to insert, which is rendered elsewhere, belongs to the field too.
    const staysInside = to !== null && (currentTarget.contains(to) || to.closest('[role="menu"]'));
    if (staysInside) return;
    setVisited(true);
    rest.context.onLeave?.(name);
  };
  return (
    <div onBlur={handleBlur}>
      <FormField
        stretch
        label={selfTitledControls.includes(control) ? undefined : title}
        description={selfTitledControls.includes(control) ? undefined : description}
        constraintText={constraint}
        errorText={isVisited ? errorOf(field, value, rest.context) : undefined}
      >
        <ControlOfField
          {...rest}
          context={
            isFrame ? { ...rest.context, issueOf: undefined, onLeave: undefined } : rest.context
          }
          field={field}
          value={value}
          Form={SettingsForm}
          onChange={(next, changeKey) =>
            onChange(
              withField(settings, name, next),
              changeKey === undefined ? name : `${name} ${changeKey}`,
            )
          }
        />
      </FormField>
      {preview && hasPreview(field, value) && (
        <ExpressionPreview text={value} title={field.title} preview={preview} />
      )}
    </div>
  );
};

/** Whether the value differs from its default, or the check found a problem that it can fix. */
const needsAttention =
  ({ settings, context }: Omit<FormProps, 'fields'>) =>
  ({ name, fallback, openedBy = [] }: Field): boolean =>
    (isEntered(settings[name]) && settings[name] !== fallback) ||
    [name, ...openedBy].some((one) => context.issueOf?.(one) !== undefined);

/** Opens when it matters; collapses only by hand, not while a user types. */
const Section = ({ title, fields, ...props }: FormProps & { title: string }) => {
  const shouldOpen = fields.some(needsAttention(props));
  const [lastShouldOpen, setLastShouldOpen] = useState(shouldOpen);
  const [isOpen, setOpen] = useState(shouldOpen);
  if (shouldOpen !== lastShouldOpen) {
    setLastShouldOpen(shouldOpen);
    if (shouldOpen) setOpen(true);
  }
  return (
    <ExpandableSection
      headerText={title}
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      <SpaceBetween size="l">
        {fields.map((field) => (
          <SettingsField key={field.name} {...props} field={field} />
        ))}
      </SpaceBetween>
    </ExpandableSection>
  );
};

/** A form generated from the fields of a schema; sections are collapsible. */
export const SettingsForm = ({ fields, ...props }: FormProps) => (
  <SpaceBetween size="l">
    {[...Map.groupBy(fields, ({ section, name }) => section ?? name)].map(([key, groupFields]) =>
      groupFields[0]?.section === undefined ? (
        groupFields.map((field) => <SettingsField key={field.name} {...props} field={field} />)
      ) : (
        <Section key={key} title={key} {...props} fields={groupFields} />
      ),
    )}
  </SpaceBetween>
);

import * as z from 'zod';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import type { PythonClient } from '#lib/domain/actions/definition.schema.ts';
import { newAction, type NewAction } from '#lib/domain/actions/own-action.schema.ts';
import {
  type ExpectsDraft,
  expectsDraftOf,
  toExpects,
  toUntil,
  type UntilDraft,
  untilDraftOf,
} from './success-draft.ts';

export type Pair = { name: string; value: string };

export type ParameterDraft = {
  name: string;
  label: string;
  type: 'text' | 'long_text' | 'number' | 'list';
  required: boolean;
  /** One per line: an option may contain commas. */
  options: string;
  default: string;
  description: string;
};

/** How a request's body is sent. */
export type BodyFormat = 'nothing' | 'json' | 'form';

type RestDraft = {
  method: string;
  path: string;
  query: Pair[];
  headers: Pair[];
  sends: BodyFormat;
  body: string;
  form: Pair[];
};

/** The part that REST and AWS actions share. */
type AnswerDraft = { expects: ExpectsDraft; result: string };

type AwsDraft = {
  service: string;
  operation: string;
  region: string;
  /** JSON. */
  given: string;
  until: UntilDraft;
  /** Permissions, separated by commas. */
  also: string;
};

export type ClientDraft = PythonClient;

type PythonDraft = { code: string; clients: ClientDraft[] };

type AgentDraft = {
  kind: string;
  agent: string;
  /** JSON. */
  args: string;
};

/** An action as edited in its form: texts and rows, which may still be invalid. */
export type ActionDraft = RestDraft &
  AwsDraft &
  PythonDraft &
  AgentDraft &
  AnswerDraft & {
    name: string;
    description: string;
    executable_type: NewAction['executable_type'];
    integration_type: string;
    approval_required: boolean;
    parameters: ParameterDraft[];
  };

export const newParameter = (): ParameterDraft => ({
  name: '',
  label: '',
  type: 'text',
  required: true,
  options: '',
  default: '',
  description: '',
});

const emptyRest: RestDraft = {
  method: 'GET',
  path: '',
  query: [],
  headers: [],
  sends: 'nothing',
  body: '{}',
  form: [],
};

const emptyAws: AwsDraft = {
  service: '',
  operation: '',
  region: '',
  given: '{}',
  until: untilDraftOf(undefined),
  also: '',
};

const emptyPython: PythonDraft = { code: '', clients: [] };

const emptyAgent: AgentDraft = { kind: '', agent: '', args: '{}' };

export const emptyDraft: ActionDraft = {
  ...emptyRest,
  ...emptyAws,
  ...emptyPython,
  ...emptyAgent,
  name: '',
  description: '',
  executable_type: 'rest',
  integration_type: '',
  approval_required: false,
  parameters: [],
  expects: expectsDraftOf(undefined),
  result: '',
};

const pairsOf = (texts: Readonly<Record<string, string>> | undefined): Pair[] =>
  Object.entries(texts ?? {}).map(([name, value]) => ({ name, value }));

type CallInput<Kind> = Extract<NewAction, { executable_type: Kind }>['call'];

const textOf = (value: unknown): string =>
  value === undefined ? '{}' : JSON.stringify(value, null, 2);

const restOf = ({ query, headers, body, form, ...call }: CallInput<'rest'>): RestDraft => ({
  method: call.method,
  path: call.path,
  query: pairsOf(query),
  headers: pairsOf(headers),
  sends: form ? 'form' : body === undefined ? 'nothing' : 'json',
  body: textOf(body),
  form: pairsOf(form),
});

const awsOf = ({ parameters, region = '', ...call }: CallInput<'aws'>): AwsDraft => ({
  service: call.service,
  operation: call.operation,
  region,
  given: textOf(parameters),
  until: untilDraftOf(call.until),
  also: (call.also ?? []).join(', '),
});

const agentOf = ({ kind, agent = '', args }: CallInput<'agent'>): AgentDraft => ({
  kind,
  agent,
  args: textOf(args),
});

const callOf = (action: NewAction): Partial<ActionDraft> => {
  if (action.executable_type === 'python') return action.call;
  if (action.executable_type === 'agent') return agentOf(action.call);
  const { expects, result = '' } = action.call;
  const call = action.executable_type === 'aws' ? awsOf(action.call) : restOf(action.call);
  return { ...call, expects: expectsDraftOf(expects), result };
};

/** The form values of an existing action. */
export const draftOf = (view: ActionView): ActionDraft => {
  const action = view as unknown as NewAction;
  return {
    ...emptyDraft,
    ...callOf(action),
    name: view.name,
    description: view.description,
    executable_type: action.executable_type,
    integration_type: view.integration_type,
    approval_required: view.approval_required,
    parameters: view.parameters_definition.map((one) => ({
      ...one,
      options: (one.options ?? []).join('\n'),
      default: one.default === undefined ? '' : String(one.default),
    })),
  };
};

type ReportFault = (path: (string | number)[], message: string) => void;

const textsOf = (pairs: readonly Pair[], at: string, fault: ReportFault) => {
  const names = pairs.map(({ name }) => name.trim());
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) fault(['call', at], `"${duplicate}" stands here twice.`);
  const texts = Object.fromEntries(pairs.map(({ value }, index) => [names[index], value]));
  return pairs.length > 0 ? { [at]: texts } : {};
};

const jsonOf = (text: string, at: string, fault: ReportFault): Record<string, unknown> => {
  try {
    return { [at]: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not parse';
    fault(['call', at], `This is not JSON: ${reason}.`);
    return {};
  }
};

const contentOf = ({ method, sends, body, form }: ActionDraft, fault: ReportFault) => {
  if (method === 'GET' || sends === 'nothing') return {};
  return sends === 'json' ? jsonOf(body, 'body', fault) : textsOf(form, 'form', fault);
};

const splitList = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const parameterOf = ({ options, default: defaultText, ...one }: ParameterDraft) => {
  const optionList = splitList(options, '\n');
  return {
    ...one,
    ...(optionList.length > 0 && { options: optionList }),
    ...(defaultText.trim() !== '' && { default: defaultText }),
  };
};

const restCallOf = (draft: ActionDraft, fault: ReportFault) => ({
  method: draft.method,
  path: draft.path,
  ...textsOf(draft.query, 'query', fault),
  ...textsOf(draft.headers, 'headers', fault),
  ...contentOf(draft, fault),
});

const awsCallOf = (draft: ActionDraft, fault: ReportFault) => ({
  service: draft.service,
  operation: draft.operation,
  ...(draft.region.trim() !== '' && { region: draft.region.trim() }),
  ...jsonOf(draft.given, 'parameters', fault),
  ...toUntil(draft.until),
  ...(draft.also.trim() !== '' && { also: splitList(draft.also, ',') }),
});

const agentCallOf = (draft: ActionDraft, fault: ReportFault) => ({
  kind: draft.kind,
  ...(draft.agent.trim() !== '' && { agent: draft.agent.trim() }),
  ...jsonOf(draft.args, 'args', fault),
});

const answerOf = ({ expects, result }: ActionDraft) => ({
  ...toExpects(expects),
  ...(result.trim() !== '' && { result: result.trim() }),
});

const callBuilders: Record<
  NewAction['executable_type'],
  (draft: ActionDraft, fault: ReportFault) => object
> = {
  rest: (draft, fault) => ({ ...restCallOf(draft, fault), ...answerOf(draft) }),
  aws: (draft, fault) => ({ ...awsCallOf(draft, fault), ...answerOf(draft) }),
  agent: agentCallOf,
  python: ({ code, clients }) => ({ code, clients }),
};

const toActionInput = (draft: ActionDraft, fault: ReportFault): unknown => ({
  name: draft.name,
  description: draft.description,
  executable_type: draft.executable_type,
  integration_type: draft.executable_type === 'aws' ? 'aws' : draft.integration_type,
  approval_required: draft.approval_required,
  parameters_definition: draft.parameters.map(parameterOf),
  call: callBuilders[draft.executable_type](draft, fault),
});

/** The form's schema: that of the call that saves the action, applied to the form's values. */
export const draftSchema: z.ZodType<NewAction, ActionDraft> = z
  .custom<ActionDraft>()
  .transform((draft, context) =>
    toActionInput(draft, (path, message) =>
      context.issues.push({ code: 'custom', input: draft, path, message }),
    ),
  )
  .pipe(newAction as z.ZodType<NewAction>);

import * as z from 'zod';
import { hasExactNumbers, parseNumericText } from '#lib/kernel/exact-number.ts';
import { displayName, isVisibleLine } from '#lib/kernel/display-text.ts';
import { userChosenName } from '#lib/kernel/user-chosen-name.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { toPlainText } from '#lib/kernel/plain-text.ts';
import { typeName } from '../integrations/integration.schema.ts';
import { agentTypes } from '../agents/agent-platform.schema.ts';
import { factsOfWork } from '../agents/jobs/work.schema.ts';
import { parameterTypes, writableTypes } from './definition.schema.ts';
import { agentWork, kindsFor } from './own-agent-work.schema.ts';
import { awsCall } from './own-aws-call.schema.ts';
import { restCall } from './own-rest-call.schema.ts';
import { pythonWork } from './own-python.schema.ts';

export const actionName = userChosenName(z.string('Please enter name'), 'name', 'action');

const option = z
  .string()
  .trim()
  .min(1, 'Write something here.')
  .max(200)
  .refine(isVisibleLine, 'An option must be one line without invisible characters.');

/** A parameter of an own action. */
export const ownParameter = z.strictObject({
  name: z
    .string('Please enter name')
    .regex(
      /^[a-z][a-z0-9_]{0,39}$/,
      'Start with a lowercase letter; use lowercase letters, digits and underscores, ' +
        '40 characters at most.',
    ),
  label: displayName({
    missing: 'Please enter label',
    long: 'Keep the label within 100 characters.',
  }),
  type: z.enum(parameterTypes).default('text'),
  required: z.boolean().default(true),
  options: z.array(option).max(100).optional(),
  default: z.union([z.string().max(4000), z.number()], 'Enter text or a number.').optional(),
  description: z.string().trim().max(500).default('').transform(toPlainText),
});
export type OwnParameter = z.output<typeof ownParameter>;

/** Fields that own actions of all kinds have. */
const writtenFields = {
  name: actionName,
  description: z
    .string('Please enter description')
    .trim()
    .min(1, 'Please enter description')
    .max(1000)
    .transform(toPlainText),
  /** Whether it needs approval before a bot runs it. */
  approval_required: z.boolean().default(false),
  parameters_definition: z.array(ownParameter).max(50).default([]),
};

const restAction = z.strictObject({
  ...writtenFields,
  executable_type: z.literal('rest'),
  integration_type: typeName,
  call: restCall,
});

const awsAction = z.strictObject({
  ...writtenFields,
  executable_type: z.literal('aws'),
  integration_type: z.literal('aws', 'An AWS call needs an AWS account.').default('aws'),
  call: awsCall,
});

const pythonAction = z.strictObject({
  ...writtenFields,
  executable_type: z.literal('python'),
  integration_type: typeName,
  call: pythonWork,
});

const agentAction = z.strictObject({
  ...writtenFields,
  executable_type: z.literal('agent'),
  integration_type: z.enum(agentTypes, 'Choose Kubernetes or Linux hosts: only these have agents.'),
  call: agentWork,
});

const placeholder = /\{([a-z0-9_]+)\}/g;

/** The names of the parameters that a part of a call uses. */
const parameterNamesIn = (callPart: unknown): string[] =>
  [...(JSON.stringify(callPart) ?? '').matchAll(placeholder)].map(([, name = '']) => name);

type CheckedAction = z.output<
  typeof restAction | typeof awsAction | typeof pythonAction | typeof agentAction
>;
type Fault = { path: (string | number)[]; message: string };

const faultOf = (one: OwnParameter): Fault | undefined => {
  const { options, default: defaultValue, type } = one;
  if (defaultValue === undefined) return undefined;
  const parsedNumber = parseNumericText(String(defaultValue));
  if (type === 'number' && parsedNumber === undefined) {
    return { path: ['default'], message: 'The default must be a number.' };
  }
  if (!hasExactNumbers(type === 'number' ? parsedNumber : defaultValue)) {
    return { path: ['default'], message: 'The number is too large to be kept exactly.' };
  }
  return options && !options.includes(String(defaultValue))
    ? { path: ['default'], message: 'The default must be one of the options.' }
    : undefined;
};

const parameterFaults = (parameters: readonly OwnParameter[]): Fault[] => {
  const seenNames = new Set<string>();
  return parameters.flatMap((one, index) => {
    const path = ['parameters_definition', index];
    const isDuplicate = seenNames.has(one.name);
    seenNames.add(one.name);
    const message = 'Another parameter has this name.';
    const fault = faultOf(one);
    return [
      ...(isDuplicate ? [{ path: [...path, 'name'], message }] : []),
      ...(fault ? [{ path: [...path, ...fault.path], message: fault.message }] : []),
    ];
  });
};

/** Display names of parts of a call that differ from the field name. */
const partNames: Readonly<Record<string, string>> = {
  args: 'argument list',
  parameters: 'parameter list',
};

/** Unknown parameters, and path parameters that may lack a value. Python code is not checked. */
const callFaults = ({ executable_type, parameters_definition, call }: CheckedAction): Fault[] => {
  if (executable_type === 'python') return [];
  const parametersByName = new Map(parameters_definition.map((one) => [one.name, one]));
  const faults = Object.entries(call).flatMap(([field, part]): Fault[] => {
    const unknownName = parameterNamesIn(part).find((name) => !parametersByName.has(name));
    const message =
      `The ${partNames[field] ?? field} uses {${unknownName}}, but there is no such parameter. ` +
      `Add it below or remove it from the ${partNames[field] ?? field}.`;
    return unknownName === undefined ? [] : [{ path: ['call', field], message }];
  });
  const path = 'path' in call ? call.path : '';
  const optionalName = parameterNamesIn(path).find((name) => {
    const one = parametersByName.get(name);
    return one && !one.required && one.default === undefined;
  });
  const message = `{${optionalName}} is part of the path: make it required, or give it a default.`;
  return optionalName === undefined ? faults : [...faults, { path: ['call', 'path'], message }];
};

/** Faults of an agent's job: a kind that does not fit the type, or a change without approval. */
const workFaults = (action: CheckedAction): Fault[] => {
  if (action.executable_type !== 'agent') return [];
  const { call, integration_type, approval_required } = action;
  const { kind, args } = call;
  if (!kindsFor(integration_type).includes(kind)) {
    return [{ path: ['call', 'kind'], message: 'Agents of this type cannot do this work.' }];
  }
  if (approval_required || factsOfWork(kind, args).readOnly) return [];
  const message = 'This work changes something: require approval.';
  return [{ path: ['approval_required'], message }];
};

const faultsOf = (action: CheckedAction): Fault[] => [
  ...parameterFaults(action.parameters_definition),
  ...callFaults(action),
  ...workFaults(action),
];

/** The schema of what users write of an action, with further fields. */
export const actionWith = <Shape extends z.core.$ZodLooseShape>(extraFields: Shape) =>
  z
    .discriminatedUnion(
      'executable_type',
      [
        restAction.extend(extraFields),
        awsAction.extend(extraFields),
        pythonAction.extend(extraFields),
        agentAction.extend(extraFields),
      ],
      { error: `Choose how it works: one of ${writableTypes.join(', ')}.` },
    )
    .check(({ value, issues }) => {
      const faults = faultsOf(value as unknown as CheckedAction);
      issues.push(...faults.map((one) => ({ code: 'custom' as const, input: value, ...one })));
    });

/** An action as written by an organisation. */
export const newAction = actionWith({});
export type NewAction = z.output<typeof newAction>;

/** A change: the whole action, and the version on which it is based. */
export const actionChange = actionWith({
  action_id: z.string().max(60),
  base_version: z.number().int().min(1),
});

const times = {
  version: z.number().int(),
  /** The user who created it. */
  user_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
};

const ids = { tenant_id: z.string(), _id: z.string() };

/** An own action as stored. */
export const ownAction = z.discriminatedUnion('executable_type', [
  restAction.extend({ ...ids, ...times }),
  awsAction.extend({ ...ids, ...times }),
  pythonAction.extend({ ...ids, ...times }),
  agentAction.extend({ ...ids, ...times }),
]);
export type OwnAction = z.output<typeof ownAction>;

/** The fields that lists show. */
export const ownActionSummary = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  integration_type: z.string(),
  executable_type: z.enum(writableTypes),
  approval_required: z.boolean(),
  ...times,
});
export type OwnActionSummary = z.output<typeof ownActionSummary>;

/** An immutable version of an action. */
export const actionVersion = z.object({
  action_key: z.string(),
  version: z.number().int(),
  saved_by: z.string(),
  saved_at: z.string(),
  action: newAction,
});
export type ActionVersion = z.output<typeof actionVersion>;

/** A version as shown in the list. */
export const actionVersionView = z.object({
  version: z.number().int(),
  saved_by: z.string(),
  saved_at: z.string(),
  name: z.string(),
  is_current: z.boolean(),
});

export const actionVersionPage = pageOf(actionVersionView);

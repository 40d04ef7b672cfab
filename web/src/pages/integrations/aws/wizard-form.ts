import { awsSetupForm } from '#lib/domain/integrations/aws/setup-form.schema.ts';
import { type AwsSetupView, newAwsSetup } from '#lib/domain/integrations/aws/setup.schema.ts';
import type { FieldDefinition } from '#lib/domain/integrations/form.schema.ts';
import { ApiError } from '#web/api/api-error.ts';

const furtherField: FieldDefinition = {
  name: 'further_accounts',
  label: 'Additional accounts in the organisation',
  type: 'textarea',
  required: false,
  description: 'To connect several accounts at once: their IDs, one per line, 49 at most.',
  placeholder: '222233334444',
};

const unitsField: FieldDefinition = {
  name: 'units',
  label: 'Organisational units',
  type: 'textarea',
  required: false,
  description:
    'For several accounts: the units that contain them in AWS Organizations, one per line. A ' +
    'StackSet then creates the role in all accounts of these units.',
  placeholder: 'ou-a1b2-c3d4e5f6',
};

/** The fields of the first step, besides alias and groups. */
export const wizardForm: readonly FieldDefinition[] = [...awsSetupForm, furtherField, unitsField];

/** The form values of an earlier setup. */
export const formValuesOf = ({
  aws_account,
  region,
  further_accounts,
  units,
}: AwsSetupView): Record<string, string> => ({
  account_id: aws_account,
  region,
  further_accounts: further_accounts.join('\n'),
  units: units.join('\n'),
});

/** The same with the values kept in the address. */
export const initialInputOf = (existingSetup: AwsSetupView, params: URLSearchParams) => ({
  alias: params.get('alias') ?? '',
  groups: params.getAll('group'),
  values: formValuesOf(existingSetup),
});

type SetupAddress = { setup_id: string; step: number; alias: string; groups: readonly string[] };

/** The query parameters of a setup's address: its step and values. */
export const setupParamsOf = ({ setup_id, step, alias, groups }: SetupAddress): URLSearchParams =>
  new URLSearchParams([
    ['setup', setup_id],
    ...(step > 0 ? [['step', String(step)]] : []),
    ...(alias === '' ? [] : [['alias', alias]]),
    ...groups.map((group) => ['group', group]),
  ]);

/** The step in an address: later ones require the values of the first one. */
export const stepOf = (params: URLSearchParams, lastStep: number): number => {
  const isEntered = params.has('setup') && params.has('alias') && params.has('group');
  const step = Number(params.get('step'));
  return isEntered && Number.isInteger(step) && step > 0 ? Math.min(step, lastStep) : 0;
};

/** The form's names of the setup's fields. */
const fieldNames: Readonly<Record<string, string>> = { aws_account: 'account_id' };

/** The form field of a setup's error: for an item of a list, the field of the list. */
export const formFieldOf = (name: string): string => {
  const [first = ''] = name.split('.');
  return fieldNames[first] ?? first;
};

/** Errors in a setup's values that the form's own rules do not find. */
export const setupProblem = (input: unknown): ApiError | undefined => {
  const [issue] = newAwsSetup.safeParse(input).error?.issues ?? [];
  return issue && new ApiError(400, issue.message, formFieldOf(String(issue.path[0])));
};

/** The items of a text, separated by line breaks or commas. */
export const splitList = (text = ''): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

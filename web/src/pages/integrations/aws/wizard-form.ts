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
    'For several accounts: where AWS Organizations has them, one per line. A StackSet then makes ' +
    'the role in all of their accounts.',
  placeholder: 'ou-a1b2-c3d4e5f6',
};

/** What is entered in the first step, besides alias and groups. */
export const wizardForm: readonly FieldDefinition[] = [...awsSetupForm, furtherField, unitsField];

/** What a setup that was begun before was begun with, as it is entered. */
export const enteredOf = ({
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

/** The same with what the address keeps of the entered values. */
export const givenOf = (begun: AwsSetupView, params: URLSearchParams) => ({
  alias: params.get('alias') ?? '',
  groups: params.getAll('group'),
  values: enteredOf(begun),
});

type Place = { setup_id: string; step: number; alias: string; groups: readonly string[] };

/** Where a setup is gone on with, and what is entered for it. */
export const placeOf = ({ setup_id, step, alias, groups }: Place): URLSearchParams =>
  new URLSearchParams([
    ['setup', setup_id],
    ...(step > 0 ? [['step', String(step)]] : []),
    ...(alias === '' ? [] : [['alias', alias]]),
    ...groups.map((group) => ['group', group]),
  ]);

/** The step of an address: the later ones need what the first one asks for. */
export const stepOf = (params: URLSearchParams, lastStep: number): number => {
  const isEntered = params.has('setup') && params.has('alias') && params.has('group');
  const step = Number(params.get('step'));
  return isEntered && Number.isInteger(step) && step > 0 ? Math.min(step, lastStep) : 0;
};

/** Under which field of the form the setup's own are entered. */
const fieldNames: Readonly<Record<string, string>> = { aws_account: 'account_id' };

/** The field that a refusal of a setup is about: of a list the one that the list is entered in. */
export const fieldOfSetup = (name: string): string => {
  const [first = ''] = name.split('.');
  return fieldNames[first] ?? first;
};

/** What is wrong with what is entered of a setup, where its form alone does not tell. */
export const problemWithSetup = (input: unknown): ApiError | undefined => {
  const [issue] = newAwsSetup.safeParse(input).error?.issues ?? [];
  return issue && new ApiError(400, issue.message, fieldOfSetup(String(issue.path[0])));
};

/** What is entered one a line, or with commas. */
export const listed = (text = ''): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

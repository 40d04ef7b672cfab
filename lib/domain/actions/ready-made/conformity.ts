import { longText, number, oneOf, readyMade, text, withDefault } from '../ready-made.schema.ts';

const account = text('account', 'Account', 'The id that the account has in Conformity.');
const check = text('check', 'Check', 'The id of the check: ccc:account:rule:service:region:name.');
// The service requires the media type of JSON:API.
const headers = { 'content-type': 'application/vnd.api+json' };

const checkPath = '/checks/{check}';
const note = longText('note', 'Note', 'The reason for the change.');

export const conformityActions = readyMade('conformity', {
  list_checks: {
    name: 'List failed Conformity checks',
    description: 'Reads up to 100 failed checks of an account that have the given risk level.',
    parameters: [
      account,
      withDefault(
        'EXTREME',
        oneOf(
          ['EXTREME', 'VERY_HIGH', 'HIGH', 'MEDIUM', 'LOW'],
          text('risk', 'Risk', 'The risk level of the checks.'),
        ),
      ),
    ],
    call: {
      method: 'GET',
      path: '/checks',
      query: {
        accountIds: '{account}',
        'page[size]': '100',
        'filter[statuses]': 'FAILURE',
        'filter[riskLevels]': '{risk}',
        'filter[suppressed]': 'false',
      },
      result: '/data',
    },
  },
  suppress_check: {
    name: 'Suppress a Conformity check',
    description: 'Suppresses a failed check until the given time.',
    needsApproval: true,
    parameters: [
      check,
      number('until', 'Until', 'The time in milliseconds since 1970, such as 1772359200000.'),
      note,
    ],
    call: {
      method: 'PATCH',
      path: checkPath,
      headers,
      body: {
        data: {
          type: 'checks',
          attributes: { suppressed: true, 'suppressed-until': '{until}' },
        },
        meta: { note: '{note}' },
      },
      result: '/data',
    },
  },
  unsuppress_check: {
    name: 'Unsuppress a Conformity check',
    description: 'Ends the suppression of a check, so that it counts again.',
    parameters: [check, note],
    call: {
      method: 'PATCH',
      path: checkPath,
      headers,
      body: {
        data: { type: 'checks', attributes: { suppressed: false, 'suppressed-until': null } },
        meta: { note: '{note}' },
      },
      result: '/data',
    },
  },
  scan_account: {
    name: 'Run the Conformity checks of an account',
    description: 'Starts a new Conformity scan of an account.',
    parameters: [account],
    call: { method: 'POST', path: '/accounts/{account}/scan', headers, result: '/data' },
  },
});

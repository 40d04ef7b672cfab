import { longText, number, oneOf, readyMade, text, usually } from '../ready-made.schema.ts';

const account = text('account', 'Account', 'The id that the account has in Conformity.');
const check = text('check', 'Check', 'The id of the check: ccc:account:rule:service:region:name.');
// The service requires the media type of JSON:API.
const headers = { 'content-type': 'application/vnd.api+json' };

const checkPath = '/checks/{check}';
const note = longText('note', 'Note', 'Why.');

export const conformityActions = readyMade('conformity', {
  list_checks: {
    name: 'List failed Conformity checks',
    description: 'Reads up to 100 checks of an account that fail, of a level of risk.',
    parameters: [
      account,
      usually(
        'EXTREME',
        oneOf(
          ['EXTREME', 'VERY_HIGH', 'HIGH', 'MEDIUM', 'LOW'],
          text('risk', 'Risk', 'Of the checks that are read.'),
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
    description: 'A failed check counts no more, until a time.',
    asks: true,
    parameters: [
      check,
      number('until', 'Until', 'Milliseconds since 1970: 1772359200000.'),
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
    name: 'Count a suppressed Conformity check again',
    description: 'A check that was suppressed counts again.',
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
    description: 'Begins to check an account again.',
    parameters: [account],
    call: { method: 'POST', path: '/accounts/{account}/scan', headers, result: '/data' },
  },
});

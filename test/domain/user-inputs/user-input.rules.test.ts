import {
  mayFillIn,
  maySee,
  statusAt,
  submitRefusalOf,
} from '#lib/domain/user-inputs/user-input.rules.ts';
import { person } from '#test/support/people.ts';
import { noon } from '../scene.ts';
import { emailOf, hour, sampleUserInput } from './sample-user-input.ts';

const callerOf = (name: string) =>
  person('org_1', emailOf(name), { userType: name === 'root' ? 'ROOT' : 'SUBUSER' });

const refusalText = (name: string, fields = {}, now = noon) =>
  submitRefusalOf(sampleUserInput(fields), callerOf(name), now)?.message;

describe('the right to fill in a form', () => {
  it.each([
    ['a named person', 'ada', ['ada', 'bob'], true],
    ['a person who is not named', 'eve', ['ada', 'bob'], false],
    ['a ROOT user who is not named', 'root', ['ada'], true],
    ['everybody if nobody is named', 'eve', [], true],
  ])('is decided for %s', (_name, userName, names, verdict) => {
    expect(mayFillIn(sampleUserInput({ input_for: names.map(emailOf) }), callerOf(userName))).toBe(
      verdict,
    );
  });

  it.each([
    ['named', ['pia'], [], [true, true]],
    ['named in the run of somebody else', ['pia'], ['ada'], [true, true]],
    ['not named, in a run of their own', ['ada'], ['pia'], [true, false]],
    ['where nobody is named, in a run of their own', [], ['pia'], [true, true]],
    ['where nobody is named, in the run of somebody else', [], ['ada'], [false, false]],
    ['where nobody is named and nobody started it', [], [], [false, false]],
  ])('is decided for a portal user: %s', (_name, names, starters, verdicts) => {
    const pia = person('org_1', emailOf('pia'), { userType: 'SP_USER' });
    const one = sampleUserInput({
      input_for: names.map(emailOf),
      requested_by: starters.map(emailOf),
    });
    expect([maySee(one, pia), mayFillIn(one, pia)]).toEqual(verdicts);
  });

  it.each([
    'Kim@example.com',
    '\u212Aim@example.com',
    'kim@example.com ',
    ' kim@example.com',
    'kim@example.com\0',
    'kim@example.co',
    'kim@example.com.evil.example',
    'kim@exаmple.com',
    'kım@example.com',
    'ｋim@example.com',
    'kim\u200b@example.com',
    'kim@example.com,ida@example.com',
    'kim',
    '*',
    '',
    'toString',
    'length',
    '0',
  ])('is refused to %j', (user_id) => {
    const caller = person('org_1', user_id, { userType: 'SUBUSER' });
    const one = sampleUserInput({ input_for: ['kim@example.com', 'ida@example.com'] });
    expect(mayFillIn(one, caller)).toBe(false);
    expect(submitRefusalOf(one, caller, noon)?.status).toBe(403);
  });
});

describe('a form of a user input', () => {
  it.each([
    ['is not for the caller', 'eve', {}, 'You are not an authorizer of this user input.'],
    ['is resolved', 'ada', { status: 'RESOLVED' }, 'This user input was resolved already.'],
    ['has expired', 'ada', { status: 'EXPIRED' }, "Can't resolve expired user input."],
    [
      'has expired, even for ROOT',
      'root',
      { status: 'EXPIRED' },
      "Can't resolve expired user input.",
    ],
    [
      'was withdrawn',
      'ada',
      { status: 'EXPIRED', withdrawn: true },
      'This user input was withdrawn, because its run has ended.',
    ],
    [
      'is resolved and not for the caller',
      'eve',
      { status: 'RESOLVED' },
      'You are not an authorizer of this user input.',
    ],
    ['is pending', 'ada', {}, undefined],
  ])('is checked where it %s', (_name, userName, fields, sentence) => {
    expect(refusalText(userName, fields)).toBe(sentence);
  });

  it.each([
    [-hour, 'PENDING'],
    [hour - 1, 'PENDING'],
    [hour, 'EXPIRED'],
    [hour + 1, 'EXPIRED'],
  ])('%i ms after noon is %s', (ms, status) => {
    expect(statusAt(sampleUserInput(), noon + ms)).toBe(status);
    expect(refusalText('ada', {}, noon + ms) === undefined).toBe(status === 'PENDING');
    expect(statusAt(sampleUserInput({ status: 'RESOLVED' }), noon + ms)).toBe('RESOLVED');
  });
});

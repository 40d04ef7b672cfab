import { newUser, ownChange, userChange } from '#lib/domain/users/user.schema.ts';
import { passwordRule } from '#lib/domain/users/password.schema.ts';
import { graceForm } from './staff.ts';

const { email: _email, ...change } = graceForm;

/** The field and the sentence of a form's first problem. */
const problemIn = (schema: typeof newUser | typeof userChange | typeof ownChange, form: object) => {
  const issue = schema.safeParse(form).error?.issues[0];
  return issue && [issue.path.join('.'), issue.message];
};

const nameRule = 'A name must be one line without invisible characters.';
const phoneRule = 'Phone number must be 6-10 digits';

describe('the form of a new user', () => {
  it('accepts a valid user, and stores the address in lower case', () => {
    const form = { ...graceForm, email: ' Grace@Example.COM ', name: '  Grace Hopper ' };
    expect(newUser.parse(form)).toEqual({ ...graceForm, roles: [] });
    // Joiners that are needed to write Persian and Indic scripts.
    const joined = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647';
    expect(newUser.parse({ ...form, name: joined }).name).toBe(joined);
  });

  it.each([
    ['name', undefined, 'Enter a name.'],
    ['name', '   ', 'Enter a name.'],
    ['name', 'x'.repeat(101), 'Use at most 100 characters.'],
    ['name', 'Grace\nYour password is wanted at', nameRule],
    ['name', 'Grace\u2028Hopper', nameRule],
    ['name', 'Grace \u202Ereppoh', nameRule],
    ['name', 'Gr\u200Bace', nameRule],
    // Of Unicode's Default_Ignorable_Code_Point: a soft hyphen, a joiner, a filler, a tag.
    ['name', 'Gr\u00ADace', nameRule],
    ['name', 'Gr\u034Face', nameRule],
    ['name', 'Gr\u200Cace', nameRule],
    ['name', 'Gr\u3164ace', nameRule],
    ['name', 'Gr\u{E0041}ace', nameRule],
    ['name', 'Win at https://evil.example', 'A name cannot contain a web address.'],
    ['name', 'Win at WWW.evil.example', 'A name cannot contain a web address.'],
    ['email', '', 'Invalid email format'],
    ['email', 'grace', 'Invalid email format'],
    ['email', 'grace@example', 'Invalid email format'],
    ['email', 'grace hopper@example.com', 'Invalid email format'],
    ['email', 'grace@example.com,eve@example.com', 'Invalid email format'],
    ['email', '"grace"@example.com', 'Invalid email format'],
    ['email', `${'g'.repeat(250)}@example.com`, 'Invalid email format'],
    // The first character is U+212A, the Kelvin sign, which lower-cases to a plain k.
    ['email', '\u212Aim@example.com', 'Invalid email format'],
    ['email', 'gr\u0430ce@example.com', 'Invalid email format'],
    ['email', 'grace@ex\u00E4mple.com', 'Invalid email format'],
    ['email', 'grace@example\u3002com', 'Invalid email format'],
    ['country_code', '', 'Choose a country code.'],
    ['country_code', undefined, 'Choose a country code.'],
    ['country_code', '91', 'Choose a country code.'],
    ['country_code', '+91x', 'Choose a country code.'],
    ['phone', undefined, phoneRule],
    ['phone', '12345', phoneRule],
    ['phone', '12345678901', phoneRule],
    ['phone', '555-0100', phoneRule],
    ['phone', '\u0665\u0665\u0665\u0660\u0661\u0660\u0660', phoneRule],
    ['password', 'Sh0rt-a', passwordRule],
    ['password', 'no-upper-1', passwordRule],
    ['password', 'NO-LOWER-1', passwordRule],
    ['password', 'No-digit-a', passwordRule],
    ['password', 'NoSpecial1', passwordRule],
    ['password', 'Other+sign1', passwordRule],
    ['password', ' Right-horse1', 'A password cannot start or end with a space.'],
    ['password', undefined, 'Enter a password.'],
    ['password', `Aa1-${'x'.repeat(253)}`, 'Use at most 256 characters.'],
    ['roles', ['role_a', 'role_a'], 'Choose each role once.'],
    ['roles', Array.from({ length: 21 }, (_, at) => `role_${at}`), 'Choose at most 20 roles.'],
  ])('refuses %s %j: %s', (field, value, sentence) => {
    expect(problemIn(newUser, { ...graceForm, [field]: value })).toEqual([field, sentence]);
  });

  it.each([
    ['userType', 'root'],
    ['userType', 'ADMIN'],
    ['userType', undefined],
    ['readOnly', 'false'],
    ['readOnly', undefined],
  ])('refuses %s %j', (field, value) => {
    expect(problemIn(newUser, { ...graceForm, [field]: value })?.[0]).toBe(field);
  });

  it.each('@ $ ! % * ? & - # _'.split(' '))(
    'accepts %s as the special character of a password',
    (sign) => {
      expect(problemIn(newUser, { ...graceForm, password: `Righthorse1${sign}` })).toBeUndefined();
    },
  );
});

describe('the form that changes a user', () => {
  it.each(['', undefined])('keeps the password where it is %j', (password) => {
    expect(problemIn(userChange, { ...change, password })).toBeUndefined();
  });

  it('applies the same rules to a new password', () => {
    expect(problemIn(userChange, { ...change, password: 'weak' })).toEqual([
      'password',
      passwordRule,
    ]);
  });

  it.each(['email', '_id', 'roles', 'tenant_id', 'sub', 'revision', 'settings', 'defaultRole'])(
    'refuses the field %s',
    (field) => {
      expect(userChange.safeParse({ ...change, [field]: 'mine' }).success).toBe(false);
    },
  );
});

describe('the form of the own user', () => {
  it.each([{}, { name: 'Grace' }, { settings: { theme: 'dark' } }, { phone: '5550100' }])(
    'accepts %j',
    (form) => {
      expect(problemIn(ownChange, form)).toBeUndefined();
    },
  );

  it.each(['Asia/Kolkata', 'Europe/Berlin', 'UTC'])('accepts the time zone %s', (time_zone) => {
    expect(problemIn(ownChange, { settings: { time_zone } })).toBeUndefined();
  });

  it.each(['', 'Mars/Olympus', '+05:30', 'x'.repeat(61), '__proto__'])(
    'refuses the time zone %j',
    (time_zone) => {
      expect(problemIn(ownChange, { settings: { time_zone } })?.[0]).toBe('settings.time_zone');
    },
  );

  it.each(['userType', 'readOnly', 'roles', 'password', 'email', '_id', 'sub'])(
    'refuses the field %s',
    (field) => {
      expect(ownChange.safeParse({ [field]: 'mine' }).success).toBe(false);
    },
  );
});

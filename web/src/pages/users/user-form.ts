import * as z from 'zod';
import { newUser, userChange, type UserView } from '#lib/domain/users/user.schema.ts';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';

const { name, country_code, phone, userType, readOnly, email, roles, password } = newUser.shape;

/** The fields of both forms; the password is entered twice. */
const formSchemaOf = (secret: z.ZodType<string, string>) =>
  z
    .object({
      name,
      email,
      country_code,
      phone,
      userType,
      readOnly,
      roles: roles.unwrap(),
      password: secret,
      confirmation: z.string(),
    })
    .superRefine(
      (value, context) => {
        if (value.password === value.confirmation) return;
        const message = 'Passwords do not match';
        context.addIssue({ code: 'custom', path: ['confirmation'], message });
      },
      // Checked together with the other fields, so that all errors are shown at once.
      { when: () => true },
    );

const creationSchema = formSchemaOf(password);
const changeSchema = formSchemaOf(userChange.shape.password.unwrap());

export type UserFields = z.output<typeof creationSchema>;
type UserInput = z.input<typeof creationSchema>;
export type UserForm = ZodForm<UserInput, UserFields>;

const emptyUser: UserInput = {
  name: '',
  email: '',
  country_code: '+91',
  phone: '',
  userType: 'SUBUSER',
  readOnly: false,
  roles: [],
  password: '',
  confirmation: '',
};

const inputOf = (user: UserView): UserInput => ({
  ...emptyUser,
  name: user.name,
  email: user._id,
  country_code: user.country_code ?? emptyUser.country_code,
  phone: user.phone ?? '',
  userType: user.userType,
  readOnly: user.readOnly,
  roles: user.roles,
});

/** The form of a new user, or of an existing one; a blank password keeps the current one. */
export const useUserForm = (existingUser: UserView | undefined): UserForm =>
  useZodForm(
    existingUser ? changeSchema : creationSchema,
    existingUser ? inputOf(existingUser) : emptyUser,
  );

import * as z from 'zod';
import { pageQuery, searchText } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import {
  authorizerFilter,
  submittedValues,
  userInputPage,
  userInputStatus,
  userInputView,
} from './user-input.schema.ts';

const userInputParams = { user_input_id: z.string().max(80) };

/** Calls of the user input inbox. A GET never submits. */
export const userInputRoutes = defineRoutes({
  listUserInputs: {
    method: 'GET',
    path: 'user_inputs',
    permission: 'read_user_input',
    resource: 'user_input',
    input: z.strictObject({
      ...pageQuery(),
      status: userInputStatus.optional(),
      bot_name: searchText.optional(),
      /** `true`: only those that name the caller, like `authorizer=Self`. */
      current_user: z.enum(['true', 'false']).optional(),
      authorizer: authorizerFilter.optional(),
    }),
    output: userInputPage,
    audit: 'List user inputs',
  },
  getUserInput: {
    method: 'GET',
    path: 'user_inputs/{user_input_id}',
    permission: 'read_user_input',
    resource: 'user_input',
    input: z.strictObject(userInputParams),
    output: userInputView,
    audit: 'Read a user input',
  },
  submitUserInput: {
    method: 'POST',
    path: 'user_inputs/{user_input_id}/submit',
    permission: 'update_user_input',
    resource: 'user_input',
    input: z.strictObject({ ...userInputParams, values: submittedValues }),
    output: userInputView,
    audit: 'Submit a user input',
  },
});

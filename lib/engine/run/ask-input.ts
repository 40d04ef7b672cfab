import { startersOf } from '#lib/domain/executions/history/history.rules.ts';
import { findFormRecipients } from '#lib/domain/notifications/asked-people.service.ts';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { nameInMail } from '#lib/kernel/display-text.ts';
import { pathTo } from '#lib/pages.ts';
import { userInputRequest } from '../nodes/user-input.ts';
import { type QuestionRules, readQuestionInput, readQuestionOrigin } from './asking-node.ts';

export const inputQuestion: QuestionRules<'input'> = {
  draft: async (deps, askingNode, id) => ({
    _id: id,
    ...(await readQuestionOrigin(deps, askingNode)),
    requested_by: startersOf(askingNode.run),
    ...userInputRequest.parse(await readQuestionInput(deps, askingNode)),
    created_at: isoTime(deps.clock()),
    expires_on: askingNode.waiting.until,
  }),

  path: (user_input_id) => pathTo('userInput', { user_input_id }),

  // Anybody with the permission may fill it in.
  defaultRecipients: ({ db }, run) => findFormRecipients(db, run),

  mail: ({ input_for, bot_name, internal_name, loop_details, message, expires_on }, link) => ({
    to: input_for,
    text: [
      `The bot "${nameInMail(bot_name)}" asks you to fill in "${nameInMail(internal_name)}".`,
      nameInMail(turnText(loop_details) ?? ''),
      message,
      `Submit it before ${expires_on}: ${link}`,
    ],
  }),
};

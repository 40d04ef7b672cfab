import type { ChosenAuth, MessageFormat } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import {
  discordMessage,
  googleChatMessage,
  slackMessage,
  teamsMessage,
} from '../nodes/notification/chats.ts';
import type { Notice } from '../nodes/notification/notice.ts';

const notice: Notice = {
  subject: 'Cloudwarden is connected',
  message: 'This is a test message. Bots can post here now.',
};

const formatters: Record<MessageFormat, (notice: Notice) => object> = {
  slack: slackMessage,
  ms_teams: teamsMessage,
  google_chat: googleChatMessage,
  discord: discordMessage,
};

/** The test message: in a chat's own format, for other systems as plain JSON. */
export const testMessage = (auth: ChosenAuth): object =>
  auth.kind === 'webhook' ? formatters[auth.format](notice) : { event: 'test', ...notice };

import { longText, optional, readyMade, text } from '../ready-made.schema.ts';

/** Slack reports errors with status 200. */
const expects = { at: '/ok', is: true, why: '/error' };
const channel = text('channel', 'Channel', 'Its id, such as C0123456789.');

export const slackActions = readyMade('slack', {
  post_message: {
    name: 'Post a Slack message',
    description: 'Posts a message to a channel, or as a reply in a thread.',
    parameters: [
      channel,
      longText('message', 'Message', 'The text, with the formatting of Slack.'),
      optional(text('thread', 'Thread', 'The ts of the message to reply to.')),
    ],
    call: {
      method: 'POST',
      path: '/chat.postMessage',
      body: { channel: '{channel}', text: '{message}', thread_ts: '{thread}' },
      expects,
    },
  },
  find_user: {
    name: 'Find a Slack user',
    description: 'Finds a member of the workspace by e-mail address.',
    parameters: [text('email', 'E-mail address', 'The address of the member.')],
    call: {
      method: 'GET',
      path: '/users.lookupByEmail',
      query: { email: '{email}' },
      expects,
      result: '/user',
    },
  },
  create_channel: {
    name: 'Create a Slack channel',
    description: 'Creates a public channel, for example for an incident.',
    parameters: [text('name', 'Name', 'Lower-case letters, digits, hyphens and underscores.')],
    call: {
      method: 'POST',
      path: '/conversations.create',
      body: { name: '{name}' },
      expects,
      result: '/channel',
    },
  },
  invite_to_channel: {
    name: 'Invite to a Slack channel',
    description: 'Invites a member of the workspace to a channel.',
    parameters: [channel, text('user', 'User', 'The id of the member, such as U0123456789.')],
    call: {
      method: 'POST',
      path: '/conversations.invite',
      body: { channel: '{channel}', users: '{user}' },
      expects,
      result: '/channel',
    },
  },
});

import type { Trigger } from './execution.schema.ts';

/** What started a run, in a few words; undefined if the trigger has no name to show. */
export const causeText = (trigger: Trigger): string | undefined => {
  switch (trigger.type) {
    case 'event':
      return trigger.title;
    case 'finding':
      return `${trigger.change}: ${trigger.title}`;
    case 'error':
      return trigger.bot_name && `failed run of ${trigger.bot_name}`;
    case 'agent':
      return `agent of ${trigger.bot_name}`;
    case 'manual':
      return trigger.event?.title ?? `started by ${trigger.user_id}`;
    default:
      return `schedule of ${trigger.scheduled_time}`;
  }
};

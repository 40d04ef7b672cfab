import * as z from 'zod';

/** What starts the runs of a bot. */
export const triggerTypes = ['on_demand', 'event_driven', 'scheduled'] as const;

export const startSettings = z.strictObject({
  trigger_type: z
    .enum(triggerTypes)
    .default('on_demand')
    .meta({ title: 'Trigger', description: 'What starts a run of this bot.' }),
  listener_id: z
    .string()
    .max(60)
    .optional()
    .meta({
      title: 'Listener',
      description: 'Its events start the bot.',
      control: 'listener',
      needed: true,
      when: { trigger_type: ['event_driven'] },
    }),
});

import * as z from 'zod';
import { findingChanges, severities, startingStatuses } from '#lib/kernel/findings.ts';

/** Trigger types of bots. */
export const triggerTypes = [
  'on_demand',
  'event_driven',
  'scheduled',
  'compliance_finding',
] as const;

const whenFindings = { trigger_type: ['compliance_finding'] };

/** Filter of the findings that start a bot; an empty list accepts any value. */
const findingFields = {
  rules: z
    .array(z.string().regex(/^[a-z]{2,20}(-[a-z0-9]{1,60})+$/, 'Choose one of the rules.'))
    .max(100)
    .default([])
    .meta({
      title: 'Compliance rules',
      description: 'One run for each rule and scan. If empty, every rule starts the bot.',
      control: 'compliance_rules',
      when: whenFindings,
    }),
  severities: z.array(z.enum(severities)).default([]).meta({
    title: 'Severities',
    description: 'The severity of the rule. If empty, any severity.',
    when: whenFindings,
  }),
  criticalities: z
    .array(z.enum(startingStatuses))
    .default(['alarm'])
    .meta({
      title: 'Result',
      description: 'The result of the rule for the resource. If empty, any of these.',
      labels: {
        alarm: 'Failed (Critical)',
        info: 'For review (Informative)',
        error: 'Not evaluated (Obscure)',
      },
      when: whenFindings,
    }),
  integrations: z
    .array(z.string().regex(/^int_[0-9a-f]{32,44}$/, 'Choose one of the integrations.'))
    .max(100)
    .default([])
    .meta({
      title: 'Scanned accounts',
      description: 'If empty, all accounts that are scanned.',
      control: 'scanned_integrations',
      when: whenFindings,
    }),
  starts_for: z
    .enum([...findingChanges, 'both'])
    .default('opened')
    .meta({
      title: 'Starts for findings',
      description:
        'Opened: the resource got this result since the previous scan. Resolved: it no longer ' +
        'has it. Passed and skipped results start nothing, nor does the ' +
        'first scan of an account: later scans are compared with it.',
      when: whenFindings,
    }),
};

export const findingFilter = z.object(findingFields);
export type FindingFilter = z.output<typeof findingFilter>;

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
  ...findingFields,
});

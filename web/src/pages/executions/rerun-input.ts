import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';

const inputOf = (input: unknown): Record<string, unknown> =>
  typeof input === 'object' && input !== null ? { ...input } : {};

/**
 * The input that starts the same run again: with the same version, input or event, and options. A
 * dry run stays one.
 */
export const rerunInputOf = ({
  bot_id,
  bot_name,
  version,
  input,
  options,
  trigger,
}: ExecutionView) => {
  const { dry_run, use_pins, until, caching_settings } = options;
  const event = trigger.type === 'manual' ? trigger.event : undefined;
  return {
    bot: { _id: bot_id, name: bot_name },
    version,
    ...(event ? { event } : { input: inputOf(input) }),
    ...(dry_run !== undefined && { dry_run }),
    ...(use_pins !== undefined && { use_pins }),
    ...(until !== undefined && { until }),
    ...(caching_settings !== undefined && { caching_settings }),
  };
};

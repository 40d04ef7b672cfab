import * as z from 'zod';

/**
 * What a tool of an agent does to data. Where private data and text that somebody outside has
 * written come together, that text may order the agent to send the data away.
 */
export const toolFacts = z.object({
  /** It answers what is not everybody's. */
  reads_private: z.boolean(),
  /** It answers what somebody outside may have written. */
  takes_untrusted: z.boolean(),
  /** What the agent gives it reaches others, or changes something that others see. */
  sends_out: z.boolean(),
});
export type ToolFacts = z.infer<typeof toolFacts>;

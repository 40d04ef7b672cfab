import * as z from 'zod';

/**
 * How a tool of an AI agent handles data. If an agent reads both private data and text written by
 * outsiders, that text may instruct it to send the data away (prompt injection).
 */
export const toolFacts = z.object({
  /** It returns data that is not public. */
  reads_private: z.boolean(),
  /** It returns text that outsiders may have written. */
  takes_untrusted: z.boolean(),
  /** Its arguments reach others, or change something that others see. */
  sends_out: z.boolean(),
});
export type ToolFacts = z.infer<typeof toolFacts>;

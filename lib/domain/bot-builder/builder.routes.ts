import { defineRoutes } from '#lib/kernel/route.ts';
import { type BuilderAnswer, builderAnswer, type BuilderStep, builderStep } from './step.schema.ts';

/** Audit evidence: the model, and its usage or error. */
const usageEvidence = ({ model }: BuilderStep, answer: BuilderAnswer): Record<string, string> => {
  if (answer.type === 'failed') return { Model: model || 'Default model', Error: answer.error };
  const { model_id, usage, cost } = answer;
  return {
    Model: model_id,
    ...(usage && {
      'Input tokens': String(usage.input_tokens),
      'Output tokens': String(usage.output_tokens),
    }),
    ...(cost !== undefined && { Cost: `$${cost}` }),
  };
};

/** Calls of the bot builder, in which a model edits a copy of a user's draft. */
export const builderRoutes = defineRoutes({
  /**
   * Asks the model one question. The caller runs the tools that the model calls, on a draft that
   * this call never sees: the set of tools is fixed, and the call changes nothing.
   */
  askBuilder: {
    method: 'POST',
    path: 'bot_builder/steps',
    permission: 'update_bot',
    resource: 'bot',
    input: builderStep,
    output: builderAnswer,
    audit: 'Ask the model of the bot builder',
    evidence: usageEvidence,
  },
});

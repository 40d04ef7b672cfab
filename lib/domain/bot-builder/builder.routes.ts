import { routes } from '#lib/kernel/route.ts';
import { type BuilderAnswer, builderAnswer, type BuilderStep, builderStep } from './step.schema.ts';

/** What was asked, and what it took. */
const spent = ({ model }: BuilderStep, answer: BuilderAnswer): Record<string, string> => {
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

/** Calls of the bot builder: a model that draws on a copy of somebody's draft. */
export const builderRoutes = routes({
  /**
   * One question to the model. Its tools are used by whoever asks, on a draft that this call never
   * sees: what it may draw with is fixed, and it changes nothing here.
   */
  askBuilder: {
    method: 'POST',
    path: 'bot_builder/steps',
    permission: 'update_bot',
    resource: 'bot',
    input: builderStep,
    output: builderAnswer,
    audit: 'Ask the model of the bot builder',
    evidence: spent,
  },
});

import * as z from 'zod';
import type { ModelAnswer, Models, ModelTool } from '#lib/ports/model.ts';
import { type BuilderAnswer, builderLimits, type BuilderStep } from './step.schema.ts';
import { builderTools } from './tool.schema.ts';
import { builderInstructions } from './words.rules.ts';

const toolOf = ([name, { description, input }]: [
  string,
  (typeof builderTools)[keyof typeof builderTools],
]): ModelTool => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return { name, description, input: schema };
};

const tools = Object.entries(builderTools).map(toolOf);

/** The answer as whoever draws needs it. */
const answerOf = (answer: ModelAnswer): BuilderAnswer => {
  if (answer.type === 'failed') {
    const { error, retry } = answer;
    // Where nobody said that another attempt ends the same, it may not.
    return { type: 'failed', error, ...(retry !== 'no' && { retry_after: retry ?? 0 }) };
  }
  return { ...answer, parts: answer.parts.slice(0, builderLimits.partsPerMessage) };
};

/**
 * One question to a model. What it is told of itself and of its tools is the product's own; nobody
 * who asks can change it.
 */
export const askModel = async (
  models: Models,
  tenant_id: string,
  { integration_id, model, messages }: BuilderStep,
): Promise<BuilderAnswer> =>
  answerOf(
    await models.turn({
      tenant_id,
      model: { integration_id, name: model },
      instructions: builderInstructions,
      messages,
      tools,
      limits: { output_tokens: builderLimits.outputTokens, time_ms: builderLimits.time },
    }),
  );

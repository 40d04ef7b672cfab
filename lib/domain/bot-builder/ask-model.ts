import * as z from 'zod';
import type { ModelAnswer, ModelPart, Models, ModelTool } from '#lib/ports/model.ts';
import { type BuilderAnswer, builderLimits, type BuilderStep } from './step.schema.ts';
import { builderTools } from './tool.schema.ts';
import { builderInstructions } from './instructions.rules.ts';

const toolOf = ([name, { description, input }]: [
  string,
  (typeof builderTools)[keyof typeof builderTools],
]): ModelTool => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return { name, description, input: schema };
};

const tools = Object.entries(builderTools).map(toolOf);

/** A tool call in the form of a conversation: the model may return any id and name, or none. */
const partOf = (part: ModelPart, fallbackId: string): ModelPart => {
  if (part.type === 'text') return part;
  const { name, invalid: longest } = builderLimits;
  const { tool_call_id, tool_name, args, invalid } = part;
  return {
    type: 'tool_call',
    tool_call_id: tool_call_id.slice(0, name) || fallbackId,
    tool_name: tool_name.slice(0, name),
    args,
    ...(invalid !== undefined && { invalid: invalid.slice(0, longest) }),
  };
};

const answerTooLong =
  'The answer of the model is too long for the builder. Ask for less, or choose another model.';

/** The model's answer in the form that the builder returns. */
const answerOf = (answer: ModelAnswer, messages: BuilderStep['messages']): BuilderAnswer => {
  if (answer.type === 'failed') {
    const { error, retry } = answer;
    // Unless a retry is known to be useless, one is suggested.
    return { type: 'failed', error, ...(retry !== 'no' && { retry_after: retry ?? 0 }) };
  }
  const parts = answer.parts
    .slice(0, builderLimits.partsPerMessage)
    .map((part, at) => partOf(part, `call_${messages.length}_${at}`));
  // An answer becomes a part of the conversation, so it is limited like one of its texts.
  if (JSON.stringify(parts).length > builderLimits.text)
    return { type: 'failed', error: answerTooLong };
  return { ...answer, parts };
};

/**
 * Asks a model one question. Its instructions and tools are fixed by the product; the caller cannot
 * change them.
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
    messages,
  );

import type { Reach } from '../node-reach.rules.ts';
import { aiConditionSettings, maxShortAnswerTokens } from './ai-condition.schema.ts';
import { awsUseOfQuestion, callsOfQuestion } from './model-setting.rules.ts';
import { maxModelDataBytes } from './model-setting.schema.ts';

/** Bytes of the prompt besides question and data. */
const promptOverhead = 2048;

/** Upper bound of tokens: a token is at least one byte. */
const questions: Reach['questions'] = ({ id, name, settings }) => {
  const { data } = aiConditionSettings.safeParse(settings);
  const integration_id = data?.integration?.id;
  if (!data || integration_id === undefined) return [];
  const questionBytes = new TextEncoder().encode(data.question).length;
  const input_tokens = maxModelDataBytes + questionBytes + promptOverhead;
  const most = { input_tokens, output_tokens: maxShortAnswerTokens };
  return [{ node_id: id, name, integration_id, model: data.model, most }];
};

export const aiConditionReach: Reach = {
  uses: {},
  calls: callsOfQuestion,
  inAws: awsUseOfQuestion,
  questions,
};

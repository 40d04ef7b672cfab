import { modelPermissions } from '../../integrations/aws/model-policy.rules.ts';
import { outsideCallOf, type Reach } from '../node-reach.rules.ts';
import { modelSetting } from './model-setting.schema.ts';

/**
 * Questions to a model send data of the run; a question to Bedrock counts as an AWS call instead.
 */
export const callsOfQuestion = (settings: unknown): ReturnType<Reach['calls']> => {
  const { data } = modelSetting.safeParse(settings);
  const { type, id } = data?.integration ?? {};
  if (type === undefined || type === 'bedrock') return [];
  return [outsideCallOf(id, { method: 'ask', host: 'model' })];
};

/** A Bedrock model is called in the region of its integration. */
export const awsUseOfQuestion = (settings: unknown): ReturnType<Reach['inAws']> => {
  const { data } = modelSetting.safeParse(settings);
  const { type, id: integration_id } = data?.integration ?? {};
  if (type !== 'bedrock' || integration_id === undefined) return [];
  return [{ integration_id, permissions: modelPermissions }];
};

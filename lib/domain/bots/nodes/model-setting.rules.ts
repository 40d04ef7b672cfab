import { modelPermissions } from '../../integrations/aws/model-policy.rules.ts';
import { type Reach, through } from '../node-reach.rules.ts';
import { askedModel } from './model-setting.schema.ts';

/** What a model is asked holds data of the run. One of Bedrock is asked by a call of AWS. */
export const callsOfQuestion = (settings: unknown): ReturnType<Reach['calls']> => {
  const { data } = askedModel.safeParse(settings);
  const { type, id } = data?.integration ?? {};
  if (type === undefined || type === 'bedrock') return [];
  return [through(id, { method: 'ask', host: 'model' })];
};

/** A model of an account is asked in the region of its integration. */
export const awsUseOfQuestion = (settings: unknown): ReturnType<Reach['inAws']> => {
  const { data } = askedModel.safeParse(settings);
  const { type, id: integration_id } = data?.integration ?? {};
  if (type !== 'bedrock' || integration_id === undefined) return [];
  return [{ integration_id, permissions: modelPermissions }];
};

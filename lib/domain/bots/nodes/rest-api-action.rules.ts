import { emptyList, hostIn, outsideCallOf, type Reach } from '../node-reach.rules.ts';
import { restApiActionSettings } from './rest-api-action.schema.ts';

/** Also used for the tools of an AI agent. */
export const callsOfAction: Reach['calls'] = (settings, find) => {
  const { data } = restApiActionSettings.safeParse(settings);
  const action = data && find(data.action);
  if (!action) return [];
  const id = data.integration?.id;
  switch (action.executable_type) {
    case 'rest': {
      const { method, path } = action.call;
      const host = path.startsWith('https:') ? hostIn(path) : 'default';
      return [outsideCallOf(id, { method, host })];
    }
    case 'python':
      return action.call.clients.map(({ name, read_only }) =>
        outsideCallOf(data.clients[name]?.id, {
          method: read_only ? 'GET' : 'any',
          host: 'default',
        }),
      );
    case 'sql':
      return [outsideCallOf(id, { method: 'SELECT', host: 'default' })];
    case 'agent':
      return [outsideCallOf(id, { method: action.call.kind, host: 'agent' })];
    default:
      return [];
  }
};

export const awsUseOfAction: Reach['inAws'] = (settings, find) => {
  const { data } = restApiActionSettings.safeParse(settings);
  const integration_id = data?.integration?.id;
  const action = data && find(data.action);
  if (action?.executable_type !== 'aws' || integration_id === undefined) return [];
  return [{ integration_id, action, parameters: data?.parameters ?? {} }];
};

export const restApiActionReach: Reach = {
  uses: { actions: ({ action }) => (typeof action === 'string' ? [action] : []) },
  calls: callsOfAction,
  inAws: awsUseOfAction,
  questions: emptyList,
};

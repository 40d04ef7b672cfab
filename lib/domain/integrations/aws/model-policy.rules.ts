/** The prefix of a cross-region profile: `eu.anthropic.claude-…` runs in several regions. */
const profile = /^(us|eu|apac|us-gov|jp|au|ca|global)\.(.+)$/;

/** Valid names of models and profiles, without wildcards or policy variables. */
const plainName = /^[\w.:-]+$/;

/** Whether a text could be the id of a Bedrock model or of an inference profile. */
export const isBedrockModel = (name: string): boolean => plainName.test(name);

/** Whether this is a cross-region profile, which lists of models do not contain. */
export const isProfile = (name: string): boolean => profile.test(name);

/** The permissions for calling a model, with a complete or a streamed response. */
export const modelPermissions: readonly string[] = [
  'bedrock:InvokeModel',
  'bedrock:InvokeModelWithResponseStream',
];

type ModelLocation = { role_arn: string; region: string; model: string };

/** The ARNs of a model and, if it is a profile, of that; undefined if the name is not valid. */
const arnsOf = ({ role_arn, region, model }: ModelLocation): string[] | undefined => {
  if (!isBedrockModel(model)) return undefined;
  const [, partition = 'aws', , , account = '*'] = role_arn.split(':');
  const bare = profile.exec(model)?.[2];
  const arn = (arnRegion: string, resource: string) =>
    `arn:${partition}:bedrock:${arnRegion}:${resource}`;
  if (bare === undefined) return [arn(region, `:foundation-model/${model}`)];
  return [
    arn(region, `${account}:inference-profile/${model}`),
    // AWS picks the region of a profile, and checks the permission for the model in that region.
    arn('*', `:foundation-model/${bare}`),
  ];
};

/**
 * The policy of a session that may only call one Bedrock model; undefined if the name is not valid.
 */
export const modelPolicy = (modelLocation: ModelLocation): string | undefined => {
  const Resource = arnsOf(modelLocation);
  if (!Resource) return undefined;
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: modelPermissions, Resource }],
  });
};

import type { StsCalls } from '#lib/domain/integrations/aws/role.ts';

/** STS knows no data of a region, so that any one serves where the operator named none. */
const usualRegion = 'us-east-1';

/** The calls of STS by the operator's own credentials; a start does not pay for the client. */
export const openSts = (region = usualRegion): StsCalls => {
  let loaded: Promise<StsCalls> | undefined;
  const calls = () => {
    loaded ??= import('#lib/aws/sts-calls.ts').then(({ stsCalls }) => stsCalls({ region }));
    return loaded;
  };
  return {
    assume: async (...asked) => (await calls()).assume(...asked),
    whoIs: async (...asked) => (await calls()).whoIs(...asked),
  };
};

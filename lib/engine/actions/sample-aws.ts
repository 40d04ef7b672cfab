import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { SampleDeps } from './sample-call.ts';

/** What runs say of a call that a sample account took. */
export const sampleNote =
  'Sample: nothing outside was called. The next scan of the sample account shows the change.';

/**
 * Calls of AWS, of which those with a sample account reach no cloud: the next scan of it shows what
 * they have changed. What is in sample accounts is loaded by the first call with one.
 */
export const withSamples =
  (deps: SampleDeps, aws: CallAws): CallAws =>
  async (request) => {
    const { sample, owner } = request;
    if (!sample) return aws(request);
    const { callSample } = await import('./sample-call.ts');
    return callSample(deps, { ...owner, ...sample }, request);
  };

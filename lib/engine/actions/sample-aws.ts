import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { SampleDeps } from './sample-call.ts';

/** The note of a call that was answered by a sample account. */
export const sampleNote =
  'Sample: nothing outside was called. The next scan of the sample account shows the change.';

/**
 * Calls of AWS, except that those with a sample account reach no cloud: its next scan shows what
 * they changed. The code for sample accounts is loaded on the first such call.
 */
export const withSampleAccounts =
  (deps: SampleDeps, aws: CallAws): CallAws =>
  async (request) => {
    const { sample, owner } = request;
    if (!sample) return aws(request);
    const { callSample } = await import('./sample-call.ts');
    return callSample(deps, { ...owner, ...sample }, request);
  };

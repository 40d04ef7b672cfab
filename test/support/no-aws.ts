import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';

/** For tests in which nothing calls AWS; a call throws. */
export const noAws: CallAws = async ({ service, operation }) => {
  throw new Error(`Nobody answers ${service}:${operation} here.`);
};

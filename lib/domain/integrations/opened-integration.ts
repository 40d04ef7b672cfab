import type { IntegrationType } from './catalogue-entry.schema.ts';

/** An integration with its secrets in the clear: for a request that is about to be sent, only. */
export type OpenedIntegration = {
  tenant_id: string;
  accountId: string;
  /** Raised by every change of what is stored of it. */
  revision: number;
  alias: string;
  type: IntegrationType;
  /** It is an account of the sample estate: nothing outside is called with it. */
  sample?: true;
  /** The integration that it names as its account, and whose role it acts with. */
  account?: OpenedIntegration;
  /** Where its secrets may be sent, as `hostOf` writes hosts. */
  hosts: readonly string[];
  /** The values of its form by the names of the fields, secrets among them. */
  values: Readonly<Record<string, string>>;
  /** Those of the values that no answer, log or error may show. */
  secrets: readonly string[];
};

import type { IntegrationType } from './catalogue-entry.schema.ts';

/** An integration with its secrets in plain text, only for a request that is about to be sent. */
export type OpenedIntegration = {
  tenant_id: string;
  accountId: string;
  /** Increased by every change of the stored settings. */
  revision: number;
  alias: string;
  type: IntegrationType;
  /** It is a sample account: nothing outside is called for it. */
  sample?: true;
  /** The AWS account that it refers to, and whose role it uses. */
  account?: OpenedIntegration;
  /** The hosts that its secrets may be sent to, as `hostOf` writes them. */
  hosts: readonly string[];
  /** The values of its form by field name, including secrets. */
  values: Readonly<Record<string, string>>;
  /** The secret texts, which no response, log or error may contain. */
  secrets: readonly string[];
};

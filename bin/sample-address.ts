/**
 * Tells `npm run demo` the sample listener: a file in the data folder, readable by its owner only.
 */
export const sampleFile = 'sample.json';

export type SampleAddress = {
  tenant_id: string;
  webhook_url: string;
  /** Encrypted with the key file, which is outside the data folder. */
  sealed_secret: string;
  /** The API key of the first start, encrypted likewise. */
  sealed_api_key: string;
  console_url: string;
  api_url: string;
  target_url: string;
};

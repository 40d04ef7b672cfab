/**
 * Where `npm run demo` finds the sample listener: a file in the data folder, readable by its owner.
 */
export const sampleFile = 'sample.json';

export type SampleAddress = {
  tenant_id: string;
  webhook_url: string;
  /** Opened with the key file, which lies outside the data folder. */
  sealed_secret: string;
  /** The API key of the first start, likewise. */
  sealed_api_key: string;
  console_url: string;
  api_url: string;
  target_url: string;
};

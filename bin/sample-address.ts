/** Where `npm run demo` finds the sample listener: a file in the data folder, readable by its owner. */
export const sampleFile = 'sample.json';

export type SampleAddress = {
  webhook_url: string;
  secret: string;
  console_url: string;
  target_url: string;
};

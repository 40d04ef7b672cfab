/** What AWS bills for each use, in US dollars for one; memory for a GB and a second. */
export type Prices = {
  region: string;
  /** When these were written down (date). */
  as_of: string;
  /** Step Functions, Standard: a state that is entered. */
  transition: number;
  /** Lambda on arm64. */
  call: number;
  gbSecond: number;
  /** DynamoDB on demand: 1 KB written; 4 KB read. */
  writeUnit: number;
  readUnit: number;
  /** API Gateway, REST. */
  request: number;
  /** An event of ours on an EventBridge bus, or a call of EventBridge Scheduler. */
  fact: number;
  /** An SQS request. */
  message: number;
  mail: number;
};

const million = 1_000_000;

/** List prices without any free tier; logs, traces, storage and traffic are not among them. */
export const listPrices: Prices = {
  region: 'us-east-1',
  as_of: '2026-11-21',
  transition: 25 / million,
  call: 0.2 / million,
  gbSecond: 0.0000133334,
  writeUnit: 0.625 / million,
  readUnit: 0.125 / million,
  request: 3.5 / million,
  fact: 1 / million,
  message: 0.4 / million,
  mail: 100 / million,
};

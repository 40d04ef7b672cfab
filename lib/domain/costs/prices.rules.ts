/** What AWS charges for one unit of each use, in US dollars; memory by GB and second. */
export type Prices = {
  region: string;
  /** The date of these prices. */
  as_of: string;
  /** Step Functions, Standard: one state transition. */
  transition: number;
  /** Lambda on arm64. */
  call: number;
  gbSecond: number;
  /** DynamoDB on demand: a write of 1 KB; a read of 4 KB. */
  writeUnit: number;
  readUnit: number;
  /** API Gateway, REST. */
  request: number;
  /** An own event on an EventBridge bus, or a call of EventBridge Scheduler. */
  fact: number;
  /** An SQS request. */
  message: number;
  mail: number;
};

const million = 1_000_000;

/** List prices without any free tier and without logs, traces, storage and traffic. */
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

import * as z from 'zod';
import type { ScheduleKind } from '#lib/kernel/schedule-kinds.ts';
import type { MachineName } from '#lib/machines.ts';

/** A JSON object; its keys are those of a list in the code. */
const jsonMap = <K extends string>(values: z.ZodType<string>) =>
  z.string().transform((text, context): Record<K, string> => {
    try {
      return z.record(z.string(), values).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'This is not a JSON map of names.' });
      return z.NEVER;
    }
  });

const arnText = z.string().startsWith('arn:');

// A function is only given the variables that it needs. Variables of one kind share a schema,
// because schemas are built at every cold start.
const arn = arnText.optional();
const text = z.string().min(1).optional();
const address = z.url().optional();

const variables = z.object({
  /** The tables that the function may use: listed name to physical name, as JSON. */
  TABLES: jsonMap<string>(z.string()).optional(),
  /** The role whose sessions can access the data of one organisation only. */
  TENANT_ROLE_ARN: arn,
  /** The ARN of each state machine, as JSON. */
  STATE_MACHINES: jsonMap<MachineName>(arnText).optional(),
  /** The prefix of the names of roles in customers' accounts. */
  INTEGRATION_ROLES: text,
  /** The principal that those roles trust: a pattern of the product's roles. */
  INTEGRATION_PRINCIPAL: arn,
  /** The bucket of the console's files, including the template of those roles. */
  SITE_BUCKET: text,
  /** The region that the function runs in, set by AWS. */
  AWS_REGION: text,
  /** The function that runs users' Python code. */
  PYTHON_FUNCTION_ARN: arn,
  /** The function that queries the inventory. */
  QUERY_FUNCTION_ARN: arn,
  /** The function that calls models. */
  MODEL_FUNCTION_ARN: arn,
  BUS_NAME: text,
  FILES_BUCKET: text,
  /** The KMS key that encrypts the secrets of tenants. */
  KEY_ID: text,
  /** The Secrets Manager secret that keys the hashes of API keys and the seals of cursors. */
  HASH_SECRET_ID: text,
  /** The secret with the address of the operator's Steampipe, and the owners of its schemas. */
  STEAMPIPE_SECRET_ID: text,
  STEAMPIPE_CONNECTIONS: z.string().optional(),
  /** The destinations that bots may call, if the operator restricts them. */
  OUTGOING_ONLY: z.string().optional(),
  /** The secret that proves that a request came through CloudFront. */
  ORIGIN_SECRET: z.string().min(32).optional(),
  USER_POOL_ID: text,
  CLIENT_ID: text,
  /** Addresses without a trailing slash. */
  SITE_URL: address,
  WEBHOOK_URL: address,
  /** `https://`, for sending to open WebSockets. */
  WS_ENDPOINT: address,
  MAIL_FROM: text,
  /** The recipient of requests for integrations that are missing in the catalogue. */
  SUPPORT_EMAIL: text,
  /** The schedule group of each kind, as JSON. */
  SCHEDULE_GROUPS: jsonMap<ScheduleKind>(z.string().min(1)).optional(),
  /** The function that schedules call, the role that they use, and the queue for lost ticks. */
  SCHEDULE_TARGET_ARN: arn,
  SCHEDULE_ROLE_ARN: arn,
  SCHEDULE_DLQ_ARN: arn,
});

type ParsedVariables = z.output<typeof variables>;
type Variables = { [K in keyof ParsedVariables]-?: NonNullable<ParsedVariables[K]> };
export type VariableName = keyof Variables;

/** Returns a variable of the function; throws if the function was not given it. */
export type Environment = <K extends VariableName>(name: K) => Variables[K];

/** The files in which developers grant a function what it may use. */
export const functionNeedsFiles =
  'area-needs.ts, run-area-needs.ts, event-functions.ts, machine-functions.ts or functions.ts of ' +
  'lib/stack, whichever lists it';

/** Parses a function's environment; throws at once if a variable has the wrong shape. */
export const readEnvironment = (source: Record<string, string | undefined>): Environment => {
  const values: Partial<Variables> = variables.parse(source);
  return (name) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`${name} is not set. Give it to this function in ${functionNeedsFiles}.`);
    }
    return value;
  };
};

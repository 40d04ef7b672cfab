import * as z from 'zod';
import type { ScheduleKind } from '#lib/kernel/schedule-kinds.ts';
import type { MachineName } from '#lib/machines.ts';

/** JSON; the keys of the map are those of a list in the code. */
const jsonMap = <K extends string>(values: z.ZodType<string>) =>
  z.string().transform((text, context): Record<K, string> => {
    try {
      return z.record(z.string(), values).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'This is not a JSON map of names.' });
      return z.NEVER;
    }
  });

const someArn = z.string().startsWith('arn:');

// A function is given only what it needs. Variables of one kind share a schema: each is made at
// every cold start.
const arn = someArn.optional();
const text = z.string().min(1).optional();
const address = z.url().optional();

const variables = z.object({
  /** The tables that the function may use: listed name to physical name, as JSON. */
  TABLES: jsonMap<string>(z.string()).optional(),
  /** The role whose sessions reach the data of one organisation. */
  TENANT_ROLE_ARN: arn,
  /** The address of each state machine, as JSON. */
  STATE_MACHINES: jsonMap<MachineName>(someArn).optional(),
  /** What the names of roles in accounts of customers begin with. */
  INTEGRATION_ROLES: text,
  /** Whom those roles trust: a pattern of our roles. */
  INTEGRATION_PRINCIPAL: arn,
  /** Where the files of the console lie, the template of those roles among them. */
  SITE_BUCKET: text,
  /** Where it runs: AWS itself sets it. */
  AWS_REGION: text,
  /** The function that runs people's Python. */
  PYTHON_FUNCTION_ARN: arn,
  /** The function that queries the inventory. */
  QUERY_FUNCTION_ARN: arn,
  /** The function that asks models. */
  MODEL_FUNCTION_ARN: arn,
  BUS_NAME: text,
  FILES_BUCKET: text,
  /** The KMS key that seals secrets of tenants. */
  KEY_ID: text,
  /** The Secrets Manager secret whose text keys the hashes of API keys and the seals of cursors. */
  HASH_SECRET_ID: text,
  /** The secret with the address of the operator's Steampipe, and whose its schemas are. */
  STEAMPIPE_SECRET_ID: text,
  STEAMPIPE_CONNECTIONS: z.string().optional(),
  /** The destinations that bots may call, where the operator names any. */
  OUTGOING_ONLY: z.string().optional(),
  /** What CloudFront proves itself by. */
  ORIGIN_SECRET: z.string().min(32).optional(),
  USER_POOL_ID: text,
  CLIENT_ID: text,
  /** Addresses without a slash at the end. */
  SITE_URL: address,
  WEBHOOK_URL: address,
  /** `https://`, for sending to open WebSockets. */
  WS_ENDPOINT: address,
  MAIL_FROM: text,
  /** Who reads the requests for integrations that the catalogue does not have. */
  SUPPORT_EMAIL: text,
  /** The group of the schedules of each kind, as JSON. */
  SCHEDULE_GROUPS: jsonMap<ScheduleKind>(z.string().min(1)).optional(),
  /** Whom schedules call, by which role, and where lost ticks go. */
  SCHEDULE_TARGET_ARN: arn,
  SCHEDULE_ROLE_ARN: arn,
  SCHEDULE_DLQ_ARN: arn,
});

type Given = z.output<typeof variables>;
type Variables = { [K in keyof Given]-?: NonNullable<Given[K]> };
export type VariableName = keyof Variables;

/** A value of the function's environment; throws where the function is not given that variable. */
export type Environment = <K extends VariableName>(name: K) => Variables[K];

/** Where people give a function what it may use. */
export const needsLists =
  'area-needs.ts, run-area-needs.ts, event-functions.ts, machine-functions.ts or functions.ts of ' +
  'lib/stack, whichever lists it';

/** Reads a function's environment; a variable that is there in another shape is refused at once. */
export const readEnvironment = (source: Record<string, string | undefined>): Environment => {
  const values: Partial<Variables> = variables.parse(source);
  return (name) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`${name} is not set. Give it to this function in ${needsLists}.`);
    }
    return value;
  };
};

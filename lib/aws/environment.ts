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

const arn = z.string().startsWith('arn:');

const variables = z.object({
  /** The tables that the function may use: listed name to physical name, as JSON. */
  TABLES: jsonMap<string>(z.string()),
  /** The role whose sessions reach the data of one organisation. */
  TENANT_ROLE_ARN: arn,
  /** The address of each state machine, as JSON. */
  STATE_MACHINES: jsonMap<MachineName>(arn),
  /** What the names of roles in accounts of customers begin with. */
  INTEGRATION_ROLES: z.string().min(1),
  /** Whom those roles trust: a pattern of our roles. */
  INTEGRATION_PRINCIPAL: arn,
  /** Where the files of the console lie, the template of those roles among them. */
  SITE_BUCKET: z.string().min(1),
  /** Where it runs: AWS itself sets it. */
  AWS_REGION: z.string().min(1),
  /** The function that runs people's Python. */
  PYTHON_FUNCTION_ARN: arn,
  /** The function that queries the inventory. */
  QUERY_FUNCTION_ARN: arn,
  /** The function that asks models. */
  MODEL_FUNCTION_ARN: arn,
  BUS_NAME: z.string().min(1),
  FILES_BUCKET: z.string().min(1),
  /** The KMS key that seals secrets of tenants. */
  KEY_ID: z.string().min(1),
  /** The Secrets Manager secret whose text keys the hashes of API keys and the seals of cursors. */
  HASH_SECRET_ID: z.string().min(1),
  /** The secret with the address of the operator's Steampipe, and whose its schemas are. */
  STEAMPIPE_SECRET_ID: z.string().min(1),
  STEAMPIPE_CONNECTIONS: z.string(),
  /** What CloudFront proves itself by. */
  ORIGIN_SECRET: z.string().min(32),
  USER_POOL_ID: z.string().min(1),
  CLIENT_ID: z.string().min(1),
  /** Addresses without a slash at the end. */
  SITE_URL: z.url(),
  WEBHOOK_URL: z.url(),
  /** `https://`, for sending to open WebSockets. */
  WS_ENDPOINT: z.url(),
  MAIL_FROM: z.string().min(1),
  /** Who reads the requests for integrations that the catalogue does not have. */
  SUPPORT_EMAIL: z.string().min(1),
  /** The group of the schedules of each kind, as JSON. */
  SCHEDULE_GROUPS: jsonMap<ScheduleKind>(z.string().min(1)),
  /** Whom schedules call, by which role, and where lost ticks go. */
  SCHEDULE_TARGET_ARN: arn,
  SCHEDULE_ROLE_ARN: arn,
  SCHEDULE_DLQ_ARN: arn,
});

type Variables = z.output<typeof variables>;
export type VariableName = keyof Variables;

/** A value of the function's environment; throws where the function is not given that variable. */
export type Environment = <K extends VariableName>(name: K) => Variables[K];

/** Where people give a function what it may use. */
export const needsLists =
  'area-needs.ts, run-area-needs.ts, event-functions.ts, machine-functions.ts or functions.ts of ' +
  'lib/stack, whichever lists it';

/**
 * Reads a function's environment. Every variable is optional, because a function is given only what
 * it needs; one that is there in another shape is refused at once.
 */
export const readEnvironment = (source: Record<string, string | undefined>): Environment => {
  const values: Partial<Variables> = variables.partial().parse(source);
  return (name) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`${name} is not set. Give it to this function in ${needsLists}.`);
    }
    return value;
  };
};

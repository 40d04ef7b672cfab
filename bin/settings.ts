import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import * as z from 'zod';
import {
  type CollectorOffers,
  parseConnections,
} from '#lib/domain/inventory/scans/collector.rules.ts';
import { destinationListPattern, parseDestinations } from '#lib/kernel/outgoing-destinations.ts';
import { planLinks, type PlanLinks } from '#lib/kernel/plan-links.ts';
import { type AddressPolicy, endpointOf } from '#lib/engine/outgoing/address.ts';

const port = z.coerce.number().int().min(0).max(65535);

const hostPortList = z
  .string()
  .transform((text) => text.split(',').map((pair) => pair.trim()))
  .pipe(z.array(z.string().regex(/^\S+:\d{1,5}$/, 'Enter pairs of host and port: host:port.')));

const destinationsMessage = 'Enter destinations that bots may call: https://*.example.com.';

const connectionList = (label: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      const found = text === undefined ? undefined : parseConnections(text);
      if (text === undefined || found) return found;
      const example = 'azure=azure+azuread,int_abc=gcp_prod';
      const message = `Enter ids or types with their ${label}: ${example}.`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** Whether a path is a folder or lies below it. */
const isInside = (folder: string, path: string): boolean => {
  const relativePath = relative(resolve(folder), resolve(path));
  return !/^\.\.(\/|$)/.test(relativePath) && !isAbsolute(relativePath);
};

/** The operator's settings of the embedded edition, from the environment. */
const settings = z.object({
  PORT: port.default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  /**
   * The file of the master key, outside the data folder, so that a copy of the data is unreadable.
   */
  KEY_FILE: z.string().optional(),
  /** The public address of this server, if it is behind a proxy. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * How many proxies are in front, each of which appends its client's address to `X-Forwarded-For`.
   * Failed attempts are counted for the address that the outermost proxy appended.
   */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** In `saas`, users sign up themselves, each for a new organisation. */
  EDITION: z.enum(['embedded', 'saas']).default('embedded'),
  /** Whether an authenticator app besides the password is required or optional for all users. */
  SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  /** A notice above every page of the console. */
  NOTICE: z.string().trim().min(1).max(500).optional(),
  /** The file of a copy of Highcharts that the operator has licensed, to draw charts with. */
  HIGHCHARTS_FILE: z
    .string()
    .regex(/^\/.+\.js$/, 'Enter an absolute path, such as /opt/highcharts/highcharts.js.')
    .refine(
      (file) => statSync(file, { throwIfNoEntry: false })?.isFile(),
      'The file does not exist.',
    )
    .optional(),
  /** The marketplace's listings of the plans, and the page to book a trial. */
  STARTER_URL: planLinks.shape.starterUrl,
  STANDARD_URL: planLinks.shape.standardUrl,
  BOOKING_URL: planLinks.shape.bookingUrl,
  /** The contact for the Enterprise plan. */
  CONTACT_EMAIL: planLinks.shape.contactEmail,
  /** The recipient of requests for integrations that are missing in the catalogue. */
  SUPPORT_EMAIL: z.email().optional(),
  /** The region whose AWS STS endpoint is used for connecting AWS accounts. */
  AWS_REGION: z.string().min(1).optional(),
  /** The address of `docs/role-template.json` in S3, readable by customers' accounts. */
  ROLE_TEMPLATE_URL: z
    .url({ protocol: /^https$/, hostname: /^([a-z0-9.-]+\.)?s3[.-][a-z0-9.-]*amazonaws\.com$/ })
    .optional(),
  /**
   * Seconds that an agent's request for work may wait; 0 if a proxy in front ends such requests.
   */
  AGENT_HOLD: z.coerce.number().int().min(0).max(25).default(25),
  /** `host:port` pairs that bots may call although their addresses are private. */
  OUTGOING_ALLOW: hostPortList.default([]),
  /** The only destinations that bots may call: `https://*.example.com`, `https://*`. */
  OUTGOING_ONLY: z
    .string()
    .transform((text) => text.trim().replaceAll(/\s*,\s*/g, ','))
    .pipe(z.string().regex(new RegExp(destinationListPattern), destinationsMessage))
    .transform(parseDestinations)
    .default([]),
  /** The Steampipe service for scans: `postgres://user:password@host:9193/steampipe`. */
  STEAMPIPE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Which of its schemas belong to which integration, or to all integrations of a type. */
  STEAMPIPE_CONNECTIONS: connectionList('schemas'),
  /** The folder with `steampipe_export_<plugin>`, which scans run if there is no service. */
  STEAMPIPE_EXPORTERS: z.string().startsWith('/', 'Enter an absolute path.').optional(),
  /** Which connections in their configuration belong to which integration, or to all of a type. */
  STEAMPIPE_EXPORTER_CONNECTIONS: connectionList('connections'),
});

export type Settings = z.infer<typeof settings>;

/**
 * The addresses that bots may call besides public ones. `serverUrl` is this server: only allowed in
 * the embedded edition, because bots of strangers could evade its limits per address from inside.
 * In that edition the author of bots usually also runs the server, so errors name the setting.
 */
export const addressPolicyOf = (
  { EDITION, OUTGOING_ALLOW, OUTGOING_ONLY }: Settings,
  serverUrl: URL,
): AddressPolicy => ({
  allow: [...(EDITION === 'embedded' ? [endpointOf(serverUrl)] : []), ...OUTGOING_ALLOW],
  destinations: OUTGOING_ONLY,
  ...(EDITION === 'embedded' && {
    howToAllow: (pair) => `start the server with OUTGOING_ALLOW=${pair} to allow this one.`,
  }),
});

/** The console's links for people who want a plan; unset ones are left out. */
export const planLinksOf = (serverSettings: Settings): PlanLinks => {
  const { STARTER_URL, STANDARD_URL, BOOKING_URL, CONTACT_EMAIL } = serverSettings;
  return {
    ...(STARTER_URL && { starterUrl: STARTER_URL }),
    ...(STANDARD_URL && { standardUrl: STANDARD_URL }),
    ...(BOOKING_URL && { bookingUrl: BOOKING_URL }),
    ...(CONTACT_EMAIL && { contactEmail: CONTACT_EMAIL }),
  };
};

/** Steampipe's default names of schemas, for servers of a single organisation. */
const defaultConnections = { azure: ['azure', 'azuread'], gcp: ['gcp'] };

/** The collectors that are available for scans besides the built-in ones. */
export const collectorOffers = (serverSettings: Settings): CollectorOffers => {
  const defaults = serverSettings.EDITION === 'embedded' ? defaultConnections : {};
  const { STEAMPIPE_URL, STEAMPIPE_CONNECTIONS } = serverSettings;
  const { STEAMPIPE_EXPORTERS, STEAMPIPE_EXPORTER_CONNECTIONS } = serverSettings;
  return {
    ...(STEAMPIPE_URL !== undefined && { steampipe: STEAMPIPE_CONNECTIONS ?? defaults }),
    ...(STEAMPIPE_EXPORTERS !== undefined && {
      exporter: STEAMPIPE_EXPORTER_CONNECTIONS ?? defaults,
    }),
  };
};

/** The variables that exporters get: paths of programs and configuration, and proxies. */
const exporterVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'STEAMPIPE_INSTALL_DIR',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'SSL_CERT_FILE',
];

/** The folder of exporters and their whole environment, which has no secret of this server. */
export const exportersOf = (
  { STEAMPIPE_EXPORTERS: folder }: Settings,
  environment: Readonly<Record<string, string | undefined>>,
) => {
  if (folder === undefined) return undefined;
  const pairs = exporterVariables.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { folder, environment: Object.fromEntries(pairs) };
};

/** Reads the settings; throws an error with a sentence for the operator if one is wrong. */
export const readSettings = (environment: Record<string, string | undefined>): Settings => {
  const parsed = settings.safeParse(environment);
  if (parsed.success) {
    const { KEY_FILE, DATA_DIR } = parsed.data;
    if (KEY_FILE === undefined || !isInside(DATA_DIR, KEY_FILE)) return parsed.data;
    // A copy of the data would contain the key to its secrets.
    throw new Error('KEY_FILE: The key must be outside of DATA_DIR. Move it, and set the path.');
  }
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
};

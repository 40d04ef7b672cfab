import * as z from 'zod';
import { chartFile } from '#lib/kernel/chart-file.ts';
import { planLinks, type PlanLinks } from '#lib/kernel/plan-links.ts';
import { configFile } from '#web/api/early.ts';

/** What the server tells the console at start; one build serves every edition. */
const consoleConfig = z.object({
  userPoolId: z.string().min(1),
  userPoolClientId: z.string().min(1),
  /** Of the embedded identity service; absent for a real user pool. */
  userPoolEndpoint: z.string().optional(),
  apiUrl: z.string(),
  socketUrl: z.string(),
  webhookUrl: z.string(),
  edition: z.enum(['embedded', 'saas', 'workspace']),
  /** Whether people may sign up by themselves; else they are invited. */
  signUp: z.enum(['on', 'off']).default('off'),
  /** Whether everybody needs an authenticator app. */
  secondFactor: z.enum(['optional', 'required']).default('optional'),
  /** A sentence of the operator, shown above every page. */
  notice: z.string().optional(),
  /** The Highcharts that the operator has a licence for. */
  highchartsFile: chartFile.optional(),
  ...planLinks.shape,
});

export type ConsoleConfig = z.infer<typeof consoleConfig>;

let current: ConsoleConfig | undefined;

/** Whether somebody without an account may make one. */
export const offersSignUp = (): boolean => current?.signUp === 'on';

/** Whether two-factor sign-in is nobody's own choice. */
export const requiresSecondFactor = (): boolean => current?.secondFactor === 'required';

/** Where plans are bought and asked about. */
export const offeredLinks = (): PlanLinks => current ?? {};

/** Where the operator's Highcharts lies, if there is one. */
export const namedChartFile = (): string | undefined => current?.highchartsFile;

/**
 * Reads `/config.json`, once at the start. Rejects with what is wrong, to be shown instead of the
 * console.
 */
export const fetchConfig = async (): Promise<ConsoleConfig> => {
  current = consoleConfig.parse(await configFile());
  return current;
};

import * as z from 'zod';
import { chartFile } from '#lib/kernel/chart-file.ts';
import { planLinks, type PlanLinks } from '#lib/kernel/plan-links.ts';
import { loadConfigFile } from '#web/api/early-requests.ts';

/** The configuration that the server gives the console at start; one build serves every edition. */
const consoleConfig = z.object({
  userPoolId: z.string().min(1),
  userPoolClientId: z.string().min(1),
  /** The embedded identity service; absent for a real user pool. */
  userPoolEndpoint: z.string().optional(),
  apiUrl: z.string(),
  socketUrl: z.string(),
  webhookUrl: z.string(),
  edition: z.enum(['embedded', 'saas', 'workspace']),
  /** Whether people may sign up by themselves; otherwise they are invited. */
  signUp: z.enum(['on', 'off']).default('off'),
  /** Whether every user needs an authenticator app. */
  secondFactor: z.enum(['optional', 'required']).default('optional'),
  /** A sentence of the operator, shown above every page. */
  notice: z.string().optional(),
  /** The file of the Highcharts build that the operator has a licence for. */
  highchartsFile: chartFile.optional(),
  ...planLinks.shape,
});

export type ConsoleConfig = z.infer<typeof consoleConfig>;

let current: ConsoleConfig | undefined;

/** Whether people without an account may create one. */
export const offersSignUp = (): boolean => current?.signUp === 'on';

/** Whether two-factor sign-in is mandatory for everybody. */
export const requiresSecondFactor = (): boolean => current?.secondFactor === 'required';

/** Links for buying a plan and for questions about plans. */
export const getPlanLinks = (): PlanLinks => current ?? {};

/** The path of the operator's Highcharts file, if there is one. */
export const getHighchartsFile = (): string | undefined => current?.highchartsFile;

/**
 * Reads `/config.json` once, at start. Rejects with an error to be shown instead of the console.
 */
export const fetchConfig = async (): Promise<ConsoleConfig> => {
  current = consoleConfig.parse(await loadConfigFile());
  return current;
};

import type { Given } from '#lib/domain/actions/action-call.rules.ts';
import type { JobInput } from '#lib/domain/agents/jobs/job.schema.ts';
import type { ActionOf, ExecutableType } from '#lib/domain/actions/definition.schema.ts';
import type { IntegrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import type { Done, EffectCall, Failed, Later } from '../nodes/node.ts';

/** What a node asks for: the action is one of the kind that is asked. */
export type Asked<Kind extends ExecutableType> = {
  action: ActionOf<Kind>;
  /** The values of its parameters, evaluated. */
  given: Given;
  integration: IntegrationSetting;
  /** Those of its clients, where it has some, by their names. */
  clients: Readonly<Record<string, IntegrationSetting>>;
  timeoutMs: number;
};

/** What it would do, before it does it. */
export type Planned = {
  /** Completes `It would run "…": `. */
  would: string;
  /** What people see of the call, beside the action and the integration. */
  shown: Record<string, unknown>;
  /** It changes nothing outside, so that a dry run does it too. */
  onlyReads: boolean;
  /** A dry run leaves it alone; done again by an approval it changes nothing all the same. */
  mayReread?: true;
  /** It waits for a state outside, at which it looks again and again. */
  looks?: true;
  /** An agent does it, and the run waits. */
  job?: JobInput;
  /** `rehearse` finds out more: whether it would be permitted, or what it would come to. */
  canRehearse?: true;
};

/** What people who try an action see of its call: fields by their names. */
export type Preview = { type: 'preview'; sent: Record<string, unknown> };

/** How actions of one kind do their work. */
export type ActionRules<Kind extends ExecutableType> = {
  /** What would be done, or the sentence why these values do not do. Without effect. */
  plan(asked: Asked<Kind>): Planned | string;
  /** What would be sent, in full and without secrets, or why nothing is. Without effect. */
  preview?(call: EffectCall, asked: Asked<Kind>): Promise<Preview | Failed>;
  perform(call: EffectCall, asked: Asked<Kind>): Promise<Done | Failed | Later>;
  /**
   * In a dry run: does what changes nothing of it, or asks the service whether it would do it. What
   * it found stands for the outcome; where it is `permitted`, what was planned does.
   */
  rehearse?(call: EffectCall, asked: Asked<Kind>): Promise<'permitted' | Done | Failed>;
};

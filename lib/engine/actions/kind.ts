import type { GivenValues } from '#lib/domain/actions/action-call.rules.ts';
import type { JobInput } from '#lib/domain/agents/jobs/job.schema.ts';
import type { ActionOf, ExecutableType } from '#lib/domain/actions/definition.schema.ts';
import type { IntegrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import type { Done, EffectCall, Failed, Later } from '../nodes/node.ts';

/** What a node requests; the action is of the given kind. */
export type ActionRequest<Kind extends ExecutableType> = {
  action: ActionOf<Kind>;
  /** The evaluated values of its parameters. */
  input: GivenValues;
  integration: IntegrationSetting;
  /** The integrations of the action's clients, by client name. */
  clients: Readonly<Record<string, IntegrationSetting>>;
  timeoutMs: number;
};

/** What an action would do, determined beforehand. */
export type PlannedAction = {
  /** Completes `It would run "…": `. */
  would: string;
  /** What people are shown of the call, besides the action and the integration. */
  details: Record<string, unknown>;
  /** Whether it changes nothing outside, so that a dry run does it too. */
  onlyReads: boolean;
  /** A dry run skips it, but an approval may repeat it to read its set again. */
  mayReread?: true;
  /** Whether it waits for an outside state by polling. */
  looks?: true;
  /** The work of an agent, for which the run waits. */
  job?: JobInput;
  /** Whether `rehearse` finds out more: whether the call is permitted, or what it would return. */
  canRehearse?: true;
};

/** The call as shown to people who test an action: fields by name. */
export type Preview = { type: 'preview'; sent: Record<string, unknown> };

/** The implementation of one kind of actions. */
export type ActionRules<Kind extends ExecutableType> = {
  /** What would be done, or a sentence that says what is wrong with the values. Has no effects. */
  plan(actionRequest: ActionRequest<Kind>): PlannedAction | string;
  /** What would be sent, in full but without secrets, or why nothing is. Has no effects. */
  preview?(call: EffectCall, actionRequest: ActionRequest<Kind>): Promise<Preview | Failed>;
  perform(call: EffectCall, actionRequest: ActionRequest<Kind>): Promise<Done | Failed | Later>;
  /**
   * In a dry run: does the part that changes nothing, or asks the service whether it would permit
   * the call. Its result is the outcome; for `permitted`, the planned outcome is.
   */
  rehearse?(
    call: EffectCall,
    actionRequest: ActionRequest<Kind>,
  ): Promise<'permitted' | Done | Failed>;
};

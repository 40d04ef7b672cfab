import type { Caller } from '#lib/kernel/caller.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import { badRequest, conflict, Refusal } from '#lib/kernel/refusal.ts';
import type { Integration, IntegrationView } from '../integration.schema.ts';
import { accountGroupsOf, groupLimitProblem } from './organisation.rules.ts';
import type { RoleProof } from './role.schema.ts';
import { accountsOf, checkStateOf, combinedCheckOf, roleOfAccount } from './setup.rules.ts';
import type { AwsAccountCheck, AwsConnected, AwsSetup, AwsSetupCheck } from './setup.schema.ts';

/** Creates an integration from a role that was verified. */
export type Connect = (
  caller: Caller,
  newIntegration: Pick<Integration, '_id' | 'alias' | 'groups' | 'values'> & {
    cspName: 'aws';
    connected_as: string;
  },
) => Promise<IntegrationView>;

type Named = Pick<Integration, 'alias' | 'groups'>;

/** How many accounts are checked at the same time. */
const maxParallel = 10;

/** Applies `work` to each item, `maxParallel` items in parallel, and keeps their order. */
const mapInBatches = async <T, R>(
  list: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  for (let first = 0; first < list.length; first += maxParallel) {
    results.push(...(await Promise.all(list.slice(first, first + maxParallel).map(work))));
  }
  return results;
};

/** Checks and connects the accounts of an organisation, where a StackSet creates the same role. */
export const awsOrganisation = (
  prove: (setup: AwsSetup, account: string) => Promise<RoleProof>,
  connect: Connect,
) => {
  const proveAll = (setup: AwsSetup) =>
    mapInBatches(accountsOf(setup), async (aws_account) => ({
      aws_account,
      proof: await prove(setup, aws_account),
    }));

  /** Connects one account, named by alias and number; repeated, it returns the same integration. */
  const connectOne = async (
    caller: Caller,
    setup: AwsSetup,
    { aws_account, arn, alias, groups }: Named & { aws_account: string; arn: string },
  ) => {
    const { region, external_id, created_at } = setup;
    const { role_arn } = roleOfAccount(setup, aws_account);
    const { accountId } = await connect(caller, {
      alias: `${alias} ${aws_account}`,
      groups: accountGroupsOf({ alias, groups }),
      _id: derivedId('int', created_at, `${setup._id} ${aws_account}`),
      cspName: 'aws',
      values: { account_id: aws_account, region, role_arn, external_id },
      connected_as: arn,
    });
    return { aws_account, accountId };
  };

  return {
    async check(setup: AwsSetup): Promise<AwsSetupCheck> {
      const proofs = await proveAll(setup);
      return combinedCheckOf(
        proofs.map(({ aws_account, proof }) => ({ aws_account, ...checkStateOf(proof) })),
      );
    },

    /** Connects the accounts whose role is ready; call it again for those that follow later. */
    async connect(caller: Caller, setup: AwsSetup, naming: Named): Promise<AwsConnected> {
      const tooMany = groupLimitProblem(naming);
      if (tooMany !== undefined) throw badRequest(tooMany, { field: 'groups' });
      const connected: { aws_account: string; accountId: string }[] = [];
      const waiting: AwsAccountCheck[] = [];
      let refusal: Refusal | undefined;
      for (const { aws_account, proof } of await proveAll(setup)) {
        if (proof.kind !== 'proven') {
          waiting.push({ aws_account, ...checkStateOf(proof) });
          continue;
        }
        const { arn } = proof;
        try {
          connected.push(await connectOne(caller, setup, { ...naming, aws_account, arn }));
        } catch (error) {
          // A rejected account, for example if its alias is taken, does not stop the others.
          if (!(error instanceof Refusal)) throw error;
          refusal = error;
          waiting.push({ aws_account, state: 'REFUSED', reason: error.message });
        }
      }
      if (connected.length > 0) return { connected, waiting };
      if (refusal) throw refusal;
      throw conflict(`No account has the role yet. ${waiting[0]?.reason ?? ''}`.trim());
    },
  };
};

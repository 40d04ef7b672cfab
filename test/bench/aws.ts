import { type Answer, type AwsServer, openAwsServer, xmlAnswer } from '#test/support/aws-server.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { launchRoleStack } from '#test/support/sts-server.ts';
import { callsOfAws, loopOfAws } from './bots.ts';
import { median } from './load.ts';
import { publish, runUntilFinished } from './scenarios.ts';

const aws_account = '111122223333';

const listAnswers: Record<string, Answer> = {
  'iam ListUsers': {
    takes: 'iam:ListUsers',
    answer: xmlAnswer(
      '<ListUsersResponse><ListUsersResult><IsTruncated>false</IsTruncated><Users/>' +
        '</ListUsersResult></ListUsersResponse>',
    ),
  },
};

/** Starts any instance that the session permits; `began` receives the time of each call. */
const startAnswers = (began: (at: number) => void): Record<string, Answer> => ({
  'ec2 StartInstances': {
    takes: 'ec2:StartInstances',
    touches: ({ region, body }) => {
      const id = new URLSearchParams(body).get('InstanceId.1');
      return [`ec2:${region}:${aws_account}:instance/${id}`];
    },
    answer: () => {
      began(performance.now());
      return xmlAnswer(
        '<StartInstancesResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">' +
          '<requestId>r-1</requestId><instancesSet/></StartInstancesResponse>',
      );
    },
  },
});

type Account = { product: Embedded; accountId: string; aws: AwsServer };

/** Runs work in a connected account, on an AWS server on this machine. */
const inAccount = async <T>(
  answers: Record<string, Answer>,
  work: (account: Account) => Promise<T>,
): Promise<T> => {
  const aws = await openAwsServer(answers);
  const product = await openEmbedded({
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  try {
    const { integrations } = product.api;
    const setupInput = { aws_account, region: 'eu-west-1', allow_actions: true };
    const { setup_id, template } = await integrations.initAwsSetup(setupInput);
    launchRoleStack(aws, template, aws_account);
    const connectInput = { setup_id, alias: 'Bench', groups: ['Bench'] };
    const { accountId } = await integrations.connectAwsSetup(connectInput);
    return await work({ product, accountId, aws });
  } finally {
    await product.close();
    await aws.close();
  }
};

/**
 * Milliseconds from the start of one AWS call in a run to the start of the next, with answers from
 * this machine, and without opening the session, which the first call does.
 */
export const awsCallTime = (count: number, runs: number): Promise<number> =>
  inAccount(listAnswers, async ({ product, accountId }) => {
    const bot_id = await publish(product, 'Calls of AWS', callsOfAws(accountId, count));
    const times: number[] = [];
    for (let n = 0; n < runs; n += 1) {
      const { results } = await runUntilFinished(product, bot_id);
      const startOf = (node: number) => Date.parse(results[`n${node}`]?.started_at ?? '');
      times.push((startOf(count) - startOf(2)) / (count - 2));
    }
    return median(times);
  });

/**
 * The same for a loop in which each iteration changes another resource: each has its own session,
 * narrowed to that resource.
 */
export const awsLoopTime = async (count: number, runs: number) => {
  let calls: number[] = [];
  return inAccount(
    startAnswers((at) => void calls.push(at)),
    async ({ product, accountId, aws }) => {
      const bot_id = await publish(product, 'Each instance', loopOfAws(accountId, count));
      const times: number[] = [];
      const before = aws.asked.length;
      for (let n = 0; n < runs; n += 1) {
        calls = [];
        await runUntilFinished(product, bot_id);
        if (calls.length !== count) throw new Error(`${calls.length} of ${count} calls were made.`);
        times.push(((calls.at(-1) ?? 0) - (calls[0] ?? 0)) / (count - 1));
      }
      return { each: median(times), sessions: (aws.asked.length - before) / runs };
    },
  );
};

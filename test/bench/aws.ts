import { openAwsServer, xmlAnswer } from '#test/support/aws-server.ts';
import { openEmbedded } from '#test/support/embedded.ts';
import { launch } from '#test/support/sts-server.ts';
import { callsOfAws } from './bots.ts';
import { median } from './load.ts';
import { finishedRun, publish } from './scenarios.ts';

const aws_account = '111122223333';

const answers = {
  'iam ListUsers': {
    takes: 'iam:ListUsers',
    answer: xmlAnswer(
      '<ListUsersResponse><ListUsersResult><IsTruncated>false</IsTruncated><Users/>' +
        '</ListUsersResult></ListUsersResponse>',
    ),
  },
};

/**
 * Milliseconds from the beginning of one call of AWS in a run to the beginning of the next: with
 * its answer from this machine, and without the session, which the first call begins.
 */
export const awsCallTime = async (count: number, runs: number): Promise<number> => {
  const aws = await openAwsServer(answers);
  const product = await openEmbedded({
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  try {
    const { integrations } = product.api;
    const where = { aws_account, region: 'eu-west-1' };
    const { setup_id, template } = await integrations.initAwsSetup(where);
    launch(aws, template, aws_account);
    const named = { setup_id, alias: 'Bench', groups: ['Bench'] };
    const { accountId } = await integrations.connectAwsSetup(named);
    const bot_id = await publish(product, 'Calls of AWS', callsOfAws(accountId, count));
    const times: number[] = [];
    for (let n = 0; n < runs; n += 1) {
      const { results } = await finishedRun(product, bot_id);
      const startOf = (node: number) => Date.parse(results[`n${node}`]?.started_at ?? '');
      times.push((startOf(count) - startOf(2)) / (count - 2));
    }
    return median(times);
  } finally {
    await product.close();
    await aws.close();
  }
};

import type { AwsReply, AwsRequest } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { integrationId, nodeWorld, openedIntegration } from './node-world.ts';

const role = {
  role_arn: 'arn:aws:iam::111122223333:role/cloudwarden-integration-0a1b2c',
  external_id: 'ours-0123456789abcdef',
};
const account = openedIntegration(
  'aws',
  { account_id: '111122223333', region: 'us-east-1', ...role },
  { alias: 'Production' },
);
const from = 'bots@example.com';
const values = { aws_account: integrationId, region: 'eu-west-1', from };
const mail = {
  to: ['anna@example.com', 'ben@example.com'],
  subject: 'Public bucket é',
  message: 'Bucket logs is public.',
  mail_server: { type: 'aws_ses', id: integrationId },
};

const openSes = (reply: AwsReply, overrides: object = { account }) => {
  const calls: AwsRequest[] = [];
  const aws = async (request: AwsRequest) => {
    calls.push(request);
    return reply;
  };
  const rejectOwnMail = () => {
    throw new Error('Cloudwarden sends no mail that has a mail server of its own.');
  };
  const integrations = [openedIntegration('aws_ses', values, overrides)];
  const world = nodeWorld({ integrations, aws, mail: rejectOwnMail });
  return { calls, send: () => world.perform('notification', mail) };
};

const acceptedReply: AwsReply = { kind: 'answered', value: { MessageId: '1' }, truncated: false };

describe('a mail through SES in an AWS account of the organisation', () => {
  it('is one call with a session that may only send mail', async () => {
    const { calls, send } = openSes(acceptedReply);
    const output = { channel: 'email', to: mail.to };
    expect(await send()).toEqual({ type: 'done', output, handle: 'next' });
    const [call, ...otherCalls] = calls;
    expect(otherCalls).toEqual([]);
    expect(call).toMatchObject({
      role,
      service: 'ses',
      operation: 'SendEmail',
      region: 'eu-west-1',
      session: 'cloudwarden-exc_1',
      parameters: {
        FromEmailAddress: from,
        Destination: { ToAddresses: mail.to },
        Content: {
          Simple: {
            Subject: { Data: mail.subject, Charset: 'UTF-8' },
            Body: { Text: { Data: mail.message, Charset: 'UTF-8' } },
          },
        },
      },
    });
    expect(JSON.parse(call?.policy ?? '')).toMatchObject({
      Statement: [{ Action: ['ses:SendEmail'] }],
    });
  });

  it('is retried when SES is busy and not when SES refuses the mail', async () => {
    const refusal = { kind: 'failed' as const, name: 'MessageRejected', again: false };
    const message = 'Email address is not verified.';
    expect(await openSes({ ...refusal, message }).send()).toMatchObject({
      type: 'failed',
      retry: 'no',
      error: 'AWS refused ses:SendEmail: Email address is not verified (MessageRejected).',
    });
    const busy = {
      ...refusal,
      name: 'TooManyRequestsException',
      message: 'Slow down',
      again: true,
    };
    expect(await openSes(busy).send()).not.toMatchObject({ retry: 'no' });
  });

  it('fails with the name of the permission that the role lacks', async () => {
    const denied = { kind: 'failed' as const, name: 'AccessDenied', message: 'No', again: false };
    expect(await openSes(denied).send()).toMatchObject({
      error: expect.stringMatching(
        /AWS refused ses:SendEmail in "Production": its role lacks the permission ses:SendEmail/,
      ),
    });
  });

  it('is not sent when the AWS account was deleted', async () => {
    const { calls, send } = openSes(acceptedReply, {});
    expect(await send()).toMatchObject({
      type: 'failed',
      retry: 'no',
      error: 'The AWS account of "Key" was deleted. Open the integration and choose another one.',
    });
    expect(calls).toEqual([]);
  });
});

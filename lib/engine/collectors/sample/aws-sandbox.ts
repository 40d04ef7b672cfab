import type { SampleTables } from '../sample.ts';

const account = { partition: 'aws', account_id: '222222222222' };

/** A sample account in which somebody tries things out. */
export const awsSandbox: SampleTables = {
  aws_account: [
    { ...account, region: 'global', arn: 'arn:aws:::222222222222', title: 'Sample sandbox' },
  ],
  aws_ebs_volume: ['vol-0000000000000001', 'vol-0000000000000002'].map((volume_id, index) => ({
    ...account,
    region: 'us-east-1',
    volume_id,
    arn: `arn:aws:ec2:us-east-1:222222222222:volume/${volume_id}`,
    title: volume_id,
    encrypted: index === 0,
    state: index === 0 ? 'in-use' : 'available',
    size: 100,
    volume_type: 'gp3',
    create_time: '2026-03-01T10:00:00Z',
    tags: { owner: 'sample' },
  })),
};

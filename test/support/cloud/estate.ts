import type { CloudAnswer } from './cloud.ts';

const report = [
  'user,arn,user_creation_time,password_enabled,password_last_used,mfa_active',
  '<root_account>,arn:aws:iam::111122223333:root,2020-01-01T00:00:00Z,not_supported,N/A,false',
  'ann,arn:aws:iam::111122223333:user/ann,2020-01-01T00:00:00Z,true,no_information,false',
].join('\n');

/** Answers of an account for which a generated sample of AWS's model is not sufficient. */
export const estate: Record<string, CloudAnswer> = {
  'ec2:DescribeRegions': {
    Regions: [
      { RegionName: 'eu-west-1', OptInStatus: 'opt-in-not-required' },
      { RegionName: 'us-east-1', OptInStatus: 'opt-in-not-required' },
      { RegionName: 'af-south-1', OptInStatus: 'not-opted-in' },
    ],
  },
  'ec2:DescribeSecurityGroups': {
    SecurityGroups: [{ GroupId: 'sg-1', GroupName: 'default', VpcId: 'vpc-1' }],
  },
  'iam:GenerateCredentialReport': { State: 'COMPLETE' },
  'iam:GetCredentialReport': { Content: report, GeneratedTime: '2026-01-02T03:04:05Z' },
  'iam:GetAccountSummary': {
    SummaryMap: { AccountMFAEnabled: 0, AccountAccessKeysPresent: 0, Users: 2 },
  },
  'cloudtrail:DescribeTrails': {
    trailList: [
      {
        Name: 'all',
        TrailARN: 'arn:aws:cloudtrail:eu-west-1:111122223333:trail/all',
        HomeRegion: 'eu-west-1',
        IsMultiRegionTrail: true,
        LogFileValidationEnabled: true,
        S3BucketName: 'logs',
      },
    ],
  },
  'cloudtrail:GetEventSelectors': {
    TrailARN: 'arn:aws:cloudtrail:eu-west-1:111122223333:trail/all',
    EventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: true }],
  },
  'elasticloadbalancing:DescribeLoadBalancers': {
    LoadBalancers: [
      {
        Type: 'application',
        LoadBalancerName: 'shop',
        LoadBalancerArn: 'arn:aws:elasticloadbalancing:eu-west-1:111122223333:loadbalancer/app/shop/1',
      },
    ],
  },
  's3:ListBuckets': {
    Buckets: [
      { Name: 'logs', BucketRegion: 'eu-west-1' },
      { Name: 'open', BucketRegion: 'eu-west-1' },
    ],
  },
  's3:GetBucketPolicy': { Policy: '{"Version":"2012-10-17","Statement":[]}' },
  's3:GetBucketLogging': ({ parameters }) =>
    parameters.Bucket === 'open' ? {} : { LoggingEnabled: { TargetBucket: 'logs' } },
};

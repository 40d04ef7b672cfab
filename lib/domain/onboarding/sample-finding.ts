const host = (suffix: string, name: string) => ({
  id: `arn:aws:ec2:eu-west-1:123456789012:instance/i-0${suffix}`,
  name,
  region: 'eu-west-1',
  created_at: '2026-03-02T08:15:00Z',
  type: 'AwsEc2Instance',
});

/**
 * A finding as cloud detectors report it: who saw what, how severe it is, and which hosts are
 * affected.
 */
export const sampleFinding = (id: string, detected_at: string) => ({
  id,
  title: 'CryptoCurrency:EC2/BitcoinTool.B!DNS',
  description: 'Two instances query a domain that is associated with mining activity.',
  severity: 'HIGH',
  account: '123456789012',
  region: 'eu-west-1',
  detected_at,
  resources: [host('a1b2c3d4e5f60718', 'web-1'), host('b2c3d4e5f6071829', 'web-2')],
});

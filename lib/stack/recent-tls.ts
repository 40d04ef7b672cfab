import {
  CfnRestApi,
  EndpointAccessMode,
  SecurityPolicy,
  type SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';

/**
 * Restricts a REST API to TLS 1.2 and 1.3 with forward secrecy; the default allows 1.0. WebSocket
 * APIs only accept 1.2 and later anyway.
 */
export const demandRecentTls = ({ node }: SpecRestApi): void => {
  if (!(node.defaultChild instanceof CfnRestApi)) throw new Error('This API has no resource.');
  node.defaultChild.securityPolicy = SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
  // STRICT also checks the origin of calls; whether CloudFront's pass was not tested on AWS.
  node.defaultChild.endpointAccessMode = EndpointAccessMode.BASIC;
};

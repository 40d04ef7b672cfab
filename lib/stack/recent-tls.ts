import {
  CfnRestApi,
  EndpointAccessMode,
  SecurityPolicy,
  type SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';

/**
 * Has a REST API take TLS 1.2 and 1.3 with forward secrecy only; unless told it takes 1.0. APIs of
 * WebSockets take 1.2 and later by themselves.
 */
export const demandRecentTls = ({ node }: SpecRestApi): void => {
  if (!(node.defaultChild instanceof CfnRestApi)) throw new Error('This API has no resource.');
  node.defaultChild.securityPolicy = SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
  // STRICT also checks where calls come from; that CloudFront's pass was not tried on AWS.
  node.defaultChild.endpointAccessMode = EndpointAccessMode.BASIC;
};

import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { environment } from './process.ts';

/** The open WebSockets of API Gateway. */
export const connections = new ApiGatewayManagementApiClient({
  endpoint: environment('WS_ENDPOINT'),
});

import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * API Gateway's id of the call as a field of log entries; the access log contains the same id. The
 * embedded server has none.
 */
export const requestIdIn = ({
  requestContext: { requestId },
}: Pick<APIGatewayProxyEvent, 'requestContext'>): { request_id?: string } =>
  requestId ? { request_id: requestId } : {};

import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * The id that API Gateway gave the call, as a field of log entries: the access log has the same.
 * The embedded server gives none.
 */
export const requestIdIn = ({
  requestContext: { requestId },
}: Pick<APIGatewayProxyEvent, 'requestContext'>): { request_id?: string } =>
  requestId ? { request_id: requestId } : {};

import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { proveIdentity } from '#lib/domain/account/caller.service.ts';
import { tokenVerifier } from '#lib/domain/account/token.rules.ts';
import { poolIssuer } from '#lib/aws/pool-issuer.ts';
import { viewerAddress } from '#lib/aws/viewer-address.ts';
import { identifyCaller } from './authorizer-answer.ts';
import { db } from './deps/database.ts';
import { hashKey } from './deps/hash-key.ts';
import { clock, environment, log } from './deps/process.ts';

const issuer = poolIssuer(environment('USER_POOL_ID'));
const verifyToken = tokenVerifier({ issuer, clientId: environment('CLIENT_ID') });
const prove = proveIdentity({ db, clock, hashKey, verifyToken, log });

export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> =>
  identifyCaller(event.methodArn, viewerAddress(event, environment('ORIGIN_SECRET')), (viewer) =>
    prove(event.headers?.authorization ?? event.headers?.Authorization, viewer),
  );

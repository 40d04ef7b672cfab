import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { sha256 } from '#lib/kernel/ids.ts';
import { originSecretHeader, viewerAddressHeader } from '#lib/kernel/viewer-headers.ts';

type Call = Pick<APIGatewayRequestAuthorizerEvent, 'headers'> & {
  requestContext: { identity: { sourceIp: string } };
};

const isEqualSecret = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/**
 * The IP address of the caller. CloudFront passes the viewer's address in a header, which only
 * counts together with the secret that CloudFront alone sends, because anybody can call the API
 * directly at its own address.
 */
export const viewerAddress = ({ headers, requestContext }: Call, originSecret: string): string => {
  const headerMap = new Map(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? '']),
  );
  const isCloudFront = isEqualSecret(headerMap.get(originSecretHeader) ?? '', originSecret);
  const viewer = isCloudFront ? headerMap.get(viewerAddressHeader) : undefined;
  return viewer || requestContext.identity.sourceIp;
};

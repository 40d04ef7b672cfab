import { Duration, Stack } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** The console's policy (console design, section 5); `connect` are addresses besides its own origin. */
export const contentSecurityPolicy = (connect: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The headers of every answer of the site (security design, Z1). */
export const siteHeaders = (
  scope: Construct,
  name: string,
  socketOrigin: string,
): ResponseHeadersPolicy => {
  const { region, urlSuffix } = Stack.of(scope);
  const identity = `https://cognito-idp.${region}.${urlSuffix}`;
  return new ResponseHeadersPolicy(scope, 'Headers', {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: contentSecurityPolicy([socketOrigin, identity]),
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
        {
          header: 'permissions-policy',
          value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
          override: true,
        },
      ],
    },
  });
};

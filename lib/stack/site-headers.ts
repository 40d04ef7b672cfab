import { Duration, Stack } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { contentSecurityPolicy, siteHeaders } from '#lib/kernel/site-headers.ts';

/** The headers of every answer of the site, and besides: only HTTPS from now on. */
export const headersPolicy = (
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
        {
          header: 'permissions-policy',
          value: siteHeaders['permissions-policy'] ?? '',
          override: true,
        },
      ],
    },
  });
};

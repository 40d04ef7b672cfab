import { Duration, Stack } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { contentSecurityPolicy, httpsOnlyDays, siteHeaders } from '#lib/kernel/site-headers.ts';

/** What the console may fetch and connect to besides its own origin. */
export const consolePolicy = (scope: Construct, socketOrigin: string): string => {
  const { region, urlSuffix } = Stack.of(scope);
  return contentSecurityPolicy([socketOrigin, `https://cognito-idp.${region}.${urlSuffix}`]);
};

type Named = { id: string; name: string };

/**
 * The headers of every answer of the site, and besides: only HTTPS from now on. CloudFront's policy
 * takes the place of its origin's, so that data has one of its own.
 */
export const headersPolicy = (
  scope: Construct,
  { id, name }: Named,
  contentPolicy: string,
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: contentPolicy,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(httpsOnlyDays),
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

import { Duration, Stack } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { contentSecurityPolicy, httpsOnlyDays, siteHeaders } from '#lib/kernel/site-headers.ts';

/** The console's content security policy: what it may connect to besides its own origin. */
export const consolePolicy = (scope: Construct, socketOrigin: string): string => {
  const { region, urlSuffix } = Stack.of(scope);
  return contentSecurityPolicy([socketOrigin, `https://cognito-idp.${region}.${urlSuffix}`]);
};

type Named = { id: string; name: string };

/**
 * The headers of every response of the site, including HTTPS only. CloudFront's policy replaces its
 * origin's headers, so responses with data need a policy of their own.
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
